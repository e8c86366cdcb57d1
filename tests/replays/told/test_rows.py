"""Rows as a reader is told them: what was typed, what followed; undone ones, closed ones, in both languages."""

import re
from typing import Any

import msgspec
import pytest

from core.games import game_named
from core.kernel.log.history import undone
from core.kernel.log.kinds import KINDS
from core.kernel.log.log import Log
from core.kernel.rules.chance import stream
from replays import archive
from replays.told.rows import done, dropped, facts_told, row_told, rows_told, since_last_move
from replays.verify import checked
from tests.replays.tables import begin, club, go_on
from tests.support.matches import GAMES
from tests.support.recording import Recorder


@pytest.fixture(scope="module")
def quarrelled() -> Log:
    """A match of three with undos in it."""
    with club() as matches:
        return go_on(matches, begin(matches, game_named("medieval"), 3, 2), stream("told", 1), 60, quarrels=25)


@pytest.fixture(scope="module")
def closed() -> Log:
    """A match in which everybody answers in secret."""
    return Recorder(GAMES["toy"], 3).play(stream("told", 2), 12).log()


def test_a_row_says_who_what_and_what_followed(quarrelled: Log) -> None:
    seen = quarrelled.seen_by(None)
    for row, told in zip(seen.bodies, rows_told(seen, "en", 1, seen.head), strict=True):
        assert (told.row, told.kind, told.at, told.digest) == (row.seq, row.kind, row.at, seen.rows[row.seq - 1].digest)
        assert told.seat == (None if row.seat is None else seen.seats[row.seat])
        assert [fact.rule for fact in told.facts] == [fact.rule for fact in row.facts]
        assert (told.sentence is None) == KINDS[row.kind].decides == (told.long is not None)
        assert told.done == done(seen, row, "en") != ""
        if KINDS[row.kind].decides and row.move is not None:
            assert told.done.startswith(str(told.long))
            assert told.done.partition("#")[2] == row.text.partition("#")[2]


def test_both_languages_tell_of_the_same(quarrelled: Log) -> None:
    seen = quarrelled.seen_by(1)
    for english, french in zip(rows_told(seen, "en", 1, seen.head), rows_told(seen, "fr", 1, seen.head), strict=True):
        ours, theirs = english.document(), french.document()
        assert {name for name in ours if ours[name] != theirs[name]} <= {"sentence", "facts"}
        for one, other in zip(english.facts, french.facts, strict=True):
            assert (one.rule, one.fact) == (other.rule, other.fact)
        assert (english.sentence is None) == (french.sentence is None)
        assert english.sentence is None or english.sentence != french.sentence


def test_a_fact_stands_there_as_the_log_holds_it(quarrelled: Log) -> None:
    seen = quarrelled.seen_by(0)
    for row, stored in zip(seen.bodies, seen.rows, strict=True):
        held: list[Any] = msgspec.json.decode(stored.body, type=dict[str, Any]).get("facts", [])
        document = row_told(seen, row, "en").document()
        assert [fact["fact"] for fact in document["facts"]] == held
        foreseen = facts_told(seen, row.facts, "en")
        assert [fact.document() for fact in foreseen] == document["facts"], "facts that stand in no log yet are alike"


def test_an_undone_row_names_the_row_that_undid_it(quarrelled: Log) -> None:
    seen = quarrelled.seen_by(None)
    by = undone(seen.bodies)
    assert by
    for number, undoer in by.items():
        told = row_told(seen, seen.bodies[number - 1], "en", undoer)
        assert (told.undone_by, told.document()["undone_by"]) == (undoer, undoer)
        gone = dropped(seen, undoer, undoer)
        assert (number in [row.seq for row in gone]) == KINDS[seen.bodies[number - 1].kind].decides
    assert all("back to" in told.done for told in rows_told(seen, "en", 1, seen.head) if told.kind == "undo")


@pytest.mark.parametrize(("lang", "closed_word"), [("en", "closed"), ("fr", "caché")])
def test_a_closed_answer_is_told_to_its_seat_alone(closed: Log, lang: str, closed_word: str) -> None:
    known = opened = 0
    for row in closed.bodies:
        if row.sealed_move is None:
            continue
        assert row.seat is not None
        own, others = closed.at(row.seq).seen_by(row.seat), closed.at(row.seq).seen_by(None)
        mine, theirs = (row_told(seen, seen.bodies[-1], lang) for seen in (own, others))
        assert mine.sealed
        assert theirs.sealed
        assert str(mine.long) in mine.done
        if row.sealed_move.box not in own.opened:
            known += 1
            assert closed_word in mine.done
            assert theirs.done == f"({closed_word})"
            assert (theirs.move, theirs.long, theirs.text) == (None, None, None)
        later = row_told(closed.seen_by(None), closed.seen_by(None).bodies[row.seq - 1], lang)
        if later.long is not None:
            opened += 1
            assert later.long == mine.long
            assert closed_word not in later.done
    assert known
    assert opened


def test_what_came_since_a_seats_last_row(quarrelled: Log) -> None:
    for seat in range(3):
        seen = quarrelled.seen_by(seat)
        rows = since_last_move(seen, seat)
        assert seat not in {row.seat for row in rows}
        assert [row.seq for row in rows] == [
            row.seq for row in seen.bodies[(rows[0].seq - 1 if rows else seen.head) :] if row.seat is not None
        ]
    assert since_last_move(quarrelled.seen_by(None), None) == []


@pytest.mark.parametrize("name", archive.index())
def test_every_row_of_a_recorded_match_is_told(name: str) -> None:
    log, _ = checked(archive.read(name))
    for reader in (None, 0):
        seen = log.seen_by(reader)
        told = rows_told(seen, "fr", 1, seen.head)
        assert all(row.done and all(fact.sentence for fact in row.facts) for row in told)


CARDS = {
    ("nobility", "en"): (
        r"New in the tavern: settlers S\d\d \((Halflings|Humans|Elves|Dwarves|Green Elves|Trobits)\)",
        r"New in the town hall, slot \d: building B\d\d \(communal building\)",
        r"New in the town hall, slot \d: building B\d\d \((Scholars|Blacksmiths|Wizards|Merchants|Artists)\)",
    ),
    ("nobility", "fr"): (
        r"Nouveaux venus à la taverne\u202f: Colons S\d\d \((Halfelins|Humains|Elfes|Nains|Elfes verts|Trobits)\)",
        r"Nouveau à l’Hôtel de Ville, emplacement \d\u202f: Bâtiment B\d\d \(Bâtiment Collectif\)",
    ),
    ("crossing", "en"): (
        r"On s\d+ now: Lumberjack \((Foxes|Owls|Bears|Boars|Deer), \d+ coins\)",
        r"\w+ recruits from s\d+: \w+ \((Foxes|Owls|Bears|Boars|Deer), \d+ coins?\)",
    ),
    ("crossing", "fr"): (r"\w+ recrute en s\d+\u202f: [\w ’]+ \([\w ]+, \d+ pièces?\)",),
}


@pytest.mark.parametrize(("game", "lang"), CARDS)
def test_cards_that_bear_no_name_are_told_by_what_stands_on_them(game: str, lang: str) -> None:
    """Two characters of a calling are told apart, and a settlers card is more than its code."""
    seen = Recorder(GAMES[game], 2, seed="cards").play(stream("cards", game), 150).log().seen_by(None)
    told = [fact.sentence for row in rows_told(seen, lang, 1, seen.head) for fact in row.facts]
    for pattern in CARDS[game, lang]:
        assert any(re.fullmatch(pattern, sentence, re.IGNORECASE) for sentence in told), pattern
