"""A toy game that needs every word of the kernel: pledges, guesses, lanterns and coins.

Each seat pledges a number in secret; the pledges are opened at the end. In every round all guess a number at once, and
who alone guessed highest earns coins. Then each seat in turn earns a coin or two, or draws a lantern. Whoever has too
many coins must spend some at once, in whosever turn it is.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.game import Game, Viewer
from core.kernel.rules.chance import Draw, Drawn, Stream
from core.kernel.rules.counting import Counted
from core.kernel.rules.marks import Name, Seat
from core.kernel.rules.piles import counted
from core.kernel.rules.result import Ended as AnyEnded
from core.kernel.rules.result import Result
from core.kernel.rules.secret import Opened, Secret, opened
from core.kernel.rules.shown import own
from core.kernel.rules.step import Auto, Blocked, Chance, Fact, Move, Next, Offer, SealedChoice, SeatChoice, SeatFact
from core.kernel.rules.table import Settled
from core.kernel.rules.table import Table as AnyTable
from core.kernel.rules.value import Value
from core.kernel.setup.edition import Editions, Named
from core.kernel.setup.options import Joined, Number
from core.kernel.setup.rulings import Id

LANTERNS = ("amber", "azure", "coral", "jade", "pearl")
PLAYERS = (2, 3)
ROUNDS = 3
MOST = 3  # the highest pledge or guess
THREE = 3
PURSE = 4  # with so many coins one must spend


class Rulings(Struct, frozen=True):
    guesses: Annotated[Literal["locked", "revisable"], Id("TOY-R1")]
    lanterns: Annotated[Literal["drawn", "none"], Id("TOY-R2")]
    omens: Annotated[Literal["none", "seen"], Id("TOY-R3")]  # each seat sees one of its own in every round


class Options(Struct, frozen=True):
    purse: Annotated[str, Number(("empty",))]  # how many coins everybody begins with
    crowd: Literal["any", "three"]  # who may sit there at all
    bag: Annotated[str, Joined(THREE, LANTERNS, words=("full",))]  # the lanterns that are there


class Guess(Move, frozen=True, tag="guess"):
    number: int


class Earn(Move, frozen=True, tag="earn"):
    coins: int


class Light(Move, frozen=True, tag="light"):
    pass


class Spend(Move, frozen=True, tag="spend"):
    coins: int


class Player(Value, frozen=True, omit_defaults=True):
    coins: int = 0
    lanterns: tuple[str, ...] = ()
    pledge: Secret[Guess] | None = None
    guess: Secret[Guess] | None = None
    omen: Secret[Drawn] | None = None


class Table(AnyTable[Rulings, Options, Named], frozen=True):
    editions = Editions("tests.support.toy.data", Named, {"lantern": LANTERNS})
    seats: tuple[Player, ...]
    bag: tuple[str, ...] = LANTERNS
    round: int = 0

    def components(self) -> dict[str, int]:
        return counted([self.bag, *(p.lanterns for p in self.seats)])


class RoundBegan(Fact[Table], frozen=True):
    round: int

    def on(self, t: Table) -> Table:
        return replace(t, round=self.round, seats=tuple(replace(p, guess=None) for p in t.seats))


class Pledged(SeatFact[Table, Player], frozen=True):
    puts = ("pledge",)
    pledge: Secret[Guess]


class Guessed(SeatFact[Table, Player], frozen=True):
    puts = ("guess",)
    guess: Secret[Guess]


class GuessesShown(Fact[Table], frozen=True):
    guesses: tuple[Opened[Guess], ...]
    best: int | None  # the seat that guessed highest, if it is alone


class Coins(Counted[Table, Player], frozen=True):
    adds = {"coins": "amount"}
    source = "toy"
    amount: int


class Lit(SeatFact[Table, Player], frozen=True):
    lantern: Annotated[str, Name("lantern")]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), bag=tuple(lantern for lantern in t.bag if lantern != self.lantern))

    def change(self, p: Player) -> Player:
        return replace(p, lanterns=(*p.lanterns, self.lantern))


class Foreseen(SeatFact[Table, Player], frozen=True):
    puts = ("omen",)
    omen: Secret[Drawn]


class Ended(AnyEnded[Table], frozen=True):
    pledges: tuple[Opened[Guess], ...]
    scores: tuple[int, ...]


class Numbers(SealedChoice[Table, Guess], frozen=True):
    def check(self, t: Table, seat: int, move: Guess, *, whole: bool = True) -> Blocked | None:
        if 0 <= move.number <= MOST:
            return None
        return Blocked("TOY-1", "number_too_high", need=MOST, have=move.number)

    def sample(self, t: Table, seat: int, dice: Stream) -> Guess:
        return Guess(dice.below(MOST + 1))


class Pledging(Numbers, SealedChoice[Table, Guess], frozen=True):
    rule: ClassVar[str] = "TOY-1"

    takes_in = Pledged


class Guessing(Numbers, SealedChoice[Table, Guess], frozen=True):
    rule: ClassVar[str] = "TOY-2"

    takes_in = Guessed

    def again(self, t: Table) -> bool:
        return t.rulings.guesses == "revisable"


class ShowGuesses(Auto[Table], frozen=True):
    rule: ClassVar[str] = "TOY-2"

    def then(self, t: Table) -> Next:
        numbers = [p.guess.value.number for p in t.seats if p.guess is not None]
        best = numbers.index(max(numbers)) if numbers.count(max(numbers)) == 1 else None
        shown = GuessesShown(self.rule, opened(p.guess for p in t.seats), best)
        return [shown] if best is None else [shown, Coins("TOY-3", best, 2)]


class Round(Auto[Table], frozen=True):
    rule: ClassVar[str] = "TOY-4"
    number: int

    def then(self, t: Table) -> Next:
        if self.number > ROUNDS:
            return [Finish()]
        omens, turns = map(Omen, range(t.players)), map(Turn, range(t.players))
        return [RoundBegan(self.rule, self.number), *omens, Guessing(), ShowGuesses(), *turns, Round(self.number + 1)]


class Turn(SeatChoice[Table, Earn | Light], frozen=True):
    rule: ClassVar[str] = "TOY-5"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Earn | Light]]:
        yield Offer(Earn(1))
        yield Offer(Earn(2))
        yield Offer(Earn(3), Blocked("TOY-5", "too_many_coins", need=2, have=3))
        yield Offer(Light(), None if t.bag else Blocked("TOY-6", "no_lantern_left", have=0))

    def resolve(self, t: Table, seat: int, move: Earn | Light) -> Next:
        return [Coins(self.rule, seat, move.coins)] if isinstance(move, Earn) else [Lantern(seat)]


class Lantern(Chance[Table], frozen=True):
    rule: ClassVar[str] = "TOY-6"
    seat: Seat

    def draw(self, t: Table) -> Draw | None:
        return Draw(f"lantern for {self.seat}", t.bag, 1) if t.bag and t.rulings.lanterns == "drawn" else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [Lit(self.rule, self.seat, drawn[0])]


class Omen(Chance[Table], frozen=True):
    rule: ClassVar[str] = "TOY-9"
    seat: Seat

    def draw(self, t: Table) -> Draw | None:
        return Draw(f"omen for {self.seat}", LANTERNS, 1, by=(self.seat,)) if t.rulings.omens == "seen" else None

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [Foreseen(self.rule, self.seat, drawn)]


class Spending(SeatChoice[Table, Spend], frozen=True):
    rule: ClassVar[str] = "TOY-7"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Spend]]:
        have = t.seats[seat].coins
        yield from (Offer(Spend(coins)) for coins in range(1, have + 1))
        yield Offer(Spend(have + 1), Blocked(self.rule, "too_few_coins", need=have + 1, have=have))

    def resolve(self, t: Table, seat: int, move: Spend) -> Next:
        return [Coins(self.rule, seat, -move.coins)]


class Finish(Auto[Table], frozen=True):
    rule: ClassVar[str] = "TOY-8"

    def then(self, t: Table) -> Next:
        scores = tuple(p.coins + len(p.lanterns) for p in t.seats)
        return [Ended(self.rule, opened(p.pledge for p in t.seats), scores)]


class SeatView(Struct, frozen=True):
    coins: int
    lanterns: tuple[str, ...]
    pledge: int | None
    guess: int | None
    has_pledged: bool
    has_guessed: bool
    omen: str | None


class View(Struct, frozen=True):
    viewer: int | None
    round: int
    bag: tuple[str, ...]
    seats: tuple[SeatView, ...]
    end: Result | None


def view(t: Table, viewer: Viewer) -> View:
    def seat(p: Player) -> SeatView:
        pledge, guess, omen = own(p.pledge, viewer), own(p.guess, viewer), own(p.omen, viewer)
        pledged, guessed = pledge.number if pledge else None, guess.number if guess else None
        return SeatView(p.coins, p.lanterns, pledged, guessed, bool(p.pledge), bool(p.guess), omen[0] if omen else None)

    return View(viewer, t.round, t.bag, tuple(map(seat, t.seats)), t.end)


def new(setup: Settled[Rulings, Options]) -> tuple[Table, Next]:
    options = setup.options
    coins = int(options.purse) if options.purse.isdecimal() else 0
    setup.refuse("purse", when=coins >= PURSE)
    setup.refuse("crowd", when=options.crowd == "three" and setup.players < THREE)
    bag = LANTERNS if options.bag == "full" else tuple(options.bag.split("+"))
    return Table((Player(coins),) * setup.players, bag, setup=setup), (Pledging(), Round(1))


def owed(t: Table) -> Spending | None:
    return next((Spending(seat) for seat, p in enumerate(t.seats) if p.coins >= PURSE), None)


def thinker(_view: View, _seat: int) -> Callable[[Move], int]:
    return lambda move: getattr(move, "coins", 0)


TOY = GAME = Game.of(__name__, prefix="TOY")
