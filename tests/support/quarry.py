"""A game of closed hands out of one deck: who has what is known at the end alone.

Each seat is dealt two stones in secret, all at once. Then each in turn, three times, digs (a stone that everybody
sees), hides (one that only this seat sees), or buries: it looks at two and puts them under the deck, in an order that
it alone knows. At the end all stones are opened; who holds most wins.
"""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.drawing.parts import Board, Panel
from core.kernel.game import Game, Setup, Viewer
from core.kernel.language.words import Words
from core.kernel.rules.chance import Draw, Drawn, split
from core.kernel.rules.marks import Seat, Vocabulary
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Opened, Secret, opened
from core.kernel.rules.step import (
    Auto,
    Chance,
    Move,
    Next,
    Offer,
    SealedChance,
    SealedDeal,
    SeatChoice,
)
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.rules.table import NoOptions, Settled
from core.kernel.setup.rulings import as_struct
from tests.support.toy import TOY, Rulings

STONES = tuple(f"stone{number:02}" for number in range(1, 31))
HAND = 2
ROUNDS = 3


class Dig(Move, frozen=True, tag="dig"):
    pass


class Hide(Move, frozen=True, tag="hide"):
    pass


class Bury(Move, frozen=True, tag="bury"):
    pass


class Player(Struct, frozen=True, omit_defaults=True):
    hand: Secret[Drawn] | None = None
    hidden: tuple[Secret[Drawn], ...] = ()
    dug: tuple[str, ...] = ()


class Table(Struct, frozen=True, omit_defaults=True):
    seats: tuple[Player, ...]
    setup: Settled[Rulings, NoOptions]
    under: tuple[Secret[Drawn], ...] = ()  # the deck, from the top down
    owed: tuple[tuple[int, int, bool], ...] = ()  # what a seat has still to be given: number, seat, is it buried?
    given: int = 0
    end: Result | None = None

    @property
    def sides(self) -> tuple[Player, ...]:
        return self.seats

    def vocabulary(self) -> Vocabulary:
        return {}

    @property
    def closed(self) -> tuple[Secret[Drawn], ...]:
        hands = [p.hand for p in self.seats if p.hand is not None]
        return (*hands, *(box for p in self.seats for box in p.hidden), *self.under)

    @property
    def deck(self) -> tuple[str, ...]:
        """What everybody knows of it: these, and some of them lie in closed boxes."""
        dug = {stone for p in self.seats for stone in p.dug}
        return tuple(stone for stone in STONES if stone not in dug)

    def with_seat(self, seat: int, changed: Player) -> "Table":
        return replace(self, seats=(*self.seats[:seat], changed, *self.seats[seat + 1 :]))


class Fact(AnyFact[Table], frozen=True, tag=True):
    seat: Seat


class Dealt(Fact, frozen=True, tag=True):
    hand: Secret[Drawn]

    def on(self, t: Table) -> Table:
        return t.with_seat(self.seat, replace(t.seats[self.seat], hand=self.hand))


class Dug(Fact, frozen=True, tag=True):
    stone: str

    def on(self, t: Table) -> Table:
        return t.with_seat(self.seat, replace(t.seats[self.seat], dug=(*t.seats[self.seat].dug, self.stone)))


class Wanted(Fact, frozen=True, tag=True):
    """A seat is to be given stones that it alone sees: what a fork asks for again where they are not known there."""

    buries: bool

    def on(self, t: Table) -> Table:
        number = t.given + len(t.owed)
        return replace(t, owed=(*t.owed, (number, self.seat, self.buries)))


class Given(Fact, frozen=True, tag=True):
    number: int
    stones: Secret[Drawn]

    def on(self, t: Table) -> Table:
        left = tuple(one for one in t.owed if one[0] != self.number)
        return replace(t, owed=left, given=t.given + 1)


class Hidden(Given, frozen=True, tag=True):
    def on(self, t: Table) -> Table:
        p = t.seats[self.seat]
        return super().on(t).with_seat(self.seat, replace(p, hidden=(*p.hidden, self.stones)))


class Buried(Given, frozen=True, tag=True):
    """The very box that was looked into goes under the deck: who looked knows its order, nobody else does."""

    def on(self, t: Table) -> Table:
        return replace(super().on(t), under=(*t.under, self.stones))


class Ended(AnyFact[Table], frozen=True, tag=True):
    stones: tuple[Opened[Drawn], ...]
    scores: tuple[int, ...]

    def on(self, t: Table) -> Table:
        ranks = tuple(1 + sum(other > score for other in self.scores) for score in self.scores)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        return replace(t, end=Result(self.scores, ranks, winners))


