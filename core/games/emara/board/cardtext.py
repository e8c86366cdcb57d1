"""What stands on a card, in a few words: made from the component data, under the rulings of the match."""

from collections.abc import Iterable

from msgspec.structs import astuple

from core.games.emara.data.edition import Action, Advisor, Event, Lasting, Occasion, Trade, edition
from core.games.emara.names import CONSTRUCTION_SITE, TOWN, ActionId, Goods
from core.games.emara.view import View
from core.kernel.drawing import ink
from core.kernel.language.words import Words


def action_text(v: View, card: ActionId, words: Words) -> str:
    """EMA-5.1, EMA-5.2, EMA-5.3, EMA-5.4, EMA-5.5: what an action card lets its player do."""
    action: Action = edition(v.edition).actions[card]
    effects = words.effects
    if action.trades:
        return trades(action.trades, words)
    if action.steps:
        return effects["steps"].format(steps=words.number(action.steps))
    if action.discount:
        return effects["commission"].format(count=words.number(action.discount))
    return effects["errand"] if action.errand else plus(action.gain, words)


def advisor_text(v: View, card: Advisor, words: Words) -> str:
    """EMA-12: what an advisor gives beside its points, at once, each turn, or as long as it lasts."""
    return words.effects["between"].join(effects_of(v, card, words)) or words.effects["nothing"]


def effects_of(v: View, card: Advisor, words: Words) -> list[str]:
    """Each effect by itself; none of who brings points only."""
    effects = words.effects
    found = [plus(card.now, words)] if card.now.total() else []
    if card.power:
        free = card.free and v.rulings.chamberlain_use != "once_per_turn"
        when = "round" if v.rulings.once_per_turn_scope == "per_round" else "turn"
        found.append(effects["always" if free else when].format(effect=trades(card.power, words)))
    found += _lasting(v, card, words)
    found += [effects[name] for name in ("any_resources", "anywhere") if getattr(card, name)]
    return found


def event_text(v: View, card: Event, words: Words) -> str:
    """EMA-14: what an event does in its round; EMA-3.4a: before the first, where play starts. EMA-R29: or both?"""
    effects = words.effects
    if not v.round and v.rulings.setup_event_effect == "no":
        return words.board["first_event"]
    found: list[str] = []
    if card.everybody.total():
        found.append(effects["everybody"].format(goods=goods_text(card.everybody, words)))
    if card.trades:
        found.append(effects["end"].format(effect=trades(card.trades, words)))
    found += _lasting(v, card, words)
    if card.sales:
        sale = Trade(any=1, gain=edition(v.edition).board.sale)
        found.append(effects["sales"].format(count=card.sales, effect=trades((sale,), words)))
    if card.discount:
        found.append(effects["discount"].format(count=words.number(card.discount)))
    return effects["between"].join(found)


def _lasting(v: View, card: Lasting, words: Words) -> Iterable[str]:
    """EMA-12.18, 12.20, 12.21; EMA-14.10, 14.12 to 14.15. EMA-R17: each time? EMA-R18: the Toolmaker everywhere?"""
    effects = words.effects
    for bonus in card.bonus:
        yield effects[bonus.on].format(effect=plus(bonus.gain, words))
    if card.bp:
        site = isinstance(card, Advisor) and v.rulings.toolmaker_before_self == "construction_site_only"
        text = effects["bp_site" if site else "bp"].format(effect=plus(Goods(bp=card.bp), words))
        yield text if v.rulings.bp_bonus_unit == "per_reception" else effects["once"].format(effect=text)


def trades(found: Iterable[Trade], words: Words) -> str:
    """What can be given for what: `1 grain → 3 CP or 1 signet ring → 5 CP`."""
    return words.effects["or"].join(trade_text(trade, words) for trade in found)


def trade_text(trade: Trade, words: Words) -> str:
    """One of them, with what is of choice."""
    pay = _with_choice(trade.cost, "any", trade.any, words)
    return words.effects["trade"].format(pay=pay, gain=_with_choice(trade.gain, "other", trade.other, words))


def _with_choice(goods: Goods, word: str, count: int, words: Words) -> str:
    parts = [goods_text(goods, words)] if goods.total() else []
    return " + ".join([*parts, words.count("choice", word, count)] if count else parts)


def bonuses(v: View, seat: int, goods: Goods, words: Words, source: str, on: Occasion | None) -> list[str]:
    """Tell what comes on top of a gain, and from which card."""
    return [_extra(card, more, words) for card, more in added(v, seat, goods, source, on)]


def added(v: View, seat: int, goods: Goods, source: str, on: Occasion | None) -> list[tuple[Lasting, Goods]]:
    """The same as goods: by the seat's advisors, and by the event of the round.

    `source` is where the gain is from (EMA-R17, EMA-R18), `on` what happens (EMA-12.18, 12.20).
    """
    data, player = edition(v.edition), v.seats[seat]
    cards: list[Lasting] = [data.advisors[advisor] for advisor in player.advisors]
    if v.event is not None and v.round:
        cards.append(data.events[v.event])
    in_visit = source.partition(":")[0] in TOWN
    counted = v.rulings.bp_bonus_unit == "per_visit" and player.raised and in_visit
    only_there = v.rulings.toolmaker_before_self == "construction_site_only" and source != CONSTRUCTION_SITE
    found: list[tuple[Lasting, Goods]] = []
    for card in cards:
        more = sum((bonus.gain for bonus in card.bonus if bonus.on == on), Goods())
        if goods.bp and not counted and not (only_there and isinstance(card, Advisor)):
            more += Goods(bp=card.bp)
        if any(astuple(more)):
            found.append((card, more))
    return found


def her_bonuses(v: View, words: Words) -> list[str]:
    """EMA-R26: what the event adds to the points of Victoria's next rank."""
    if v.event is None or v.rulings.victoria_events == "no":
        return []
    event = edition(v.edition).events[v.event]
    return [_extra(event, Goods(cp=bonus.gain.cp), words) for bonus in event.bonus if bonus.on == "rank"]


def on_track(v: View, points: int) -> int:
    """EMA-R27: where a pawn stands with so many points: does the track end?"""
    return points if v.rulings.track_overflow == "count_on" else min(points, edition(v.edition).board.track_max)


def in_brackets(found: list[str], words: Words) -> str:
    """What is added, behind what it is added to."""
    return words.effects["extras"].format(extras=words.effects["between"].join(found)) if found else ""


def _extra(card: Lasting, goods: Goods, words: Words) -> str:
    name = words.name("event" if isinstance(card, Event) else "advisor", card.id)
    return words.effects["extra"].format(source=name, goods=plus(goods, words))


def goods_text(goods: Goods, words: Words) -> str:
    """`1 wood + 2 CP`; nothing is said as such."""
    return words.amounts("good", goods) if any(astuple(goods)) else words.nothing


def cost_text(goods: Goods, words: Words) -> str:
    """As short as it can be, for columns and boxes: `wood, 2 grain`."""
    counts = [(name, goods.of(name)) for name in goods.__struct_fields__ if goods.of(name)]
    return ", ".join(
        ink.good(words.name("short", name), name) if count == 1 else words.count("short", name, count)
        for name, count in counts
    )


def plus(goods: Goods, words: Words) -> str:
    """With its sign: a gain can be less than nothing (EMA-14.10)."""
    text = goods_text(goods, words)
    return text if ink.bare(text).startswith("-") else words.effects["gain"].format(goods=text)
