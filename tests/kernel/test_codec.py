"""Bodies to bytes and back: boxes, holes, old types, and whatever bytes somebody may send."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.games import read_log
from core.kernel.errors import Damaged, HeraldError, Usage
from core.kernel.language.error_text import sentence
from core.kernel.log.codec import Codec, Vault, peek
from core.kernel.log.log import Log, secrets_in
from core.kernel.log.row import AnyBody, StoredRow
from core.kernel.rules.chance import stream
from core.kernel.rules.secret import Box, Opening, Secret
from tests.support.matches import GAMES, TABLES
from tests.support.recording import Recorder
from tests.support.toy import TOY, Coins, Earn, Guess

PLEDGE = 2  # the row in which seat 0 pledges
EARNED = 6


@cache
def played() -> Recorder:
    """Six rows: the start, two pledges, two guesses, and seat 0 earns a coin."""
    match = Recorder(TOY, 2)
    for seat, number in ((0, 1), (1, 1), (0, 2), (1, 2)):
        match.move(seat, Guess(number))
    match.move(0, Earn(1))
    return match


@pytest.fixture
def match() -> Recorder:
    return played()


def row(match: Recorder, number: int, **changes: Any) -> StoredRow:
    return replace(match.scribe.rows[number - 1], **changes)


def with_body(match: Recorder, number: int, old: bytes, new: bytes) -> StoredRow:
    body = bytes(match.scribe.rows[number - 1].body)
    assert old in body, body
    return row(match, number, body=msgspec.Raw(body.replace(old, new)))


def decoded(stored: StoredRow, vault: Vault | None = None, game: Any = TOY, number: int = 0) -> AnyBody:
    return Codec(game).decode(stored, {} if vault is None else vault, number)


# --- there and back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_body_comes_back_as_it_was(name: str, players: int) -> None:
    match = Recorder(GAMES[name], players).play(stream("codec", players))
    vault: Vault = {}
    codec = Codec(match.game)
    for stored, body in zip(match.scribe.rows, match.bodies, strict=True):
        assert codec.decode(stored, vault) == body
        assert peek(stored) == body.seq
        assert bytes(codec.encode(body)) == bytes(stored.body), "the same value is the same bytes"


def test_the_bytes_of_a_row_never_change(match: Recorder) -> None:
    """A known answer: what is written today can be read by any program that knows these names."""
    assert bytes(match.scribe.rows[EARNED - 1].body) == (
        b'{"v":2,"match":"toy-match","seq":6,"parent":5,"kind":"move","at":1005,"seat":0,"actor":"Ana",'
        b'"text":"earn 1","move":{"type":"earn","coins":1},'
        b'"facts":[{"type":"Coins","rule":"TOY-5","seat":0,"amount":1}],"keep":2}'
    )
    assert bytes(match.scribe.rows[PLEDGE - 1].body) == (
        b'{"v":2,"match":"toy-match","seq":2,"parent":1,"kind":"move","at":1001,"seat":0,"actor":"Ana",'
        b'"sealed_text":{"box":[2,1],"by":[0]},"sealed_move":{"box":[2,0],"by":[0]},'
        b'"facts":[{"type":"Pledged","rule":"TOY-1","seat":0,"pledge":{"box":[2,0],"by":[0]}}],"keep":2}'
    )


def test_a_body_never_holds_what_is_in_a_box(match: Recorder) -> None:
    for stored, body in zip(match.scribe.rows[1:3], match.bodies[1:3], strict=True):
        assert body.sealed_move is not None
        text = bytes(stored.body).decode()
        assert "guess" not in text.replace("Guess", "")
        assert not any(opening and opening.salt in text for opening in stored.openings)


# --- boxes and holes ------------------------------------------------------------------------------------------------


def test_a_box_whose_opening_is_held_is_full(match: Recorder) -> None:
    vault: Vault = {}
    body = decoded(row(match, PLEDGE), vault)
    assert body.sealed_move == Secret((2, 0), (0,), "", Guess(1))
    assert body.sealed_text is not None
    assert body.sealed_text.value == "guess 1"
    assert set(vault) == {(2, 0), (2, 1)}


def test_a_box_whose_opening_is_not_held_is_a_hole(match: Recorder) -> None:
    stored = row(match, PLEDGE)
    body = decoded(replace(stored, openings=(stored.openings[0], None)))
    assert body.sealed_move is not None
    assert body.sealed_text is not None
    assert body.sealed_move.known
    assert not body.sealed_text.known
    pledge = body.facts[0].pledge
    assert pledge.known
    assert (pledge.box, pledge.by) == (body.sealed_move.box, body.sealed_move.by), "the same box twice in the row"
    assert not decoded(replace(stored, openings=(None, None))).facts[0].pledge.known


def test_an_opening_that_comes_later_fills_the_box(match: Recorder) -> None:
    stored = row(match, PLEDGE, openings=(None, None))
    opening = match.scribe.rows[PLEDGE - 1].openings[0]
    assert opening is not None
    body = decoded(stored, {(2, 0): opening})
    assert body.sealed_move == Secret((2, 0), (0,), "", Guess(1))


def test_the_codec_tells_which_boxes_of_the_row_are_holes(match: Recorder) -> None:
    codec = Codec(TOY)
    read = codec.read(row(match, PLEDGE, openings=(None, None)), {})
    assert (read.boxes, set(read.holes)) == (3, {(2, 0), (2, 1)})
    assert codec.read(row(match, EARNED), {}).holes == ()


def test_while_a_row_is_read_another_reader_reads_it_too_and_no_secret_crosses(match: Recorder) -> None:
    """As with two threads at the worst moment: while one looks for what opens a box, the other begins and ends."""
    codec, stored = Codec(TOY), row(match, PLEDGE, openings=(None, None))
    held = {(2, number): opening for number, opening in enumerate(match.scribe.rows[PLEDGE - 1].openings) if opening}
    others: list[Secret[Any] | None] = []

    class Slow(dict[Box, Opening]):
        """Nothing is in it, and that takes time."""

        def get(self, box: Box, default: Any = None) -> Any:
            others.append(codec.decode(stored, dict(held)).sealed_move)
            return super().get(box, default)

    secrets = list(secrets_in(codec.decode(stored, Slow())))
    assert [secret.known for secret in secrets] == [False, False, False]
    assert len(others) == len(secrets)
    assert all(secret is not None and secret.known for secret in others)


def test_what_is_no_secret_cannot_be_written(match: Recorder) -> None:
    with pytest.raises(NotImplementedError, match="object"):
        Codec(TOY).encode(replace(match.bodies[0], move=object()))


# --- damage ---------------------------------------------------------------------------------------------------------

WRONG: Mapping[str, tuple[bytes, bytes]] = {
    "unknown fact": (b'"type":"Coins"', b'"type":"Jewels"'),
    "unknown move": (b'"type":"earn"', b'"type":"steal"'),
    "fact without a tag": (b'"type":"Coins",', b""),
    "seat is a word": (b'"seat":0,"actor"', b'"seat":"Ana","actor"'),
    "seat is a fraction": (b'"seat":0,"actor"', b'"seat":0.5,"actor"'),
    "absurd integer": (b'"coins":1', b'"coins":' + b"9" * 5_000),
    "absurd exponent": (b'"coins":1', b'"coins":1e999999'),
    "unknown kind": (b'"kind":"move"', b'"kind":"erase"'),
    "no number": (b'"seq":6,', b""),
    "facts are no list": (b'"facts":[', b'"facts":7,"more":['),
    "broken text": (b'"text":"earn 1"', b'"text":"earn \xff"'),
    "broken off": (b'"keep":2}', b'"keep":'),
    "deep": (b'"text":"earn 1"', b'"text":' + b"[" * 100_000 + b"]" * 100_000),
    "deep where nobody looks": (b'"text":"earn 1"', b'"extra":' + b"[" * 100_000 + b"]" * 100_000),
    "box is no box": (b'"text":"earn 1"', b'"sealed_text":{"box":[2],"by":[0]}'),
    "box is a list": (b'"text":"earn 1"', b'"sealed_text":[2,0]'),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_bytes_that_are_no_row_are_damage(match: Recorder, wrong: str) -> None:
    with pytest.raises(Damaged) as found:
        decoded(with_body(match, EARNED, *WRONG[wrong]), number=EARNED)
    assert (found.value.why, found.value.row) == ("unreadable_row", EARNED)


def test_a_later_format_is_not_read_as_this_one(match: Recorder) -> None:
    with pytest.raises(Damaged) as found:
        decoded(with_body(match, EARNED, b'{"v":2,', b'{"v":3,'), number=EARNED)
    assert (found.value.why, found.value.row, found.value.part) == ("other_format", EARNED, "version")


def test_an_unknown_type_is_named(match: Recorder) -> None:
    with pytest.raises(Damaged, match="'Jewels'"):
        decoded(with_body(match, EARNED, b'"type":"Coins"', b'"type":"Jewels"'))


def test_a_value_that_does_not_fit_its_box_is_damage(match: Recorder) -> None:
    stored = row(match, PLEDGE)
    for value in ('{"type":"earn"}', "7", "", "\\", "[" * 100_000):
        with pytest.raises(Damaged):
            decoded(replace(stored, openings=(Opening("", value), None)), number=PLEDGE)


def test_a_name_that_stands_twice_means_what_stands_last(match: Recorder) -> None:
    """As JSON readers do; the bytes are hashed whole, so nobody can send two readings of one row."""
    body = decoded(with_body(match, EARNED, b'"coins":1', b'"coins":1,"coins":2'))
    assert body.move == Earn(2)


def test_a_name_that_nobody_knows_is_passed_over(match: Recorder) -> None:
    assert decoded(with_body(match, EARNED, b'"keep":2', b'"keep":2,"mood":"good"')) == match.bodies[EARNED - 1]


def rows_of(match: Recorder, number: int, body: bytes) -> list[StoredRow]:
    rows = list(match.scribe.rows)
    rows[number - 1] = replace(rows[number - 1], body=msgspec.Raw(body))
    return rows


INTERNAL = re.compile(r"<[a-z_.]+[ >]|\bobject at 0x|\b(core|msgspec|builtins|typing)\.|Struct|NoneType|\bRaw\b")
"""How values of types of the program look where they are printed as they are."""


def check_answer(rows: list[StoredRow]) -> None:
    """Whoever looks at such a log gets an answer or an error of ours that has a sentence, never anything else."""
    try:
        log = Log(TOY, rows)
        log.seen_by(1).state()
        assert log.state().draws >= 0
        assert [body.seq for body in log.line()] == sorted({body.seq for body in log.line()})
    except HeraldError as error:
        for lang in ("en", "fr"):
            told = sentence(error, lang)
            assert told != str(error)  # noqa: PT017 - which of the two comes is a matter of the damage
            assert not INTERNAL.search(told), told


@given(st.integers(1, 6), st.integers(0, 10_000), st.binary(max_size=3), st.integers(0, 4))
def test_no_damaged_byte_leads_astray(number: int, at: int, put: bytes, cut: int) -> None:
    match = played()
    body = bytes(match.scribe.rows[number - 1].body)
    at %= len(body)
    check_answer(rows_of(match, number, body[:at] + put + body[at + cut :]))


PUT = [b"-1", b"99", b"null", b"[]", b"{}", b'"x"', b"1.5", b"true", b"9" * 40, b'"\\ud800"', b'"\xff"', b'"Round"']
VALUE = re.compile(rb'"[^"]*"|-?\d+|\[[^\[\]{}]*\]|\{[^{}]*\}')


@pytest.mark.parametrize("number", range(1, 7))
def test_no_damaged_value_leads_astray(number: int) -> None:
    """Each value of each row, with everything that may stand in its place."""
    match = played()
    body = bytes(match.scribe.rows[number - 1].body)
    values = list(VALUE.finditer(body))
    assert len(values) > 20
    for value, put in product(values, PUT):
        check_answer(rows_of(match, number, body[: value.start()] + put + body[value.end() :]))


@pytest.mark.parametrize("number", range(1, 7))
def test_a_row_that_says_another_number_lies_in_the_wrong_place(match: Recorder, number: int) -> None:
    body = bytes(match.scribe.rows[number - 1].body)
    rows = rows_of(match, number, body.replace(f'"seq":{number},'.encode(), b'"seq":99,'))
    with pytest.raises(Damaged) as found:
        Log(TOY, rows).line()
    assert (found.value.why, found.value.row, found.value.terms["found"]) == ("misplaced", number, 99)


def test_a_log_without_a_start_is_damage(match: Recorder) -> None:
    for rows in ([], match.scribe.rows[1:]):
        with pytest.raises(Damaged):
            Log(TOY, rows)
        with pytest.raises(Damaged):
            read_log(rows)


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"\xff", b'{"about":{"game":7}}', b"[" * 100_000])
def test_a_first_row_that_names_no_game_is_damage(match: Recorder, body: bytes) -> None:
    with pytest.raises(Damaged, match="no_start"):
        read_log([row(match, 1, body=msgspec.Raw(body))])


def test_a_log_of_a_game_that_is_not_here_says_which_there_are(match: Recorder) -> None:
    with pytest.raises(Usage) as found:
        read_log(match.scribe.rows)
    assert (found.value.why, found.value.terms["word"]) == ("unknown_game", "toy")
    assert "medieval" in found.value.known


# --- old types ------------------------------------------------------------------------------------------------------


def lift_jewels(old: dict[str, Any]) -> dict[str, Any]:
    """Once a fact was called Jewels, and its seat was a word."""
    return {
        "type": "Gems",
        "rule": old["rule"],
        "owner": {"first": 0, "second": 1}[old["whose"]],
        "worth": old["worth"],
    }


def lift_gems(old: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Coins", "rule": old["rule"], "seat": old["owner"], "amount": old["worth"]}


def lift_turn(old: dict[str, Any]) -> dict[str, Any]:
    return {"step": "Turn", "seat": old["player"]}


def lift_earn(old: dict[str, Any]) -> dict[str, Any]:
    """The same type in another shape."""
    return {"type": "earn", "coins": old["amount"]}


def lift_hunch(old: dict[str, Any]) -> dict[str, Any]:
    return {"type": "guess", "number": old["at"]}


def lift_hunched(old: dict[str, Any]) -> dict[str, Any]:
    return {**old, "type": "Guessed"}


LIFTED = replace(TOY, lifts={"Jewels": lift_jewels, "Gems": lift_gems, "Move": lift_turn, "earn": lift_earn})
NEW_FACT = b'{"type":"Coins","rule":"TOY-5","seat":0,"amount":1}'
OLD_FACT = b'{"type":"Jewels","rule":"TOY-5","whose":"first","worth":1}'


def test_an_old_type_is_lifted_before_it_is_read(match: Recorder) -> None:
    old = with_body(match, EARNED, NEW_FACT, OLD_FACT)
    old = replace(old, body=msgspec.Raw(bytes(old.body).replace(b'"coins":1', b'"amount":1')))
    assert decoded(old, game=LIFTED) == match.bodies[EARNED - 1]
    assert decoded(old, game=LIFTED).facts == (Coins("TOY-5", 0, 1),)


def test_what_is_not_old_is_not_lifted(match: Recorder) -> None:
    assert [decoded(stored, {}, LIFTED) for stored in match.scribe.rows] == match.bodies


def test_steps_are_lifted_and_boxes_stay_boxes(match: Recorder) -> None:
    body = re.sub(rb'\{"step":"Turn","seat":(\d)\}', rb'{"step":"Move","player":\1}', bytes(match.scribe.rows[2].body))
    assert b'"Move"' in body
    old = row(match, 3, body=msgspec.Raw(body))
    assert decoded(old, game=LIFTED) == match.bodies[2]
    hidden = decoded(replace(old, openings=(None, None)), game=LIFTED)
    assert hidden.sealed_move is not None
    assert not hidden.sealed_move.known


def test_what_lies_in_a_box_is_lifted_too(match: Recorder) -> None:
    """The opening keeps the bytes that were committed to; what is read from it is in today's shape."""
    stored = row(match, PLEDGE)
    old = Opening("5a17", '{"type":"hunch","at":1}')
    game = replace(TOY, lifts={"hunch": lift_hunch})
    vault: Vault = {}
    body = decoded(replace(stored, openings=(old, None)), vault, game)
    assert body.sealed_move == Secret((2, 0), (0,), "", Guess(1))
    assert vault[2, 0] == old
    with pytest.raises(Damaged):
        decoded(replace(stored, openings=(old, None)))


