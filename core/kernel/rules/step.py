"""The words a game is written in: facts, the three kinds of step, what a step asks and offers.

A step resolves to what happens next, as the rulebook's sentence says it: facts first, then steps.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from msgspec.structs import asdict, replace

from core.kernel.errors import Term
from core.kernel.rules.amounts import Amounts
from core.kernel.rules.chance import Draw, Drawn, Stream
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.value import NO_FIELDS, NO_KINDS, Value

if TYPE_CHECKING:  # most games have no large moves
    from core.kernel.rules.ways import Ways

T = TypeVar("T")
M = TypeVar("M")
P = TypeVar("P")
V = TypeVar("V")
Move_co = TypeVar("Move_co", covariant=True)


class Entry(Value, frozen=True):
    """One line of the ledger: a number of a seat that a fact changed, and by how much."""

    seat: int
    what: str
    amount: int
    source: str = ""


def entries_of(seat: int, counter: Amounts, sign: int, source: str) -> tuple[Entry, ...]:
    """A line for each kind: `sign` 1 for what comes, -1 for what goes."""
    return tuple(Entry(seat, what, sign * count, source) for what, count in asdict(counter).items() if count)


class Fact(Value, Generic[T], frozen=True, tag=True, tag_field="type", omit_defaults=True):
    """Something that became true, under a rule: the only thing that changes a table.

    What a kind says of itself (`role`, `puts`) bears no annotation, in steps neither: msgspec would evaluate it anew
    for each kind that extends this one, before the first row of a match is read.
    """

    role = "fact"  # what the engine does with it: to ask for the class takes five times as long
    at_end = False  # does all of this kind belong to the final scoring?
    puts = NO_FIELDS  # what becomes as the fact says: the fields that both have

    rule: str

    def on(self, t: T) -> T:
        """The table after this fact: total and stupid, no rule is applied here."""
        return self.said(t)

    def said(self, value: V) -> V:
        """The table or the seat with those fields."""
        changing: Any = value
        changed: V = replace(changing, **{name: getattr(self, name) for name in self.puts}) if self.puts else value
        return changed

    def entries(self) -> Iterable[Entry]:
        """The numbers that it changed."""
        return ()

    def is_final(self, t: T) -> bool:
        """Does it belong to the final scoring? `t`: the table before it."""
        return self.at_end


class SideFact(Fact[T], Generic[T, P], frozen=True):
    """A fact that changes one side of the table, its `seat`: the same for all such facts, or a field."""

    def on(self, t: T) -> T:
        table: Any = t
        fact: Any = self
        seat, seats = fact.seat, table.seats
        player = seats[seat] if seat < len(seats) else table.sides[seat]
        changed = self.change(player)
        after: T = t if changed is player else table.with_side(seat, changed)
        return after

    def change(self, p: P) -> P:
        """What changes for the side."""
        return self.said(p)


class SeatFact(SideFact[T, P], Generic[T, P], frozen=True):
    """A fact that says which side it changes."""

    seat: Seat


class Ask(Value, frozen=True):
    """Who must choose: `seats` are waited for, `also` may answer again meanwhile."""

    seats: tuple[int, ...]
    also: tuple[int, ...] = ()


@cache
def one_seat(seat: int) -> Ask:
    """It is asked alone: made once, for it is asked after every move."""
    return Ask((seat,))


class Blocked(Value, frozen=True):
    """Why something is not legal: the rule, the sentence (a key of the word files), what is needed, what is there."""

    rule: str
    why: str
    need: Term = None
    have: Term = None
    what: Term = None


Breaks: TypeAlias = Callable[[Any], Blocked | None]
"""The promise that a move would break."""


class Offer(Value, Generic[Move_co], frozen=True):
    """One thing a seat may do now, or may not do and why."""

    move: Move_co
    blocked: Blocked | None = None
    said: str = ""  # a field that a typed text must say to mean this: a stand-in is never paid unasked


class Move(Value, frozen=True, omit_defaults=True):
    """What a seat decides, in the words that are typed: the tag is its verb."""

    when: ClassVar[str | None] = ""  # the rule that says when it comes, as `Words.times` tells it; None: several do


class Step(Value, Generic[T, M], frozen=True, tag=True, tag_field="step", omit_defaults=True):
    """A rule moment on the agenda. Its fields are public ids and answers, never a secret, never a stock's amount."""

    role = ""  # "choice", "auto" or "chance"
    rule: ClassVar[str]
    promised = False  # lying on the agenda, it must be possible when its time comes (see `promises`)
    vouches = False  # of a choice: its moves can lead to something promised

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.anytime is not STEP.anytime or cls.promised or cls.vouches:
            FAR_REACHING.setdefault(parameters_of(cls)[0], set()).add(cls)

    def asked_under(self) -> str:
        """The rule that brought it about: its own, unless what led to it had another."""
        return self.rule

    def kept(self, t: T) -> bool:
        """Promised: is it possible now, and stays so whatever lies before it? Nothing must be thought on then."""
        return False

    def anytime(self, t: T) -> "Sequence[Choice[T, Any]]":
        """While it lies on the agenda: what may be done besides, whatever is asked meanwhile (see `asides`)."""
        return ()


