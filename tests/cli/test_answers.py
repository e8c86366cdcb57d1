"""Requests and their answers: every yes is to the row that its giver has seen, and to no other."""

from pathlib import Path

import pytest

from core.kernel.errors import Refused
from store.acts import Act
from store.matches import Matches
from store.port import EventStore
from store.sqlite.adapter import open_store
from tests.cli.conftest import Herald, listed, turn
from tests.cli.screen import Screen
from tests.cli.test_completion import offered
from tests.replays.tables import Clock, entropy_of


def asks(run: Herald, match: str, seat: str = "Ana", to: int = 5) -> int:
    """A seat asks to go back; the row that asks."""
    said = run("undo", match, "--as", seat, "--to", str(to), "--json")
    assert said.code == 0, said.err
    return int(str(said.json["last"]))


def row_of(run: Herald, match: str) -> object:
    return run("show", match, "--json").json["row"]


@pytest.mark.parametrize("word", ["agree", "decline"])
def test_an_answer_names_the_row(run: Herald, acting: str, word: str) -> None:
    nothing = run(word, "--json")
    assert (nothing.code, nothing.error["why"]) == (2, "nothing_asked")
    row = asks(run, acting)
    for words in ((word,), (word, acting), (word, "@", "--as", "Bo")):
        said = run(*words)
        assert said.code == 2
        assert f"`herald {word} {row}`" in said.err
        french = run(*words, "--lang", "fr").err
        assert french.startswith("Nommez la ligne")
        assert f"`herald {word} {row}`" in french
    unclear = run(word, "--json")
    assert (unclear.error["why"], unclear.error["row"]) == ("which_request", row)
    assert row_of(run, acting) == row
    assert run(word, str(row), "--json").error["why"] == "which_seat"
    assert run(word, str(row), "--as", "Bo").code == 0


def test_the_match_can_be_named_too(run: Herald, acting: str) -> None:
    row = asks(run, acting)
    run("new", "medieval", "Cy", "Di")
    assert run("agree", str(row), "--as", "Di").code == 2, "the match used last has no such row"
    assert run("agree", acting, str(row), "--as", "Bo").code == 0


def test_a_later_request_does_not_ride_on_an_earlier_yes(run: Herald, acting: str) -> None:
    """What Bo agrees to is what Bo has seen: not what Ana asked for meanwhile."""
    seen = asks(run, acting, to=4)
    assert run("decline", acting, str(seen), "--as", "Ana").code == 0
    later = asks(run, acting, to=1)
    said = run("agree", acting, str(seen), "--json", "--as", "Bo")
    assert (said.code, said.error["why"], said.error["have"]) == (3, "request_closed", seen)
    assert row_of(run, acting) == later
    agreed = run("agree", acting, str(later), "--json", "--as", "Bo").json
    about = listed(agreed["rows"])[0]["about"]
    assert isinstance(about, dict)
    assert (about["kind"], about["row"], agreed["class"]) == ("agree", later, "consent")
    assert run("verify", acting).code == 0


@pytest.mark.parametrize("second", [("undo", "--to", "3"), ("give-up",)])
@pytest.mark.parametrize("seat", ["Ana", "Bo"])
def test_a_second_request_does_not_take_the_place_of_the_first(
    run: Herald, acting: str, seat: str, second: tuple[str, ...]
) -> None:
    """It is refused, and the one that waits is named: of the same seat or of another."""
    first = asks(run, acting, "Ana", to=4)
    said = run(second[0], acting, *second[1:], "--as", seat, "--json")
    assert (said.code, said.error["why"], said.error["have"]) == (3, "request_waits", first)
    french = run(second[0], acting, *second[1:], "--as", seat, "--lang", "fr").err
    assert f"la ligne {first} demande déjà" in french
    assert run("decline", acting, str(first), "--as", "Ana").code == 0
    assert run(second[0], acting, *second[1:], "--as", seat).code == 0