def test_what_is_opened_beside_an_old_fact_keeps_its_bytes(match: Recorder) -> None:
    """Row 5 shows the guesses: their commitments must still hold."""
    body = bytes(match.scribe.rows[4].body).replace(b'"type":"Guessed"', b'"type":"Hunched"')
    game = replace(TOY, lifts={"Hunched": lift_hunched})
    assert decoded(row(match, 5, body=msgspec.Raw(body)), dict(match.log().vault), game) == match.bodies[4]


def test_a_log_of_old_rows_folds_to_the_same_state(match: Recorder) -> None:
    rows = rows_of(
        match, EARNED, bytes(with_body(match, EARNED, NEW_FACT, OLD_FACT).body).replace(b'"coins"', b'"amount"')
    )
    assert Log(LIFTED, rows).state() == match.state


@pytest.mark.parametrize(
    "fact",
    [
        b'{"type":"Jewels"}',
        b'{"type":"Jewels","rule":"TOY-5","whose":"third","worth":1}',
        b'{"type":"Jewels","rule":"TOY-5","whose":[],"worth":1}',
        b'{"type":"Rubies"}',
        b'{"type":["Jewels"]}',
        b'{"type":{}}',
    ],
)
def test_what_cannot_be_lifted_is_damage(match: Recorder, fact: bytes) -> None:
    with pytest.raises(Damaged, match="unreadable_row"):
        decoded(with_body(match, EARNED, NEW_FACT, fact), game=LIFTED)
    with pytest.raises(Damaged, match="unreadable_row"):
        decoded(with_body(match, EARNED, NEW_FACT, b"[" * 50_000 + b"]" * 50_000), game=LIFTED)


def test_an_error_quotes_nothing_of_what_lies_in_a_box(match: Recorder) -> None:
    """It may go to somebody who may not look into it."""
    stored = row(match, PLEDGE)
    for secret in (b'"my secret"', b'{"my secret":"my secret"}', b'[0,"my secret"]', b"my secret"):
        openings = tuple(None if one is None else replace(one, value=secret.decode()) for one in stored.openings)
        with pytest.raises(Damaged) as found:
            decoded(replace(stored, openings=openings))
        assert "my secret" not in str(found.value), secret
        assert found.value.why == "unreadable_row"
        assert "my secret" not in sentence(found.value.elsewhere(), "en")
