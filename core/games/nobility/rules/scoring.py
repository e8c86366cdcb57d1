"""RTN-19, RTN-22.13, RTN-23.13 What is counted: for objectives, for commissions, in the end."""

from core.games.nobility.data.edition import Commission
from core.games.nobility.names import GUILDS, CommissionId, CountedId, Counts, GuildId
from core.games.nobility.rules.sell import communal_of, workshops_of
from core.games.nobility.table import Table
from core.kernel.rules.amounts import counts_of


def count(t: Table, seat: int, counted: CountedId | str) -> int:
    """How much a seat has of something that cards name."""
    p = t.seats[seat]
    match counted:
        case "vp" | "coins" | "modifiers" | "reputation" | "nobility" | "workers":
            return p.stock.of(counted)
        case "goods":
            return p.goods.total()
        case "settled":
            return len(p.satisfied)
        case "peoples":
            return len({t.edition.settlers[one.card].people for one in p.satisfied})
        case "full_cards":
            return sum(one.goods >= t.edition.settlers[one.card].max for one in p.satisfied)
        case "demands":
            return p.answered
        case "communal":
            return len(communal_of(t, seat))
        case "clerks":
            return sum(owner == seat for owner in t.desks.values())
        case _:
            return _in_guilds(t, seat, counted)


def _in_guilds(t: Table, seat: int, counted: str) -> int:
    mastered = [guild for guild, _, _ in workshops_of(t, seat)]
    staffed: list[GuildId] = [guild for guild in GUILDS if t.mine(seat, guild)]
    return {
        "workshops": len(mastered),
        "masters": len({*mastered}),
        "apprentices": sum(t.mine(seat, guild) for guild in GUILDS),
        "guilds": len({*mastered, *staffed}),
    }[counted]


def fulfils(t: Table, seat: int, needs: Counts) -> bool:
    """RTN-22.13: all of it at the same time."""
    return all(count(t, seat, name) >= number for name, number in counts_of(needs))


def commission_vp(t: Table, seat: int, card: CommissionId) -> int:
    """RTN-23.13: what a card is worth now."""
    commission = t.edition.commissions[card]
    vp = commission.vp * (_of_card(t, seat, commission) // commission.per)
    return vp if commission.most is None else min(vp, commission.most)


def _of_card(t: Table, seat: int, commission: Commission) -> int:
    """Only in the guilds, and of the peoples, that it names."""
    if commission.guilds:
        return sum(guild in commission.guilds for guild, _, _ in workshops_of(t, seat))
    if commission.peoples:
        cards = t.edition.settlers
        return sum(cards[one.card].people in commission.peoples for one in t.seats[seat].satisfied)
    return count(t, seat, commission.each)


def goods_vp(t: Table, seat: int) -> int:
    """RTN-19.1: goods that are left, of any types together."""
    return t.seats[seat].goods.total() // t.edition.board.goods_per_vp


def nobility_vp(t: Table, seat: int) -> int:
    """RTN-R24: between two shields, what the last one is worth?"""
    exactly = t.rulings.nobility_vp_rule == "exact_space"
    return t.edition.tracks.nobility_vp(t.seats[seat].stock.nobility, exactly=exactly)


def ranking(t: Table, seat: int) -> tuple[int, int, int, int]:
    """RTN-19.2: VP, houses, Reputation, coins. RTN-R23: do houses count that are not built?"""
    p = t.seats[seat]
    houses = len(p.satisfied) + (p.stock.houses if t.rulings.tiebreak_houses == "bought" else 0)
    return p.stock.vp, houses, p.stock.reputation, p.stock.coins
