from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.game import Ruling, Untied
from core.kernel.setup.rulings import Changed, Id, as_read, as_struct, changes_of, of_today, rulings_of, settle


class Switches(Struct, frozen=True, forbid_unknown_fields=True):
    leftovers: Annotated[Literal["pooled", "apart"], Id("TOY-R1")]
    least_bid: Annotated[Literal["1", "2", "3"], Id("TOY-R2")]


RULINGS = rulings_of(Switches)


def test_a_struct_declares_its_switches() -> None:
    assert (
        Ruling("TOY-R1", "leftovers", ("pooled", "apart"), "pooled"),
        Ruling("TOY-R2", "least_bid", ("1", "2", "3"), "1"),
    ) == RULINGS


@pytest.mark.parametrize(
    ("chosen", "readings"),
    [
        ({}, {"leftovers": "pooled", "least_bid": "1"}),
        ({"least_bid": "3"}, {"leftovers": "pooled", "least_bid": "3"}),
        ({"TOY-R1": "apart"}, {"leftovers": "apart", "least_bid": "1"}),
        ({"toy-r1": "APART", "Least_Bid": "2"}, {"leftovers": "apart", "least_bid": "2"}),
    ],
)
def test_what_is_not_chosen_is_the_default(chosen: dict[str, str], readings: dict[str, str]) -> None:
    assert settle(RULINGS, chosen) == readings
    assert as_struct(Switches, readings) == Switches(**readings)  # type: ignore[arg-type]


def test_what_a_row_does_not_say_has_its_default() -> None:
    assert as_struct(Switches, {"least_bid": "3"}) == Switches("pooled", "3")
    assert as_struct(Switches, {}) == Switches("pooled", "1")


def test_an_unknown_ruling_tells_which_there_are() -> None:
    with pytest.raises(Usage) as found:
        settle(RULINGS, {"bids": "1"})
    assert (found.value.why, found.value.known) == ("unknown_ruling", ("leftovers", "least_bid"))


def test_an_unknown_reading_tells_which_there_are() -> None:
    with pytest.raises(Usage) as found:
        settle(RULINGS, {"TOY-R2": "4"})
    assert (found.value.why, found.value.known, found.value.terms["ruling"]) == (
        "unknown_reading",
        ("1", "2", "3"),
        "least_bid",
    )


def test_a_log_with_an_unknown_reading_is_not_read_as_another() -> None:
    with pytest.raises(msgspec.ValidationError):
        as_struct(Switches, {"leftovers": "pooled", "least_bid": "4"})


class Apart(Struct, frozen=True, forbid_unknown_fields=True):
    """The same, later: what `leftovers` decided beside them is decided by two others."""

    leftovers: Annotated[Literal["pooled", "apart"], Id("TOY-R1")]
    tokens: Annotated[Literal["pooled", "apart"], Id("TOY-R1a", Untied("leftovers"))]
    coins: Annotated[Literal["yes", "no"], Id("TOY-R1b", Untied("leftovers", {"pooled": "no", "apart": "yes"}))]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"leftovers": "pooled"}, Apart("pooled", "pooled", "no")),
        ({"leftovers": "apart"}, Apart("apart", "apart", "yes")),
        ({"leftovers": "apart", "tokens": "pooled"}, Apart("apart", "pooled", "yes")),
        ({"leftovers": "pooled", "tokens": "apart", "coins": "yes"}, Apart("pooled", "apart", "yes")),
    ],
)
def test_what_was_untied_since_a_row_was_written_means_what_it_meant(written: dict[str, str], read: Apart) -> None:
    assert as_struct(Apart, as_read(rulings_of(Apart), written)) == read


def test_a_new_match_has_a_reading_of_its_own_for_what_was_untied() -> None:
    assert settle(rulings_of(Apart), {"leftovers": "apart"}) == {
        "leftovers": "apart",
        "tokens": "pooled",
        "coins": "yes",
    }


class Mended(Struct, frozen=True, forbid_unknown_fields=True):
    leftovers: Annotated[Literal["pooled", "apart"], Id("TOY-R1")]
    refill: Annotated[Literal["twice", "once", "never"], Changed("TOY-3.1", since="0.2.0")]


def test_a_rule_that_has_changed_is_no_switch_and_an_older_match_keeps_the_oldest_reading() -> None:
    """Who writes a match today names what the rules say today; who reads one that names nothing reads the past."""
    switches, changes = rulings_of(Mended), changes_of(Mended)
    assert [ruling.option for ruling in switches] == ["leftovers"]
    assert changes == (Ruling("TOY-3.1", "refill", ("twice", "once", "never"), "twice", since="0.2.0"),)
    with pytest.raises(Usage):
        settle(switches, {"refill": "never"})
    today = settle(switches, {}) | of_today(changes)
    assert as_struct(Mended, as_read(switches, today, changes)) == Mended("pooled", "twice")
    assert as_struct(Mended, as_read(switches, {"leftovers": "apart"}, changes)) == Mended("apart", "never")
    assert as_struct(Mended, as_read(switches, {"refill": "once"}, changes)) == Mended("pooled", "once")
