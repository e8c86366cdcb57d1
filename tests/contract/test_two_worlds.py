"""Nobody can tell two matches apart that differ in one hidden event, until something opens it."""

from typing import Any

import pytest
from msgspec.structs import replace

from core.games.medieval.facts import LeaderMissing, LeadersPlaced
from core.games.medieval.names import GENERAL
from core.games.medieval.rules.acquire import yield_of
from core.games.medieval.rules.gains import Gain
from core.games.medieval.rules.placement import PlaceLeaders
from core.kernel.rules.chance import stream
from core.kernel.rules.engine import AnyGame
from core.kernel.rules.step import Blocked
from tests.contract.doors import DOORS
from tests.contract.worlds import OFTEN, SELDOM, Compared, LeakError, compare, hidden_events, hides, hiding, lively
from tests.support.islands import Planning
from tests.support.matches import GAMES, PLAYED, PLAYED_TABLES, Terms, any_terms
from tests.support.recording import Recorder

MATCHES = 6
EVENTS = 5  # of each match; `make fuzz` goes on with other matches
DEALT_AT_ONCE = {"emara", "nobility"}  # games whose row 1 has draws that only some seats see


def compared(game: AnyGame, players: int, matches: int, rulings: dict[str, str] | None = None) -> Compared:
    """Compare events of some matches, each as a viewer who cannot see it."""
    found = Compared()
    for seed in range(matches):
        dice = stream("worlds", game.name, players, seed)
        terms = any_terms(game, players, dice) if rulings is None else Terms(rulings=rulings, options={})
        match = hiding(game, players, dice, 20 + dice.below(200), seed=f"seed {seed}", terms=terms)
        for number in range(EVENTS):
            hidden = {viewer: hidden_events(match.bodies, viewer) for viewer in (None, *range(players))}
            viewer = dice.pick([viewer for viewer, events in hidden.items() if events] or [None])
            try:
                if hidden[viewer]:
                    event = dice.pick(hidden[viewer]) if number else hidden[viewer][0]  # perhaps a draw of row 1
                    compare(match, event, viewer, dice, found)
            except LeakError as leak:
                leak.add_note(f"{game.name}, {players} players, match {seed}, {terms}")
                raise
    return found


@pytest.mark.parametrize(("name", "players"), [table for table in PLAYED_TABLES if hides(PLAYED[table[0]])])
def test_a_hidden_event_shows_through_no_door(name: str, players: int) -> None:
    matches = MATCHES // 2 if name in SELDOM else MATCHES  # those are played to the end
    found = compared(PLAYED[name], players, matches)
    assert found.events > 0.4 * matches * EVENTS, "some readings and options hide nothing"
    assert found.pairs == found.events - found.alone > 0.3 * matches * EVENTS
    assert found.opened + found.parted > 0.3 * found.pairs, "most events come to light in the end, and only then"
    assert found.rows > found.pairs
    assert (found.begun > 0) == (name in DEALT_AT_ONCE)
    assert found.moments > found.pairs
    for door, answers in found.seen.items():
        alone = players == 1  # the public cannot ask for anything, and who is asked sees it all
        assert len(answers) > 1 or alone, f"door {door!r} always says the same: it compares nothing"
    assert found.seen.keys() == DOORS.keys()