STEP: Any = Step

FAR_REACHING: dict[Any, set[type]] = {}
"""By kind of table: the kinds of step that matter to others while they lie on the agenda, by asides or a promise."""


LARGE: set[type] = set()
"""The kinds of choice that have large moves: as long as there is none, nobody looks for any."""


class Choice(Step[T, M], Generic[T, M], frozen=True):
    """A seat, or several at once, must choose.

    More questions are asked now and then. `must`: of an item of an AnyOrder, when its seat wants to stop. `step_for`
    and `unoffered`: when a move is refused that is not on offer. Where `unoffered` tells nothing, the nearest blocked
    offer does. `takes` and `opens_for`: when a move is refused that is another step's. `unasked`: of a seat that is not
    asked, where there is more to say than who is.
    """

    role = "choice"
    large = NO_KINDS  # of its moves, those that are told part by part (see `ways`)
    forced = False  # where one listed move alone is legal it is made at once, and nobody is asked
    relied = False  # as an aside: promises may count upon it, for it is used up some time
    keeps = False  # what its moves promise they keep: it is offered only so, and nobody needs to think on behind them

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.large:
            LARGE.add(cls)

    def asks(self, t: T) -> Ask | None:
        """Who must choose; nobody means that the step drops out."""
        raise NotImplementedError

    def offers(self, t: T, seat: int) -> Iterable[Offer[M]]:
        """What this seat may do, and what it may not and why."""
        raise NotImplementedError

    def open_offers(self, t: T, seat: int) -> Iterable[Offer[M]]:
        """The offers, where nobody asks for reasons: what is blocked may be left out, if that is less work."""
        return self.offers(t, seat)

    def open_moves(self, t: T, seat: int) -> list[M]:
        """The moves that are open: a step that has them at hand puts no offers around them."""
        return [offer.move for offer in self.open_offers(t, seat) if offer.blocked is None]

    def offers_like(self, t: T, seat: int, move: Any) -> Iterable[Offer[M]]:
        """Those of the offers among which a move must be, if it is one: all, unless a step knows where to look."""
        return self.offers(t, seat)

    def resolve(self, t: T, seat: int, move: M) -> "Next":
        raise NotImplementedError

    def must(self, t: T) -> bool:
        """Among several in any order: must it be done, if it can?"""
        return True

    def step_for(self, t: T, move: Any) -> "Choice[T, Any]":
        """The step that such a move is for: this one, or one of those that it holds."""
        return self

    def unoffered(self, t: T, seat: int, move: M) -> Blocked | None:
        """Why a move that is not among the offers cannot be, where the position tells: asked only then."""
        return None

    def ways(self, t: T, seat: int, breaks: Breaks | None = None) -> "Iterable[Ways]":
        """Its large moves, kind by kind; `breaks`: the promise that one would break, where any is to be kept."""
        return ()

    def takes(self, t: T, move: Any) -> bool:
        """Lying deeper on the agenda: will it take such a move when its time comes?"""
        return move.__class__ in move_kinds(self)

    def unasked(self, t: T, seat: int, move: Any) -> Blocked | None:
        """Why this seat is not asked, where it may have expected to be."""
        return None

    @classmethod
    def opens_for(cls) -> tuple[type, ...]:
        """The moves that this choice makes possible, where the step that takes them comes only then."""
        return ()

    @classmethod
    def kinds(cls) -> tuple[type, ...]:
        """The moves that it takes: the last of its type parameters."""
        return kinds_of(parameters_of(cls)[-1])

    @classmethod
    def large_kinds(cls) -> tuple[type, ...]:
        """Those of them that are told part by part."""
        return cls.large


