"""What stands on cards, tiles and slots, in a few words: made from the component data."""

from collections.abc import Iterable
from typing import Final

from core.games.nobility.data import effects
from core.games.nobility.data.edition import Building, Commission, Demand, Edition, Settlers, WorkshopSlot
from core.games.nobility.names import BuildingId, CommissionId, GuildId, PeopleId, SettlersId, Stock
from core.kernel.drawing import ink
from core.kernel.language.words import Words
from core.kernel.rules.amounts import Amounts
from core.kernel.rules.step import tag_of

PEOPLE_COLOURS: Final = {
    "halfling": "orange",
    "human": "blue",
    "elf": "white",
    "dwarf": "brown",
    "green_elf": "green",
    "trobit": "violet",
}
GUILD_COLOURS: Final = {
    "scholar": "red",
    "smith": "grey",
    "carpenter": "brown",
    "magician": "violet",
    "jeweller": "turquoise",
    "artist": "pink",
}


def people_text(people: PeopleId, words: Words) -> str:
    """A people in its colour: on settlers cards, over the columns of the council, on desks."""
    return ink.chip(words.name("people", people), PEOPLE_COLOURS.get(people, "grey"))


def guild_colour(guild: GuildId) -> str:
    """A guild has the colour of what it makes."""
    return GUILD_COLOURS[guild]


def effect_text(effect: effects.Effect, words: Words) -> str:
    """What somebody gets, or what is otherwise."""
    amount = getattr(effect, "amount", 1)
    terms = {"amount": words.number(amount), "coins": words.count("stock", "coins", amount)}
    return words.effects[tag_of(effect)].format_map(terms)


def stock_text(amounts: Amounts, words: Words) -> str:
    """`3 VP + 1 Nobility`; nothing of it is a dash."""
    return words.amounts("stock", amounts) if amounts.total() else words.nothing


def short_text(amounts: Amounts, words: Words) -> str:
    """Goods and coins where there is little room: `2 book 1 magic`."""
    counts = ((name, getattr(amounts, name)) for name in amounts.__struct_fields__)
    return " ".join(words.count("short", name, count) for name, count in counts if count)


def wants_text(card: Settlers, words: Words) -> str:
    """RTN-7.2: the types, one of each at least, and how many goods in all."""
    goods = ", ".join(ink.good(words.name("good", good), good) for good in card.goods)
    return words.effects["wants"].format(least=card.min, most=words.number(card.max), goods=goods)


def brings_text(card: Settlers, words: Words) -> str:
    """RTN-7.5: workers and Nobility; the VP are as many as the goods."""
    return stock_text(Stock(workers=card.workers, nobility=card.stars), words)


def bonus_text(building: Building, words: Words) -> str:
    """RTN-9.14, RTN-9.15: what a workshop does for whoever comes; RTN-10.12: what a communal building is good for."""
    if building.guild is None:
        return words.effects["communal"]
    return words.effects["or"].join(words.name("bonus", bonus) for bonus in building.bonus)


def place_text(place: WorkshopSlot, words: Words) -> str:
    """RTN-10.6, RTN-9.6: what its owner has at once, and whenever somebody else comes."""
    at_once = stock_text(Stock(vp=place.vp, nobility=place.stars), words)
    return words.effects["workshop_place"].format(gain=at_once, reward=effect_text(place.reward, words))


def demand_cost(demand: Demand, *, spared: bool) -> Stock:
    """RTN-13.4: goods and coins; a desk spares these."""
    goods = {name: getattr(demand.cost, name) for name in demand.cost.__struct_fields__}
    return Stock(**goods, coins=0 if spared else demand.coins)


def commission_text(card: Commission, words: Words) -> str:
    """RTN-23.13: VP for each of something."""
    told = words.effects
    counted = words.count("counted", card.each, card.per).partition(" ")[2] if card.per == 1 else ""
    each = counted or words.count("counted", card.each, card.per)
    only = [words.name("guild", guild) for guild in card.guilds] + [words.name("people", one) for one in card.peoples]
    parts = [told["commission"].format(points=words.count("stock", "vp", card.vp), counted=each)]
    if only:
        parts.append(told["only"].format(names=", ".join(only)))
    if card.most is not None:
        parts.append(told["at_most"].format(points=words.count("stock", "vp", card.most)))
    return "".join(parts)


def contract_text(data: Edition, card: CommissionId, words: Words) -> str:
    """A commission card, as its owner knows it."""
    return commission_text(data.commissions[card], words)


def values_text(values: Iterable[int]) -> str:
    """RTN-4.9: what a slot shows: `1–2`, `5`."""
    shown = sorted({*values})
    if len(shown) > 1 and shown[-1] - shown[0] == len(shown) - 1:
        return f"{shown[0]}–{shown[-1]}"
    return "/".join(map(str, shown))


def detail(data: Edition, words: Words, kind: str, card: str) -> str:
    """RTN-7, RTN-10: which people a settlers card is, and whose guild a building is of: they bear no other name."""
    if kind == "settlers" and card in data.settlers:
        return words.name("people", data.settlers[SettlersId(card)].people)
    if kind == "building" and card in data.buildings:
        guild = data.buildings[BuildingId(card)].guild
        return words.board["communal"] if guild is None else words.name("guild", guild)
    return ""
