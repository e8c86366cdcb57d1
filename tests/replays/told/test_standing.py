"""How a match stands, told to a seat and to everybody, in both languages: at any row, with a request, at the end."""

import pytest

from core.games import game_named
from core.kernel.log.log import Log, Seen
from core.kernel.log.row import Request
from core.kernel.rules import engine
from core.kernel.rules.chance import stream
from replays import archive
from replays.told.standing import Standing, request, sentences, standing, waits_for, warning
from replays.told.telling import age
from replays.verify import checked
from tests.replays.tables import begin, club, go_on

BESIDE = {"lang", "scores"}


@pytest.fixture(scope="module")
def played() -> Log:
    with club() as matches:
        return go_on(matches, begin(matches, game_named("medieval"), 3, 2), stream("told", 1), 60, quarrels=25)


def told(seen: Seen, lang: str = "en", now: int = 0) -> list[str]:
    return [one.text for one in sentences(standing(seen, seen.reader, lang), now)]


def test_who_is_waited_for_is_told_at_every_row(played: Log) -> None:
    for number in range(1, played.head + 1, 3):
        for reader in (None, 0, 2):
            seen = played.at(number).seen_by(reader)
            found, ask = standing(seen, reader, "en"), engine.asked(seen.state())
            assert found.waiting == tuple(seen.seats[seat] for seat in ask.seats)
            assert found.row == number
            assert found.reader == (None if reader is None else seen.seats[reader])
            said = told(seen)
            assert said[0].startswith(
                "You must" if reader in ask.seats else "You may" if reader in ask.also else "Wait"
            )
            assert all(f" {found.must}" in text for text in said if text.startswith(("You", "Waiting")))
            for seat in ask.seats:
                assert seat == reader or any(seen.seats[seat] in text for text in said)


def test_the_document_is_the_struct_without_what_only_helps_to_show(played: Log) -> None:
    found = standing(played.seen_by(1), 1, "en")
    assert set(found.document()) == set(Standing.__struct_fields__) - BESIDE
    french = standing(played.seen_by(1), 1, "fr").document()
    assert {name for name, value in found.document().items() if french[name] != value} == {"must"}


def test_scores_are_what_the_table_says(played: Log) -> None:
    for number in range(2, played.head + 1, 7):
        seen = played.at(number).seen_by(None)
        counters = seen.game.counters(seen.state().table)
        assert standing(seen, None, "en").scores == {
            name: min(counters[seat, what] for what in seen.game.score) for seat, name in enumerate(seen.seats)
        }


def test_somebody_who_knows_no_more_than_everybody_can_be_told(played: Log) -> None:
    seen = played.seen_by(None)
    (seat, *_) = engine.asked(seen.state()).seats
    assert sentences(standing(seen, seat, "en"), 0)[0].text.startswith("You must")
    assert waits_for(seen, seat)


@pytest.mark.parametrize(
    ("seconds", "english", "french"),
    [
        (-5, "", ""),
        (59, "", ""),
        (60, "for 1 minute", "depuis 1 minute"),
        (7200, "for 2 hours", "depuis 2 heures"),
        (200_000, "for 2 days", "depuis 2 jours"),
    ],
)
def test_how_long_is_told_in_the_largest_unit(played: Log, seconds: int, english: str, french: str) -> None:
    assert (age(seconds, "en"), age(seconds, "fr")) == (english, french)
    seen = played.seen_by(None)
    for lang, words in (("en", english), ("fr", french)):
        (waiting, *_) = told(seen, lang, seen.bodies[-1].at + seconds)
        assert f"({words})" in waiting if words else "(" not in waiting


def test_a_request_is_told_until_it_is_answered(played: Log) -> None:
    rows = [row for row in played.bodies if isinstance(row.about, Request)]
    assert rows
    for row in rows:
        assert row.seat is not None
        seen = played.at(row.seq).seen_by(None)
        asked = request(seen)
        assert asked is not None
        assert standing(seen, None, "en").request == asked
        assert (asked.row, asked.seat) == (row.seq, seen.seats[row.seat])
        assert asked.seat not in asked.waiting
        assert asked.takes(asked.seat, agree=False)
        assert not asked.takes(asked.seat, agree=True)
        for name in asked.waiting:
            assert asked.takes(name, agree=True)
            assert waits_for(seen, seen.seat(name))
            assert name in told(seen)[-1]
        after = played.at(min(row.seq + 1, played.head)).seen_by(None)
        assert after.bodies[-1].kind in {"ask", "agree", "key"} or request(after) is None


@pytest.mark.parametrize("name", archive.index())
def test_the_end_of_a_match_tells_who_won(name: str) -> None:
    log, _ = checked(archive.read(name))
    for lang in ("en", "fr"):
        found = standing(log, log.reader, lang)
        (one,) = sentences(found, 0)
        assert found.over
        assert one.first
        assert found.result is not None
        assert all(log.seats[seat] in one.text for seat in found.result.winners)
        assert all(str(score) in one.text for score in found.result.scores)


def test_only_a_guessable_match_is_warned_of(played: Log) -> None:
    assert warning(played.seen_by(None), "en").startswith("Practice")
    assert warning(played.seen_by(0), "fr").startswith("Pour s’exercer")
    log, _ = checked(archive.read(next(iter(archive.index()))))
    assert bool(warning(log, "en")) == standing(log, None, "en").practice
