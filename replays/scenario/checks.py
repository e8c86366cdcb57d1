"""Does what a scenario expects at one moment hold there?"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import HeraldError, Refused
from core.kernel.language.words import Words
from replays.scenario.counts import Paths
from replays.scenario.decoding import Value
from replays.scenario.entry import ALL, PUBLIC, Check, Moves, Refusal, Then
from replays.scenario.facts import fact_differences, read_pattern, show_fact
from replays.scenario.given import Position
from replays.scenario.map import map_differences, map_of, read_cell, word_differences
from replays.scenario.moves import INCOMPLETE, WHICH, Asking, is_general, named_before
from replays.scenario.values import Difference
from replays.scenario.written import Written, is_table, key, text_of


class Moment(Struct, frozen=True):
    """What a check looks at: what may be done now, and what was and what followed since the check before it."""

    position: Position
    asking: Asking
    before: Value  # the table then
    facts: Sequence[Value]
    words: Words | None
    later: bool = False  # is it about what followed after an earlier check?

    def differences(self, check: Check) -> Iterator[Difference]:
        """Everything that the check says and that is not so."""
        then, entry = check.then, f"{check.place}then"
        yield from self._on_the_table(then, entry)
        yield from self._on_cells(then, f"{entry}.cells")
        for found in (*self._since(then, entry), *self._followed(then, f"{entry}.facts")):
            yield replace(found, since=self.later)
        yield from self._seen(then, f"{entry}.view")
        yield from self._asked(then, f"{entry}.asked")
        for name, moves in then.moves.items():
            seat = self.position.values.seat(name, f"{entry}.moves")
            yield from self._moves(seat, moves, f"{entry}.moves.{key(name)}")
        for number, refusal in enumerate(check.refused, 1):
            yield from self._refusal(refusal, f"{check.place}refused {number}: {refusal.move}")

    @property
    def _table(self) -> Value:
        return self.asking.state.table

    def _on_the_table(self, then: Then, entry: str) -> Iterator[Difference]:
        position, table, values = self.position, self._table, self.position.values
        yield from map_differences(position.game, then.map, position.fresh, table, f"{entry}.map")
        if then.table:
            told = position.with_others(table, then.table)
            yield from values.differences(position.game.table, then.table, told, f"{entry}.table")
        for number, name in enumerate(position.scenario.sides):
            for_all: Written = then.seats.get(ALL) if number < len(table.seats) else None
            hint, side = position.side(table, number)
            for expected in (for_all, then.seats.get(name)):
                if expected:
                    yield from values.of(number).differences(hint, expected, side, f"{entry}.{key(name)}")

    def _on_cells(self, then: Then, entry: str) -> Iterator[Difference]:
        """A cell's word, or what everybody sees of it, each by its name."""
        game = self.position.game
        for written, expected in then.cells.items():
            place = read_cell(written, entry)
            at = f"{entry}.{key(place)}"
            if not is_table(expected):
                yield from word_differences(game, place, str(expected), self.position.fresh, self._table, at)
                continue
            found = map_of(game, entry).look(game.view(self._table, None), place)
            yield from self.position.values.differences(type(found), expected, found, at)

    def _since(self, then: Then, entry: str) -> Iterator[Difference]:
        paths = Paths(self.position)
        yield from paths.changes(then.unchanged, self.before, self._table, f"{entry}.unchanged")
        yield from paths.counted(then.count, self.before, self._table, f"{entry}.count")

    def _seen(self, then: Then, entry: str) -> Iterator[Difference]:
        for viewer, expected in then.view.items():
            seat = None if viewer == PUBLIC else self.position.values.seat(viewer, entry)
            seen = self.position.game.view(self.position.with_others(self._table, expected), seat)
            yield from self.position.values.differences(type(seen), expected, seen, f"{entry}.{key(viewer)}")

    def _followed(self, then: Then, entry: str) -> Iterator[Difference]:
        values = self.position.values
        if then.facts == () and self.facts:
            happened = [show_fact(values.codes, fact) for fact in self.facts]
            return iter([Difference(entry, text_of([]), text_of(happened), "facts_there")])
        places = [(f"{entry} {number}", text) for number, text in enumerate(then.facts or (), 1)]
        patterns = [(place, read_pattern(self.position.game, values, text, place)) for place, text in places]
        return fact_differences(patterns, self.facts, values)

    def _asked(self, then: Then, entry: str) -> Iterator[Difference]:
        if then.asked is not None:
            seats = self.asking.seats
            wanted = [seats[seat] for seat in sorted({self._player(name, entry) for name in then.asked})]
            if set(wanted) != set(self.asking.asked):
                yield Difference(entry, text_of(wanted), text_of([*self.asking.asked]))

    def _moves(self, seat: int, moves: Moves, entry: str) -> Iterator[Difference]:
        for text in moves.contain:
            why = self.asking.problem(seat, text)
            if why is not None:
                yield Difference(f"{entry}: {text}", "", "", _why_not(why, "not_legal"), self._said(why))
        for text in moves.lack:
            why = self.asking.problem(seat, text)
            if why is None or why.why == WHICH:
                yield Difference(f"{entry}: {text}", "", "", "legal")
            elif not isinstance(why, Refused):  # a text that is no move of the game at all proves nothing
                yield Difference(f"{entry}: {text}", "", text_of(why.why), _why_not(why, "no_move"), self._said(why))
        if moves.exactly is not None:
            wanted = [self.asking.canonical(seat, text) for text in moves.exactly]
            legal = self.asking.all_legal(seat, f"{entry}.exactly")
            if {*wanted} != {*legal}:
                yield Difference(f"{entry}.exactly", text_of(wanted), text_of(legal))

    def _refusal(self, refusal: Refusal, entry: str) -> Iterator[Difference]:
        """A rule must refuse the move, and just the one that is named."""
        seat, move = self._whose(refusal, entry)
        why = self.asking.problem(seat, move)
        if why is None or (why.why == WHICH and refusal.why != WHICH):
            yield Difference(entry, "", "", "legal")
        elif not isinstance(why, Refused) and refusal.why != why.why:
            yield Difference(entry, "", text_of(why.why), "no_move", self._said(why))
        elif is_general(why) and refusal.rule is None and not refusal.why:
            yield Difference(entry, "", text_of(why.why), "no_rule", self._said(why))
        else:
            yield from self._other_refusal(refusal, why, entry)

    def _whose(self, refusal: Refusal, entry: str) -> tuple[int, str]:
        """Return the seat and its move; a name may stand before the move, as in `when`."""
        if refusal.seat:
            return self._player(refusal.seat, entry), refusal.move
        seat, typed = named_before({name: at for at, name in enumerate(self.asking.seats)}, refusal.move)
        return (self.asking.only_seat(entry) if seat is None else seat), typed

    def _other_refusal(self, refusal: Refusal, why: HeraldError, entry: str) -> Iterator[Difference]:
        """Is it refused for what the scenario says?"""
        rule, need, have = (why.rule, why.need, why.have) if isinstance(why, Refused) else ("", None, None)
        found = {"rule": rule, "why": why.why, "need": need, "have": have}
        for name, there in found.items():
            wanted = getattr(refusal, name)
            if wanted in {None, there} or (name == "why" and not wanted):
                continue
            kind, said = ("not_counted", "") if there is None else ("other_refusal", text_of(there))
            yield Difference(f"{entry}: {name}", text_of(wanted), said, kind, self._said(why))

    def _player(self, name: Written, entry: str) -> int:
        return self.position.values.seat(name, entry)

    def _said(self, problem: HeraldError) -> str:
        return self.asking.said(problem, self.words, self.position.scenario.sides)


def _why_not(problem: HeraldError, why: str) -> str:
    """Return the sentence for a text that is no legal move: one of its own for what only begins a move."""
    return "incomplete" if problem.why in INCOMPLETE else why