def test_only_the_row_that_waits_is_answered(run: Herald, acting: str) -> None:
    row = asks(run, acting)
    for number, code, why in ((5, 3, "no_request"), (99, 2, "no_such_row"), (0, 2, "no_such_row")):
        for word in ("agree", "decline"):
            said = run(word, acting, str(number), "--as", "Bo", "--json")
            assert (said.code, said.error["why"]) == (code, why), number
    assert run("agree", acting, "five", "--json").error["why"] == "not_integer"
    own = run("agree", acting, str(row), "--as", "Ana", "--json")
    assert (own.code, own.error["why"]) == (3, "already_answered")
    assert run("decline", acting, str(row), "--as", "Bo").code == 0
    assert run("agree", acting, str(row), "--as", "Bo", "--json").error["why"] == "request_closed"
    lapsed = asks(run, acting)
    assert run("move", acting, "pass", "--as", turn(run, acting)).code == 0
    assert run("agree", acting, str(lapsed), "--as", "Bo", "--json").error["why"] == "request_closed"


def test_who_asks_can_withdraw(run: Herald, acting: str) -> None:
    asked = run("undo", acting, "--as", "Ana", "--to", "5").out
    assert "\nYou can withdraw it with `herald decline 8 --as Ana`.\n" in asked
    assert "vous" in run("show", acting, "--as", "Ana", "--lang", "fr").out.casefold()
    said = run("decline", "8", "--as", "Ana")
    assert said.code == 0
    assert "   9  Ana  withdraws the request of row 8" in said.out
    assert "retire la demande de la ligne 8" in run("log", acting, "--lang", "fr").out
    assert run("show", acting, "--json").json["request"] is None
    assert run("agree", "8", "--as", "Bo", "--json").error["why"] == "request_closed"
    assert run("verify", acting).code == 0


def test_a_name_is_told_as_a_shell_takes_it(run: Herald) -> None:
    run("new", "medieval", "J. R.", "Bo")
    run("move", "monarch 1", "--as", "J")
    run("move", "monarch 2", "--as", "Bo")
    assert "--as 'J. R.'`" in run("undo", "--as", "J. R.", "--to", "1").out


def test_the_row_is_offered(run: Herald, acting: str) -> None:
    assert offered("agree", "") == [acting]
    row = asks(run, acting)
    for word in ("agree", "decline"):
        assert offered(word, "") == [str(row), acting]
        assert offered(word, acting, "") == [str(row)]
        assert offered(word, acting, "9") == []


@pytest.mark.here_alone
def test_an_answer_that_is_overtaken_is_decided_again(run: Herald, acting: str, db: Path) -> None:
    """Between the look and the answer another process lets Ana ask for something else."""
    first = asks(run, acting, to=4)
    with open_store(db) as store, open_store(db) as other:
        matches = Matches(store, lambda: _meanwhile(other, acting), entropy_of("late"))
        with pytest.raises(Refused, match="request_closed"):
            matches.answer(acting, Act("Bo"), first, agree=True)
    assert "agrees" not in run("log", acting).out


def _meanwhile(store: EventStore, match: str) -> int:
    """Asked for the time, the clock lets Ana be quicker: she withdraws what she asked for, and asks for more."""
    matches = Matches(store, Clock(), entropy_of("quick"))
    pending = matches.log(match).history.pending
    assert pending is not None
    matches.answer(match, Act("Ana"), pending[0].seq, agree=False)
    matches.undo(match, Act("Ana"), 1)
    return 1_800_000_000


def test_at_the_terminal_yes_is_to_what_was_shown(run: Herald, acting: str) -> None:
    waiting = str(listed([run("show", acting, "--json").json])[0]["waiting"])
    me, other = ("Ana", "Bo") if "Ana" in waiting else ("Bo", "Ana")
    first = asks(run, acting, other, 4)
    screen = Screen("play", acting, "--as", me)
    screen.sees(f"{me}> ")
    assert run("decline", acting, str(first), "--as", other).code == 0
    later = asks(run, acting, other, 1)
    screen.types("yes")
    screen.sees("asks for nothing any more")
    screen.sees("back to row 1")
    screen.sees(f"{me}> ")
    assert row_of(run, acting) == later
    screen.types("no")
    screen.sees(f"declines row {later}")
    screen.types("quit")
    assert screen.ends() == 0


def test_at_the_terminal_no_withdraws_ones_own(run: Herald, acting: str) -> None:
    waiting = str(listed([run("show", acting, "--json").json])[0]["waiting"])
    me = "Ana" if "Ana" in waiting else "Bo"
    asks(run, acting, me)
    screen = Screen("play", acting, "--as", me)
    screen.sees(f"{me}> ")
    screen.types("yes")
    screen.sees("there is nothing to answer")
    screen.types("no")
    screen.sees("withdraws the request of row 8")
    screen.types("quit")
    assert screen.ends() == 0
