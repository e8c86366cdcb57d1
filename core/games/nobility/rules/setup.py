"""RTN-2 Setting up (Mise en Place, p. 4-5): who begins, decks and displays, what everybody starts with."""

from collections.abc import Iterable
from typing import ClassVar

from core.games.nobility.facts.buildings import WorkshopLaid
from core.games.nobility.facts.chancery import CommissionsDealt, DeckReady
from core.games.nobility.facts.course import CharacterDealt, FirstPlayer
from core.games.nobility.facts.settlers import SettlersDealt, SettlersDue, SettlersHidden
from core.games.nobility.moves import ChooseWorkshop
from core.games.nobility.names import GUILDS, BuildingId, CharacterId, GuildId, SettlersId, Stock
from core.games.nobility.rules.display import in_secret
from core.games.nobility.rules.gains import Gain, stocked
from core.games.nobility.table import Table
from core.kernel.rules.chance import Draw, Drawn, split
from core.kernel.rules.secret import Secret
from core.kernel.rules.step import Ask, Auto, Chance, Choice, Next, Offer, SealedDeal

MIDDLE = 2  # RTN-2.3: the place for a workshop that nobody owns
FEW = 2  # RTN-2.3, RTN-22.3: with so many players there is one in every guild


class DrawFirst(Chance[Table], frozen=True):
    """RTN-2.13: the first player, by lot."""

    rule: ClassVar[str] = "RTN-2.13"

    def draw(self, t: Table) -> Draw | None:
        if t.solo or t.options.first_player == "seat1":
            return None
        return Draw("first player", tuple(map(str, range(t.players))), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [FirstPlayer(self.rule, int(drawn[0]))]


class DealCharacters(Chance[Table], frozen=True):
    """RTN-2.12: one for each player."""

    rule: ClassVar[str] = "RTN-2.12"

    def draw(self, t: Table) -> Draw:
        return Draw("characters", t.characters, t.players)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [CharacterDealt(self.rule, seat, CharacterId(card)) for seat, card in enumerate(drawn)]


class GiveStart(Auto[Table], frozen=True):
    """RTN-2.12: coins, goods, a house, Reputation; RTN-2.9, RTN-20.6: modifiers for who plays late."""

    rule: ClassVar[str] = "RTN-2.12"

    def then(self, t: Table) -> Next:
        start, order = t.edition.start, t.clockwise(t.first)
        stock = stocked(start.goods) + Stock(
            coins=start.coins, houses=start.houses, nobility=start.nobility, reputation=t.count.reputation
        )
        late = zip(order, t.count.modifiers, strict=True)
        return [
            *(Gain(seat, stock, self.rule, "start") for seat in range(t.players)),
            *(Gain(seat, Stock(modifiers=number), "RTN-2.9", "start") for seat, number in late if number),
        ]


class DealSettlers(Auto[Table], frozen=True):
    """RTN-2.5: a settlers card of pile 1 for each player."""

    rule: ClassVar[str] = "RTN-2.5"

    def then(self, t: Table) -> Next:
        """RTN-R29: do the others see it?"""
        return [DealOpenly()] if t.rulings.open_holdings == "open" else [SettlersDue(self.rule)]


class DealOpenly(Chance[Table], frozen=True):
    """RTN-2.5: for all to see."""

    rule: ClassVar[str] = "RTN-2.5"

    def draw(self, t: Table) -> Draw:
        return Draw("settlers 1", t.edition.settlers_of(1), t.players)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [SettlersDealt(self.rule, seat, SettlersId(card)) for seat, card in enumerate(drawn)]


class DealClosed(SealedDeal[Table], frozen=True):
    """RTN-R29 cards_hidden: each player sees their own."""

    rule: ClassVar[str] = "RTN-2.5"

    def draw(self, t: Table) -> Draw:
        """In a branch of a match others are known to lie elsewhere, openly or with who made it."""
        due = [seat for seat, p in enumerate(t.seats) if p.due]
        cards = tuple(card for card in t.edition.settlers_of(1) if card in t.deck)
        return split("settlers 1", cards, dict.fromkeys(due, 1), in_secret(t))

    def dealt(self, t: Table, hands: tuple[Secret[Drawn], ...]) -> Next:
        return [SettlersHidden(self.rule, hand.by[0], hand) for hand in hands]


class LayWorkshops(Auto[Table], frozen=True):
    """RTN-2.3, RTN-22.3: with two players, or one, a workshop of each guild."""

    rule: ClassVar[str] = "RTN-2.3"

    def then(self, t: Table) -> Next:
        """RTN-R16: at random, or as the first player likes?"""
        if t.players > FEW:
            return []
        chosen = t.rulings.two_player_workshop_choice == "first_player_chooses"
        return [ChooseNeutral(guild) if chosen else DrawWorkshop(guild) for guild in GUILDS]


class DrawWorkshop(Chance[Table], frozen=True):
    """RTN-2.3: one of the guild."""

    rule: ClassVar[str] = "RTN-2.3"
    guild: GuildId

    def draw(self, t: Table) -> Draw:
        return Draw(f"workshop {self.guild}", t.edition.workshops_of(self.guild), 1)

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [WorkshopLaid(_laid(t), BuildingId(drawn[0]), self.guild, MIDDLE)]


class ChooseNeutral(Choice[Table, ChooseWorkshop], frozen=True):
    """RTN-R16 first_player_chooses: one of the guild."""

    rule: ClassVar[str] = "RTN-2.3"
    guild: GuildId

    def asks(self, t: Table) -> Ask | None:
        return Ask((t.first,))

    def offers(self, t: Table, seat: int) -> Iterable[Offer[ChooseWorkshop]]:
        return [Offer(ChooseWorkshop(tile)) for tile in t.edition.workshops_of(self.guild)]

    def resolve(self, t: Table, seat: int, move: ChooseWorkshop) -> Next:
        return [WorkshopLaid(_laid(t), move.tile, self.guild, MIDDLE)]


def _laid(t: Table) -> str:
    return "RTN-22.3" if t.solo else "RTN-2.3"


class DealCommissions(SealedDeal[Table], frozen=True):
    """RTN-23.3: three for each player, face down."""

    rule: ClassVar[str] = "RTN-23.3"

    def draw(self, t: Table) -> Draw:
        hands = dict.fromkeys(range(t.players), t.edition.chancery.dealt)
        return split("commissions", tuple(t.edition.commissions), hands)

    def dealt(self, t: Table, hands: tuple[Secret[Drawn], ...]) -> Next:
        count = t.edition.chancery.dealt
        return [CommissionsDealt(self.rule, hand.by[0], hand, count) for hand in hands]


class ShuffleCommissions(Auto[Table], frozen=True):
    """RTN-23.3: what was not kept is in the deck again."""

    rule: ClassVar[str] = "RTN-23.3"

    def then(self, t: Table) -> Next:
        return [DeckReady(self.rule, len(t.edition.commissions) - t.players)]