class SeatChoice(Choice[T, M], Generic[T, M], frozen=True):
    """A choice of one seat."""

    seat: Seat

    def asks(self, t: T) -> Ask | None:
        return one_seat(self.seat)


class May(SeatChoice[T, M], Generic[T, M], frozen=True):
    """Among several in any order, what can be left undone."""

    def must(self, t: T) -> bool:
        return False


class OpenChoice(Choice[T, M], Generic[T, M], frozen=True):
    """A choice among too many moves to list: checked and sampled instead."""

    listed: ClassVar[bool] = False  # they are few after all, and `offers` has them: a sealed choice among some cards

    def offers(self, t: T, seat: int) -> Iterable[Offer[M]]:
        return ()

    def check(self, t: T, seat: int, move: M, *, whole: bool = True) -> Blocked | None:
        """Why the move is not legal; `whole=False` asks whether it can still become legal by adding to it."""
        raise NotImplementedError

    def sample(self, t: T, seat: int, dice: Stream) -> M:
        """A legal move at random; every legal move can come."""
        raise NotImplementedError


class SealedChoice(OpenChoice[T, M], Generic[T, M], frozen=True):
    """A choice that stays closed until a fact opens it: text, move and fact hold it in a box."""

    takes_in: ClassVar[type[SeatFact[Any, Any]]]  # the fact that holds a closed answer

    def asks(self, t: T) -> Ask | None:
        """Whoever has not answered; who has may answer anew until everybody has, if that is allowed."""
        missing = tuple(self.missing(t))
        if not missing:
            return None
        if not self.again(t):
            return Ask(missing)
        table: Any = t
        return Ask(missing, tuple(seat for seat in range(len(table.seats)) if seat not in missing))

    def missing(self, t: T) -> Iterable[int]:
        """The seats that have not answered: where nothing lies yet in the one field that the fact puts."""
        table: Any = t
        return [seat for seat, answer in enumerate(map(_answer_of(self.__class__), table.seats)) if answer is None]

    def again(self, t: T) -> bool:
        """May one answer again?"""
        return False

    def receive(self, t: T, seat: int, answer: Secret[M]) -> "Next":
        """What follows from an answer that nobody may look into yet."""
        fact: Any = self.takes_in
        return [fact(self.rule, seat, answer), self]


@cache
def _answer_of(step: Any) -> Callable[[Any], Any]:
    """Where the answer of a seat lies; a step whose fact puts another number of fields says itself who is missing."""
    puts = step.takes_in.puts if hasattr(step, "takes_in") else NO_FIELDS
    if len(puts) != 1:
        raise NotImplementedError
    return attrgetter(*puts)


class Auto(Step[T, Any], Generic[T], frozen=True):
    """Resolves by itself, with the numbers of the moment."""

    role = "auto"

    def then(self, t: T) -> "Next":
        raise NotImplementedError

    def missed(self, t: T) -> Blocked | None:
        """Promised: why it cannot be done, now that its time has come."""
        return None


