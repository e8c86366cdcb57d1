"""What stands on a card, in a few words: made from its effects, under the rulings of the match."""

from collections.abc import Iterable

from core.games.medieval.data import effects
from core.games.medieval.data.edition import EventCard, edition, house_marks
from core.games.medieval.names import ADMIRAL
from core.games.medieval.view import View
from core.kernel.language.words import Words
from core.kernel.rules.step import tag_of


def play_cost(v: View, card: EventCard, words: Words, seat: int | None, kind: str = "resource") -> str:
    """MED-16.1: what it takes to play it from the deployment area of a seat."""
    if card.admirals:
        return _admirals(v, words, seat)
    cost = card.cost_with(len(v.seats))
    return words.amounts(kind, cost) if cost.total() else words.nothing  # MED-R36b: an auctioned card that was taken


def _admirals(v: View, words: Words, seat: int | None) -> str:
    """MED-6.19: the n-th island needs n admirals. MED-R4: are they only asked for, spent, or laid down?"""
    reading = v.rulings.island_cost
    if seat is None and reading != "commit":
        return words.effects["admirals"]
    cards = edition(v.edition).cards
    islands = 0 if seat is None else sum(cards[card].family == "island" for card in v.seats[seat].realm)
    need = 1 if reading == "commit" else islands + 1
    return words.effects[f"admirals_{reading}"].format(admirals=words.count("leader", ADMIRAL, need))


def effect_texts(v: View, card: EventCard, words: Words) -> list[str]:
    """Each effect by itself, in the order in which they count: now, then what lasts."""
    return [*_at_once(v, card, words), *lasting_texts(v, card, words)]


def _at_once(v: View, card: EventCard, words: Words) -> Iterable[str]:
    """MED-5.3; MED-R36, MED-R36a: may one take a card? MED-5.10 is a mark, not an effect."""
    for now in card.now:
        yield _told(v, now, words)
    of_house = card.id in house_marks()
    if card.takes and (v.rulings.take_card == "galleries" if of_house else v.rulings.take_marked == "yes"):
        yield words.effects["take"]
    if card.honour:
        yield words.effects["honour"]


def lasting_texts(v: View, card: EventCard, words: Words) -> Iterable[str]:
    """What a card in play still does: MED-5.5 permanent, MED-5.6 in every round, MED-5.4 at the end.

    MED-R6: which seal sets off a town? MED-R10: do castles give tokens?
    """
    patterns = words.effects
    if card.town:
        indicated = v.rulings.town_trigger == "indicated_seal"
        seal = words.name("seal", (indicated and card.town_seal) or card.seal)
        yield patterns["town"].format(seal=seal, resource=words.name("resource", card.town))
    for income in card.income:
        in_fight = card.family == "castle" and v.rulings.castle_income == "combat_value"
        text = patterns["strength"] if in_fight else _told(v, income, words)
        yield patterns["at_end" if in_fight else "each_round"].format(effect=text)
    for end in card.end:
        yield patterns["at_end"].format(effect=_end(v, card, end, words))


def _end(v: View, card: EventCard, effect: effects.End, words: Words) -> str:
    """MED-R11: which leaders do castles count? MED-R12: which cards do persons count?"""
    data = edition(v.edition)
    if isinstance(effect, effects.Military):
        decoys = data.stock.decoys[len(v.seats)] and v.rulings.castle_leaders == "with_decoys"
        return words.effects["military_decoys" if decoys else "military"].format(**data.stock.combat)
    if isinstance(effect, effects.Each) and v.rulings.person_scope == "same_family":
        return words.effects["each_person"].format(family=words.name("family", card.family))
    return _told(v, effect, words)


def _told(v: View, effect: effects.Effect, words: Words) -> str:
    """MED-R8: what do developments multiply? MED-R9: are decoys mayors? MED-R41, MED-R43: what is left out?"""
    left_out = edition(v.edition).stock.decoys[len(v.seats)] if v.rulings.decoys_count_as_mayors == "no" else 0
    pattern = tag_of(effect)
    if isinstance(effect, effects.PerMayor) and v.rulings.development_income == "per_mayor_on_slot":
        pattern = "per_mayor_on_slot"
    elif isinstance(effect, effects.PerMayor | effects.Mayors) and left_out:
        pattern += "_but"
    elif isinstance(effect, effects.Choose) and v.rulings.tithe_types == "five_no_combat":
        pattern = "choose_no_combat"
    elif isinstance(effect, effects.Seals) and v.rulings.market_counts_itself == "no":
        pattern = "seals_of_others"
    return words.fill(words.effects[pattern], effect, left_out=left_out)