class Deal(SealedDeal[Table], frozen=True, tag=True):
    """Owed to whoever has no hand: to all at the beginning, in a fork to those whose hand is not known there."""

    rule: ClassVar[str] = "TOY-1"

    def draw(self, t: Table) -> Draw | None:
        hands = {seat: HAND for seat, p in enumerate(t.seats) if p.hand is None}
        return split("hands", t.deck, hands, t.closed) if hands else None

    def dealt(self, t: Table, hands: tuple[Secret[Drawn], ...]) -> Next:
        return [Dealt(self.rule, hand.by[0], hand) for hand in hands]


class Turn(SeatChoice[Table, Dig | Hide | Bury], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-2"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Dig | Hide | Bury]]:
        yield Offer(Dig())
        yield Offer(Hide())
        yield Offer(Bury())

    def resolve(self, t: Table, seat: int, move: Dig | Hide | Bury) -> Next:
        return [DigUp(seat)] if isinstance(move, Dig) else [Wanted(self.rule, seat, isinstance(move, Bury))]


class DigUp(Chance[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-3"
    seat: Seat

    def draw(self, t: Table) -> Draw:
        return Draw("dug", t.deck, 1, without=t.closed)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [Dug(self.rule, self.seat, drawn[0])]


class Give(SealedChance[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-4"
    number: int
    seat: Seat
    buries: bool

    def draw(self, t: Table) -> Draw:
        return Draw("given", t.deck, 2 if self.buries else 1, by=(self.seat,), without=t.closed)

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [(Buried if self.buries else Hidden)(self.rule, self.seat, self.number, drawn)]


class Round(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-5"
    number: int

    def then(self, t: Table) -> Next:
        if self.number <= ROUNDS:
            return [*(Turn(seat) for seat in range(len(t.seats))), Round(self.number + 1)]
        scores = tuple(len(p.dug) + len(p.hidden) + HAND for p in t.seats)
        return [Ended(self.rule, opened(t.closed), scores)]


class View(Struct, frozen=True):
    viewer: int | None
    dug: tuple[tuple[str, ...], ...]
    closed: tuple[tuple[str, ...] | int, ...]  # what the viewer sees, else how many boxes the seat could look into


def view(t: Table, viewer: Viewer) -> View:
    closed = tuple(box.value if box.known and viewer in box.by else box.by[0] for box in t.closed)
    return View(viewer, tuple(p.dug for p in t.seats), closed)


def _new(setup: Setup) -> tuple[Table, tuple[Any, ...]]:
    settled = Settled(len(setup.seats), as_struct(Rulings, setup.rulings), NoOptions(), setup.edition)
    return Table((Player(),) * len(setup.seats), settled), (Round(1),)


def _owed(t: Table) -> Deal | Give | None:
    if any(p.hand is None for p in t.seats):
        return Deal()
    return Give(*t.owed[0]) if t.owed else None


def _words(lang: str) -> Words:
    facts = dict.fromkeys(("Dealt", "Dug", "Wanted", "Hidden", "Buried"), "{seat}")
    moves = {"dig": "dig", "hide": "hide", "bury": "bury"}
    return Words(lang, "Quarry", {}, {**facts, "Ended": "the end"}, moves, {"Turn": "turn"}, {}, {})


def _board(v: View, _words: Words, seats: Sequence[str]) -> Board:
    return Board((Panel("closed", repr(v.closed)),), tuple(seats))


QUARRY: Game[Table, View] = Game(
    name="quarry",
    prefix=TOY.prefix,
    rules_version=TOY.rules_version,
    players=TOY.players,
    table=Table,
    facts=Dealt | Dug | Wanted | Hidden | Buried | Ended,
    moves=Dig | Hide | Bury,
    steps=Deal | Turn | DigUp | Give | Round,
    options=TOY.options,
    rulings=TOY.rulings,
    edition=TOY.edition,
    adopt=TOY.adopt,
    rule_texts=TOY.rule_texts,
    words=_words,
    new=_new,
    owed=_owed,
    vocabulary=Table.vocabulary,
    view=view,
    teller=lambda _view, words: words.move,
    board=_board,
    counters=lambda _: {},
    components=lambda _: {},
    result=lambda t: t.end,
    stage=lambda t: (sum(len(p.dug) for p in t.seats) + t.given,),
    openings=dict,
    thinker=lambda _view, _seat: lambda _move: 0,
)
