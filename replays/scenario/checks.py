"""Does what a scenario expects at one moment hold there?"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from core.kernel.errors import HeraldError, Refused
from core.kernel.language.words import Words
from replays.scenario.counts import Paths
from replays.scenario.decoding import Value, Written, is_table
from replays.scenario.entry import ALL, PUBLIC, Check, Moves, Refusal, Then
from replays.scenario.facts import fact_differences, read_pattern
from replays.scenario.given import Position
from replays.scenario.map import map_differences, map_of, read_cell, word_differences
from replays.scenario.moves import WHICH, Asking, is_general, listed
from replays.scenario.values import Difference


class Moment(Struct, frozen=True):
    """What a check looks at: what may be done now, and what was and what followed since the check before it."""

    position: Position
    asking: Asking
    before: Value  # the table then
    facts: Sequence[Value]
    words: Words | None

    def differences(self, check: Check) -> Iterator[Difference]:
        """Everything that the check says and that is not so."""
        then, entry = check.then, f"{check.place}then"
        yield from self._on_the_table(then, entry)
        yield from self._on_cells(then, f"{entry}.cells")
        yield from self._since(then, entry)
        yield from self._seen(then, f"{entry}.view")
        yield from self._followed(then, f"{entry}.facts")
        yield from self._asked(then, f"{entry}.asked")
        for name, moves in then.moves.items():
            yield from self._moves(self.position.values.seat(name, f"{entry}.moves"), moves, f"{entry}.moves.{name}")
        for number, refusal in enumerate(check.refused, 1):
            yield from self._refusal(refusal, f"{check.place}refused {number}: {refusal.move}")

    @property
    def _table(self) -> Value:
        return self.asking.state.table

    def _on_the_table(self, then: Then, entry: str) -> Iterator[Difference]:
        position, table, values = self.position, self._table, self.position.values
        yield from map_differences(position.game, then.map, position.fresh, table, f"{entry}.map")
        yield from values.differences(position.game.table, then.table, table, f"{entry}.table")
        for number, name in enumerate(position.scenario.sides):
            for_all: Written = then.seats.get(ALL, {}) if number < len(table.seats) else {}
            for expected in (for_all, then.seats.get(name, {})):
                hint, side = position.side(table, number)
                yield from values.of(number).differences(hint, expected, side, f"{entry}.{name}")

    def _on_cells(self, then: Then, entry: str) -> Iterator[Difference]:
        """A cell's word, or what everybody sees of it, each by its name."""
        game = self.position.game
        for key, expected in then.cells.items():
            place = read_cell(key, entry)
            if not is_table(expected):
                fresh = self.position.fresh
                yield from word_differences(game, place, str(expected), fresh, self._table, f"{entry}.{place}")
                continue
            found = map_of(game, entry).look(game.view(self._table, None), place)
            yield from self.position.values.differences(type(found), expected, found, f"{entry}.{place}")

    def _since(self, then: Then, entry: str) -> Iterator[Difference]:
        paths = Paths(self.position)
        yield from paths.changes(then.unchanged, self.before, self._table, f"{entry}.unchanged")
        yield from paths.counted(then.count, self.before, self._table, f"{entry}.count")

    def _seen(self, then: Then, entry: str) -> Iterator[Difference]:
        for viewer, expected in then.view.items():
            seat = None if viewer == PUBLIC else self.position.values.seat(viewer, entry)
            seen = self.position.game.view(self._table, seat)
            yield from self.position.values.differences(type(seen), expected, seen, f"{entry}.{viewer}")

    def _followed(self, then: Then, entry: str) -> Iterator[Difference]:
        values = self.position.values
        places = [(f"{entry} {number}", text) for number, text in enumerate(then.facts, 1)]
        patterns = [(place, read_pattern(self.position.game, values, text, place)) for place, text in places]
        return fact_differences(patterns, self.facts, values)

    def _asked(self, then: Then, entry: str) -> Iterator[Difference]:
        if then.asked is not None:
            seats = self.asking.seats
            wanted = [seats[seat] for seat in sorted({self._player(name, entry) for name in then.asked})]
            if set(wanted) != set(self.asking.asked):
                yield Difference(entry, listed(wanted), listed(self.asking.asked))

    def _moves(self, seat: int, moves: Moves, entry: str) -> Iterator[Difference]:
        for text in moves.contain:
            why = self.asking.refused(seat, text)
            if why is not None:
                yield Difference(f"{entry}: {text}", "legal", self._said(why), "not_legal")
        for text in moves.lack:
            why = self.asking.refused(seat, text)
            if why is None:
                yield Difference(f"{entry}: {text}", "not legal", "legal", "legal")
            elif not isinstance(why, Refused):  # a text that is no move of the game at all proves nothing
                yield Difference(f"{entry}: {text}", "not legal", self._said(why), "no_move")
        legal = self.asking.legal(seat)
        if moves.exactly is not None and sorted(moves.exactly) != sorted(legal):
            yield Difference(entry, listed(moves.exactly), listed(legal))

    def _refusal(self, refusal: Refusal, entry: str) -> Iterator[Difference]:
        """A rule must refuse the move, and just the one that is named."""
        seat = self._player(refusal.seat, entry) if refusal.seat else self.asking.only_seat(entry)
        why = self.asking.problem(seat, refusal.move)
        if why is None or (why.why == WHICH and refusal.why != WHICH):
            yield Difference(entry, "refused", "a legal move", "legal")
        elif not isinstance(why, Refused) and refusal.why != why.why:
            yield Difference(entry, "refused", self._said(why), "no_move")
        elif is_general(why) and not (refusal.rule or refusal.why):
            yield Difference(entry, "refused", self._said(why), "no_rule")
        else:
            yield from self._other_refusal(refusal, why, entry)

    def _other_refusal(self, refusal: Refusal, why: HeraldError, entry: str) -> Iterator[Difference]:
        """Is it refused for what the scenario says?"""
        rule, need, have = (why.rule, why.need, why.have) if isinstance(why, Refused) else ("", None, None)
        for wanted, found in ((refusal.rule, rule), (refusal.why, why.why), (refusal.need, need), (refusal.have, have)):
            if wanted not in {"", None, found}:
                yield Difference(entry, str(wanted), self._said(why), "other_refusal")

    def _player(self, name: Written, entry: str) -> int:
        return self.position.values.seat(name, entry)

    def _said(self, problem: HeraldError) -> str:
        return self.asking.said(problem, self.words, self.position.scenario.sides)
