"""KIN-6 The morning (Phase du matin, p. 7): incomes, birds, the queen."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from core.games.crossing.facts.cards import QueenAwake
from core.games.crossing.facts.course import CollectionBegan
from core.games.crossing.moves import Collect, CollectAll
from core.games.crossing.names import BEAR, BOAR, DEER, FOX, GUILDS, OWL, CardId, GuildId
from core.games.crossing.rules.gains import Gain
from core.games.crossing.rules.structures import ability
from core.games.crossing.rules.tally import column
from core.games.crossing.table import Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.marks import Seat
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Choice, Next, Offer
from core.kernel.rules.value import Value

UNDER = {FOX: "KIN-6.3", OWL: "KIN-6.4", BEAR: "KIN-6.5", BOAR: "KIN-6.6", DEER: "KIN-6.7"}


def pairs(t: Table, seat: int, guild: GuildId) -> int:
    """KIN-6.2: how often a guild gives its income."""
    return column(t, t.sides[seat], guild) // t.edition.board.guild_cards


def guild_income(t: Table, seat: int, guild: GuildId) -> Gain:
    """KIN-6.3 to KIN-6.7: for one pair."""
    return Gain(seat, t.edition.guilds[guild].gain, UNDER[guild], guild)


def structure_income(t: Table, seat: int, structure: CardId) -> Gain:
    """KIN-6.8: its ability."""
    return ability(t, seat, structure, "KIN-6.8")


def income(t: Table, seat: int, source: str) -> Gain:
    """What it is called by: a guild, or a structure."""
    return guild_income(t, seat, GuildId(source)) if source in UNDER else structure_income(t, seat, CardId(source))


class Due(Value, frozen=True):
    """The incomes that a seat has still to collect: a guild for each pair, each structure."""

    seat: Seat
    sources: tuple[str, ...]


class CollectIncome(Auto[Table], frozen=True):
    """KIN-6.1: all incomes of some seats. KIN-R10: do bears begin anew?"""

    rule: ClassVar[str] = "KIN-6.1"
    seats: tuple[Seat, ...]

    def then(self, t: Table) -> Next:
        """KIN-6.9: in the first morning there is the home card."""
        dues = tuple(Due(seat, all_incomes(t, seat)) for seat in self.seats)
        return [*(CollectionBegan(self.rule, seat) for seat in self.seats), Incomes(dues)]


def all_incomes(t: Table, seat: int) -> tuple[str, ...]:
    """KIN-6.1: the pairs of each guild, then each structure."""
    guilds = [guild for guild in GUILDS for _ in range(pairs(t, seat, guild))]
    return (*guilds, *t.sides[seat].structures)


class Incomes(Choice[Table, Collect | CollectAll], frozen=True):
    """KIN-6.2: what is left, in the order that its seat likes; several seats do it side by side (KIN-R41 parallel)."""

    rule: ClassVar[str] = "KIN-6.1"
    forced = True
    dues: tuple[Due, ...]

    def asks(self, t: Table) -> Ask | None:
        seats = tuple(due.seat for due in self.dues if due.sources)
        return Ask(seats) if seats else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Collect | CollectAll]]:
        """KIN-R8: structures at any time, or after all guilds?"""
        left = self._left(seat)
        names = tuple(dict.fromkeys(left))
        guilds_first = t.rulings.income_order == "guilds_then_structures" and any(source in UNDER for source in left)
        for source in names:
            early = guilds_first and source not in UNDER
            yield Offer(Collect(source), Blocked("KIN-R8", "guilds_first") if early else None)
        if len(names) > 1:
            yield Offer(CollectAll())

    def unoffered(self, t: Table, seat: int, move: Collect | CollectAll) -> Blocked | None:
        """KIN-6.2: collected already, or not one's own."""
        return Blocked(self.rule, "no_income", have=move.source) if isinstance(move, Collect) else None

    def resolve(self, t: Table, seat: int, move: Collect | CollectAll) -> Next:
        left = self._left(seat)
        now = left if isinstance(move, CollectAll) else (move.source,)
        rest = [*left]
        for source in now:
            rest.remove(source)
        dues = tuple(replace(due, sources=tuple(rest)) if due.seat == seat else due for due in self.dues)
        return [*(income(t, seat, source) for source in now), Incomes(dues)]

    def _left(self, seat: int) -> tuple[str, ...]:
        return next(due.sources for due in self.dues if due.seat == seat)


class WakeQueen(Chance[Table], frozen=True):
    """KIN-6.14: the next queen card; KIN-2.5: the last one stays in the box."""

    rule: ClassVar[str] = "KIN-6.14"

    def draw(self, t: Table) -> Draw | None:
        return Draw("queen", t.queens, 1) if len(t.queens) > 1 else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [QueenAwake(self.rule, CardId(drawn[0]))]