@pytest.mark.parametrize("players", [2, 4])
def test_a_settlers_card_that_only_its_player_knows_shows_through_no_door(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RTN-R29, in whole matches in which nothing else is hidden: what is dropped, taken and satisfied beside it."""
    monkeypatch.delitem(OFTEN, "nobility")
    found = compared(GAMES["nobility"], players, MATCHES // 2, {"open_holdings": "cards_hidden"})
    assert found.pairs == found.events == found.begun
    assert found.opened + found.parted > 0.3 * found.pairs
    assert found.rows > 20 * found.pairs


@pytest.mark.parametrize(("name", "players"), [table for table in PLAYED_TABLES if not hides(PLAYED[table[0]])])
def test_where_nothing_is_hidden_everybody_is_shown_the_same(name: str, players: int) -> None:
    game, dice = PLAYED[name], stream("open", name, players)
    match = lively(Recorder(game, players, seed="open", **any_terms(game, players, dice)), dice, 150).log()
    assert [row.seq for row in match.bodies if match.rows[row.seq - 1].commits] == [1], "only the seed lies in a box"
    for seat in range(players):
        assert match.redacted(seat) == match.redacted(None)


# --- planted leaks: would it be found? ------------------------------------------------------------------------------


def leak_of(game: AnyGame) -> str:
    """The door through which the first leak is found."""
    with pytest.raises(LeakError) as found:
        compared(game, 3, 6, {})
    return found.value.door


def test_a_view_that_counts_what_is_hidden_is_found() -> None:
    medieval = GAMES["medieval"]

    def counting(t: Any, viewer: int | None) -> Any:
        placed = [p.placement.value for p in t.seats if p.placement is not None and p.placement.known]
        return replace(medieval.view(t, viewer), reserve=sum(place.pieces.count("gold") for place in placed))

    assert leak_of(replace(medieval, view=counting)) == "view"


def test_an_agenda_that_carries_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hasty(self: Any, _t: Any, seat: int, answer: Any) -> Any:
        """As if each seat's income were scheduled when it places."""
        return [LeadersPlaced(self.rule, seat, answer), self, Gain(seat, yield_of(answer.value), self.rule)]

    monkeypatch.setattr(PlaceLeaders, "receive", hasty)
    assert leak_of(GAMES["medieval"]) == "row"


def test_a_fact_that_says_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def chatty(self: Any, _t: Any, seat: int, answer: Any) -> Any:
        told = LeaderMissing(self.rule, seat, GENERAL, answer.value.pieces[-1])
        return [LeadersPlaced(self.rule, seat, answer), told, self]

    monkeypatch.setattr(PlaceLeaders, "receive", chatty)
    assert leak_of(GAMES["medieval"]) == "row"


def test_a_refusal_that_mentions_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = PlaceLeaders.check

    def telling(self: Any, t: Any, seat: int, move: Any, *, whole: bool = True) -> Blocked | None:
        blocked = honest(self, t, seat, move, whole=whole)
        others = [p.placement.value for p in t.seats if p.placement is not None and p.placement.known]
        return replace(blocked, what=others[0].pieces[-1]) if blocked and others else blocked

    monkeypatch.setattr(PlaceLeaders, "check", telling)
    assert leak_of(GAMES["medieval"]) == "typed"


def test_legality_that_hangs_on_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = PlaceLeaders.check

    def jealous(self: Any, t: Any, seat: int, move: Any, *, whole: bool = True) -> Blocked | None:
        taken = {
            piece
            for p in t.seats
            if p.placement is not None and p.placement.known
            for piece in p.placement.value.pieces
        }
        alike = [piece for piece in move.pieces if piece in taken and piece[0].isupper()]
        return Blocked(self.rule, "terrain_not_in_use") if alike else honest(self, t, seat, move, whole=whole)

    monkeypatch.setattr(PlaceLeaders, "check", jealous)
    assert leak_of(GAMES["medieval"]) in {"words", "typed"}


def test_a_part_of_a_large_move_that_hangs_on_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Planning.parts

    def jealous(self: Any, t: Any, seat: int, at: Any) -> Any:
        taken = {p.plan.value.before for p in t.seats if p.plan is not None and p.plan.known}
        return [part for part in honest(self, t, seat, at) if part.value not in taken]

    monkeypatch.setattr(Planning, "parts", jealous)
    assert leak_of(PLAYED["islands"]) == "offers"


def test_a_view_that_shows_what_another_seat_drew_is_found() -> None:
    toy = GAMES["toy"]

    def peeking(t: Any, viewer: int | None) -> Any:
        omens = [p.omen.value[0] for p in t.seats if p.omen is not None and p.omen.known]
        return replace(toy.view(t, viewer), bag=tuple(sorted(omens)))

    with pytest.raises(LeakError) as found:
        compared(replace(toy, view=peeking), 3, 12, {"omens": "seen"})
    assert found.value.door in {"view", "board"}