class SeatAuto(Auto[T], Generic[T], frozen=True):
    """What resolves by itself for one seat, or for a side at which nobody sits."""

    seat: Seat


class Chance(Step[T, Any], Generic[T], frozen=True):
    """Asks chance as a choice asks a seat."""

    role = "chance"
    idle = False  # no promise hangs on its outcome: they are looked at as if nothing were drawn

    def draw(self, t: T) -> Draw | None:
        """What is drawn; no bag means that the step drops out."""
        raise NotImplementedError

    def drew(self, t: T, drawn: Drawn) -> "Next":
        raise NotImplementedError


class SeatChance(Chance[T], Generic[T], frozen=True):
    """What is drawn for one seat."""

    seat: Seat


class SealedChance(Step[T, Any], Generic[T], frozen=True):
    """A draw that only the seats in its `by` may see: the outcome stays in a box that the facts move about."""

    role = "chance"
    idle = False  # as of a Chance

    def draw(self, t: T) -> Draw | None:
        """What is drawn, and who sees it."""
        raise NotImplementedError

    def dealt(self, t: T, drawn: Secret[Drawn]) -> "Next":
        """What follows from an outcome that nobody else may look into."""
        raise NotImplementedError


class SealedDeal(Step[T, Any], Generic[T], frozen=True):
    """Several hands from one deck at once (`chance.split`): each lies in a box of its own, for its seat."""

    role = "chance"
    idle = False  # as of a Chance

    def draw(self, t: T) -> Draw | None:
        """What is dealt, and to whom how many."""
        raise NotImplementedError

    def dealt(self, t: T, hands: tuple[Secret[Drawn], ...]) -> "Next":
        """What follows from hands, in the order of their seats; a fact for each, so that each can be told alone."""
        raise NotImplementedError


def parameters_of(step: type) -> tuple[Any, ...]:
    """The types that a kind of step is made for: its own type parameters, else those of the kind that it extends."""
    bases = (base for kind in step.__mro__ for base in kind.__dict__.get("__orig_bases__", ()))
    return next((base.__args__ for base in bases if hasattr(base, "__args__")), ())


def tag_of(value: Any) -> str:
    """The tag under which a fact, move or step is written; also of their kinds."""
    return str(value.__struct_config__.tag)


def kinds_of(union: Any) -> tuple[Any, ...]:
    """The types of a union; a type alone is one of one."""
    return getattr(union, "__args__", (union,))


def move_kinds(step: Any) -> tuple[type, ...]:
    """The moves that a waiting step takes."""
    return _move_kinds(step.__class__)


@cache
def _move_kinds(step: Any) -> tuple[type, ...]:
    kinds: tuple[type, ...] = step.kinds()
    return kinds


def large_kinds(step: Any) -> tuple[type, ...]:
    """The moves of a waiting step that are told part by part."""
    return _large_kinds(step.__class__)


@cache
def _large_kinds(step: Any) -> tuple[type, ...]:
    kinds: tuple[type, ...] = step.large_kinds()
    return kinds


def unlistable(step: Any) -> bool:
    """Can its moves only be checked and sampled, because they are too many and not told part by part?"""
    return isinstance(step, OPEN_CHOICE) and not step.listed and not large_kinds(step)


def offers_openly(step: Any, t: Any, seat: int, move: Any) -> bool:
    """Is it one of the step's open offers, if the step asks anybody?"""
    found = step.offers_like(t, seat, move) if step.asks(t) is not None else ()
    return any(offer.move == move and offer.blocked is None for offer in found)


# For isinstance, like STEP: to narrow to a generic class would leave its parameters unknown to a strict type checker.
FACT: Any = Fact
OPEN_CHOICE: Any = OpenChoice
SEALED_CHOICE: Any = SealedChoice

Next: TypeAlias = Sequence[Any]
"""Facts first, then steps, in the order of the rulebook's sentence (the kernel refuses another order)."""
