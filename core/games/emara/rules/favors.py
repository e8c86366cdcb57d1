"""EMA-13 Favor tokens (Jetons Faveur, p. 6 and 9): three are looked at, one is kept, and redeemed at its place."""

from collections.abc import Iterable
from typing import Any, ClassVar

from core.games.emara.facts import (
    FavorKept,
    FavorRedeemed,
    FavorsBack,
    FavorsNone,
    FavorsSeen,
    FavorsShuffled,
    FavorsTaken,
)
from core.games.emara.moves import Keep, Redeem, Withdraw
from core.games.emara.names import FavorId, PlaceId
from core.games.emara.rules.cathedral import donated
from core.games.emara.rules.gains import Gain
from core.games.emara.table import Looking, Table
from core.kernel.rules.chance import Draw, Drawn
from core.kernel.rules.marks import Seat
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Ask, Auto, Blocked, Next, Offer, SealedChance, SeatAuto, SeatChoice, Step, one_seat


def looking(t: Table, look: Looking) -> Step[Table, Any]:
    """EMA-8.3: what is due while a seat looks at favors; EMA-8.4, EMA-R13: when the pile runs short."""
    if look.shown is not None:
        return KeepFavor(look.seat)
    if t.used_favors and len(t.favors) < t.edition.board.favors_shown:
        return ShufflePile(look.seat)
    return LookAtFavors(look.seat) if t.favors else NoFavors(look.seat)


class LookAtFavors(SealedChance[Table], frozen=True):
    """EMA-8.3: three tokens that only the donor sees."""

    rule: ClassVar[str] = "EMA-8.3"
    seat: Seat

    def draw(self, t: Table) -> Draw:
        """EMA-R13: fewer, if there are no more."""
        return Draw("favors", t.favors, _drawn(t), by=(self.seat,))

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [FavorsSeen(self.rule, self.seat, drawn)]


class ShufflePile(SeatAuto[Table], frozen=True):
    """EMA-8.4: what is left of the pile is taken; then the discarded tokens are shuffled."""

    rule: ClassVar[str] = "EMA-8.4"

    def then(self, t: Table) -> Next:
        """Tokens that are looked at are not in the shuffle (EMA-R13)."""
        taken = [FavorsTaken(self.rule, t.favors)] if t.favors else []
        return [*taken, FavorsShuffled(self.rule)]


class NoFavors(SeatAuto[Table], frozen=True):
    """EMA-R13: there is none at all: only the book."""

    rule: ClassVar[str] = "EMA-8.4"

    def then(self, t: Table) -> Next:
        """EMA-R41: a donation that was not paid yet is paid."""
        return [FavorsNone(self.rule, self.seat), *_paid(t, self.seat)]


class KeepFavor(SeatChoice[Table, Keep | Withdraw], frozen=True):
    """EMA-8.3: one token is kept, the others are discarded; EMA-4.8: nothing else is legal before."""

    rule: ClassVar[str] = "EMA-8.3"

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Keep | Withdraw]]:
        seen = seen_favors(t)
        for favor in t.edition.favors:
            yield Offer(Keep(favor), None if favor in seen else Blocked(self.rule, "favor_not_drawn", have=favor))
        yield from self._withdrawals(t)

    def open_offers(self, t: Table, seat: int) -> Iterable[Offer[Keep | Withdraw]]:
        seen = seen_favors(t)
        return [*(Offer(Keep(favor)) for favor in t.edition.favors if favor in seen), *self._withdrawals(t)]

    def offers_like(self, t: Table, seat: int, move: Any) -> Iterable[Offer[Keep | Withdraw]]:
        """To withdraw takes no look at the tokens."""
        return self._withdrawals(t) if isinstance(move, Withdraw) else self.offers(t, seat)

    def _withdrawals(self, t: Table) -> tuple[Offer[Withdraw], ...]:
        """EMA-R41: as long as nothing is paid."""
        return (Offer(Withdraw()),) if t.looking is not None and t.looking.unpaid is not None else ()

    def unoffered(self, t: Table, seat: int, move: Keep | Withdraw) -> Blocked:
        """EMA-8.1: a donation that is paid is made."""
        return Blocked("EMA-8.1", "donation_paid")

    def resolve(self, t: Table, seat: int, move: Keep | Withdraw) -> Next:
        """EMA-R41: what was not paid yet is paid now, or never. EMA-R13 eager: was it the last of the pile?"""
        if isinstance(move, Withdraw):
            return [FavorsBack("EMA-R41", seat)]
        refused = tuple(favor for favor in seen_favors(t) if favor != move.favor)
        shown = None if t.looking is None or t.looking.shown is None else t.looking.shown.open()
        # The shuffle is without the tokens that are looked at: they leave the pile only now.
        last = t.rulings.favor_reshuffle == "eager" and t.used_favors and {*t.favors} <= {*seen_favors(t)}
        return [
            *([FavorsShuffled("EMA-8.4")] if last else []),
            FavorKept(self.rule, seat, move.favor, refused, shown),
            *_paid(t, seat),
        ]


