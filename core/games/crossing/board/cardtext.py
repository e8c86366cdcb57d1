"""What stands on cards, birds, tiles and favors, in a few words: made from the component data."""

from collections.abc import Iterable
from typing import Final

from core.games.crossing.data import effects
from core.games.crossing.data.edition import Edition, Favor, Need, Side
from core.games.crossing.names import CardId, EmptyId, GuildId
from core.games.crossing.view import SideView
from core.kernel.drawing import ink
from core.kernel.language.words import Words
from core.kernel.rules.step import tag_of

GUILD_COLOURS: Final = {"fox": "orange", "owl": "violet", "bear": "brown", "boar": "black", "deer": "turquoise"}
UNITS: Final = {
    **dict.fromkeys(("coins", "coins_per_paw", "coins_minus_paw", "coins_per"), "coin"),
    **dict.fromkeys(("vp", "vp_per_paw_pair", "vp_per"), "vp"),
}
"""What an effect gives that does not name it."""


def guild_text(guild: GuildId, words: Words) -> str:
    """A guild in its colour."""
    return ink.chip(words.name("guild", guild), GUILD_COLOURS[guild])


def effect_text(gain: effects.Gain, words: Words) -> str:
    """KIN-5.4, KIN-5.5: what an effect gives."""
    if isinstance(gain, effects.Deco1):
        return _token(gain, words)
    tag, amount = tag_of(gain), getattr(gain, "amount", 1)
    terms: dict[str, object] = {"count": words.number(getattr(gain, "most", amount))}
    good = UNITS.get(tag) or getattr(gain, "resource", None) or getattr(gain, "kind", None)
    if good is not None:
        terms["gain"] = words.count("good", good, 2 if isinstance(gain, effects.Deco2) else amount)
    if isinstance(gain, effects.CoinsPer | effects.VpPer):
        terms["counted"] = words.name("counted", gain.counted)
    several = f"{tag}s" if amount > 1 and f"{tag}s" in words.effects else tag
    return words.effects[several].format_map(terms)


def _token(gain: effects.Deco1, words: Words) -> str:
    """KIN-15.5: of a kind or of either; KIN-16.3: perhaps only with so many paws."""
    one = words.effects["either"] if gain.kind is None else words.count("good", gain.kind, 1)
    return words.effects["deco1_if" if gain.paws else "deco1"].format(one=one, paws=words.number(gain.paws))


def gains_text(gains: Iterable[effects.Gain], words: Words) -> str:
    """One after the other."""
    return words.effects["between"].join(effect_text(gain, words) for gain in gains)


def card_name(data: Edition, card: CardId | EmptyId, words: Words) -> str:
    """What is read on a slot: of a character its calling, of a structure its name."""
    if card in data.empties:
        return words.name("empty", card)
    character = data.characters.get(CardId(card))
    return words.name("card", card) if character is None else words.name("deck", character.kind)


def gain_of(data: Edition, card: CardId | EmptyId) -> effects.Gain:
    """What taking it gives."""
    if card in data.empties:
        return data.empties[EmptyId(card)].gain
    found = data.characters.get(CardId(card)) or data.structures[CardId(card)]
    return found.gain


def favor_text(favor: Favor, words: Words) -> str:
    """KIN-17.6: so many points for each of what is counted."""
    counted = words.name("counted", favor.each)
    if favor.cards:
        counted = words.effects["with_cards"].format(counted=counted, cards=words.number(favor.cards))
    if favor.each == "investment" and favor.points == 1:
        return words.effects["once_more"].format(counted=counted)
    return words.effects["favor_vp"].format(points=words.count("good", "vp", favor.points), counted=counted)


def favor_worth(favor: Favor, side: SideView) -> int:
    """KIN-17.6: what a favor would bring now."""
    if favor.cards:
        return favor.points * sum(len(cards) >= favor.cards for cards in side.guilds.values())
    return favor.points * side.counts[favor.each]


def need_text(need: Need, words: Words) -> str:
    """KIN-12.6: what a goal asks for."""
    if need.back:
        return words.effects["back"].format(spaces=words.number(need.back))
    return words.amounts("need", need.least)


def rest_text(side: Side, words: Words) -> str:
    """KIN-7.3."""
    return words.effects["rest"].format(coins=words.count("good", "coin", side.rest))


def work_text(side: Side, words: Words) -> str:
    """KIN-8.4: what a tile lets its player do, in the order of its text."""
    told = words.effects
    found: list[str] = []
    if side.coins:
        found.append(words.count("good", "coin", side.coins))
    if side.vp:
        found.append(words.count("good", "vp", side.vp))
    if side.invest:
        found.append(effect_text(effects.Invest(side.invest), words))
    if side.bridges:
        found.append(told["bridges"].format(count=words.number(side.bridges)))
    if side.price:
        found.append(told["price"].format(coins=words.count("good", "coin", side.price)))
    if side.twice:
        found.append(told["twice"])
    if side.queen:
        found.append(told["visit_twice" if side.queen > 1 else "visit"])
    return told["work"].format(work=", ".join(found))


def detail(data: Edition, words: Words, kind: str, card: str) -> str:
    """KIN-5.2, KIN-5.3: the guild of a character and its cost, which tell it from others of its calling."""
    character = data.characters.get(CardId(card)) if kind == "card" else None
    if character is None:
        return ""
    return f"{words.name('guild', character.guild)}, {words.count('good', 'coin', character.cost)}"