class RefillPile(Auto[Table], frozen=True):
    """EMA-R13 eager: the discarded tokens are shuffled as soon as the pile is empty."""

    rule: ClassVar[str] = "EMA-8.4"

    def then(self, t: Table) -> Next:
        return [FavorsShuffled(self.rule)]


def refill_due(t: Table) -> RefillPile | None:
    """EMA-R13 eager: is the pile empty?"""
    if t.rulings.favor_reshuffle == "lazy" or t.favors or not t.used_favors or t.looking is not None:
        return None
    return RefillPile()


class RedeemFavor(SeatChoice[Table, Redeem], frozen=True):
    """EMA-13.3: tokens of the place where the movement ended; EMA-13.6: also without the action of the place."""

    rule: ClassVar[str] = "EMA-13.3"
    place: PlaceId
    held: tuple[FavorId, ...]  # when the visit began
    fresh: bool  # nothing was done in the visit yet
    arrived: bool  # a councilor stands here; else it is an errand

    def asks(self, t: Table) -> Ask | None:
        return one_seat(self.seat) if t.seats[self.seat].favors else None

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Redeem]]:
        """EMA-R14: when, and which?"""
        window = t.rulings.favor_window
        late = window == "on_arrival_only" and not self.fresh
        for favor in t.seats[seat].favors:
            blocked = None
            if t.edition.favors[favor].place != self.place:
                blocked = Blocked(self.rule, "favor_elsewhere", have=t.edition.favors[favor].place)
            elif late:
                blocked = Blocked(self.rule, "favor_on_arrival")
            elif favor not in self.held and window != "any_time_in_visit_including_new":
                blocked = Blocked(self.rule, "favor_too_new")
            yield Offer(Redeem(favor), blocked)

    def unoffered(self, t: Table, seat: int, move: Redeem) -> Blocked:
        """Only what lies by the own player board."""
        return Blocked(self.rule, "no_such_favor", have=move.favor)

    def resolve(self, t: Table, seat: int, move: Redeem) -> Next:
        """EMA-13.7; EMA-13.5: on an errand, too; EMA-R15: to the discard pile, or to the box?"""
        boxed = t.rulings.used_favor_goes_to == "box"
        reward = t.edition.favors[move.favor].reward
        rule = "EMA-13.7" if self.arrived else "EMA-13.5"
        return [FavorRedeemed(rule, seat, move.favor, boxed), Gain(seat, reward, "EMA-13.2", move.favor)]


def favor_pile(t: Table) -> int:
    """How many tokens lie in the draw pile, without those that somebody looks at."""
    looked = t.looking is not None and t.looking.shown is not None
    return len(t.favors) - (_drawn(t) if looked else 0)


def _drawn(t: Table) -> int:
    """How many tokens of the pile are looked at, beside the last ones of the pile before."""
    taken = 0 if t.looking is None else len(t.looking.taken)
    return min(t.edition.board.favors_shown - taken, len(t.favors))


def seen_favors(t: Table) -> tuple[FavorId, ...]:
    """The tokens that are looked at."""
    if t.looking is None:
        return ()
    drawn = () if t.looking.shown is None else tuple(map(FavorId, t.looking.shown.value))
    return t.looking.taken + drawn


def _paid(t: Table, seat: int) -> Next:
    """EMA-R41: a donation that was not paid yet."""
    unpaid = None if t.looking is None else t.looking.unpaid
    return [] if unpaid is None else donated(t, seat, unpaid)
