"""Which works are legal, found once more by trying everything: every walk, flight and card, and every choice of a bird.

A work must end with a purchase (KIN-8.5.1), and the coins may come out of choices that are still to be made (KIN-R3).
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from core.games.crossing.moves import Work
from core.games.crossing.table import Player, Table
from core.kernel.rules import engine
from core.kernel.rules.engine import State
from core.kernel.rules.ways import Ways
from tests.games.crossing.test_matches import BRIDGES, REGIONS
from tests.support.matches import Recipe

MATCHES = 3  # of each number of players
EVERY = 3  # so many actions one is looked at
SLOTS = {"north": ("s1", "s2", "s3"), "east": ("s4", "s5"), "south": ("s6", "s7", "s8"), "west": ("s9", "s10")}
WALKS = {"A1": 1, "A2": 2, "A3": 1, "A4": 3, "A5": 1}
CASHED = (1, 3, 6, 10, 14, 18, 22, 26, 30)
TRACKS = ("wood", "stone", "sap", "food")
BONUS = {"wood": 5, "sap": 7, "food": 8}  # stone 6 and the favors bring no coins


class Purse(Struct, frozen=True):
    """What can become coins before the card is paid."""

    coins: int
    investment: int
    markers: tuple[int, int, int, int]
    symbols: tuple[int, int]  # of flowers and of sculptures
    room: tuple[int, int]  # free spaces with one symbol


class Referee:
    """What one seat could do with its next action, from the text of the rules."""

    def __init__(self, t: Table, seat: int) -> None:
        self.t = t
        self.p: Player = t.seats[seat]

    def works(self) -> set[Work]:
        p = self.p
        tiles = [tile for tile in WALKS if tile not in p.played and not (tile == "A2" and tile in p.upgraded)]
        return {work for tile in tiles for work in self._with(tile, tile in p.upgraded)}

    def _with(self, tile: str, upgraded: bool) -> Iterator[Work]:
        start, had = str(self.p.region), self.p.coins
        coins = had + (4 if upgraded else 2) * (tile == "A1")
        used = frozenset(map(str, self.p.paws))
        for before in (None, *REGIONS):
            if before == start or (before and coins < self._fare(start, str(self.t.balloon))):
                continue
            left = coins - (self._fare(start, str(self.t.balloon)) if before else 0)
            for way, end in walked(before or start, WALKS[tile], used):
                yield from self._ending(tile, upgraded, before, way, end, left)
                fare = self._fare(end, before or str(self.t.balloon))
                if before is None and left >= fare:
                    for after in REGIONS:
                        if after != end:
                            yield from self._ending(tile, upgraded, None, way, after, left - fare, after)

    def _fare(self, worker: str, balloon: str) -> int:
        return 3 if worker == balloon else 10

    def _ending(
        self, tile: str, upgraded: bool, before: str | None, way: tuple[str, ...], end: str, coins: int, after: str = ""
    ) -> Iterator[Work]:
        for slot in SLOTS[end]:
            card = self.t.on_slot(slot)  # type: ignore[arg-type]
            if card is not None and self._payable(tile, upgraded, slot, len(self.p.paws) + len(way), coins):
                flights: Any = {"before": before and f"fly:{before}", "after": f"fly:{after}" if after else None}
                yield Work(tile=tile, way=way, slot=slot, **flights)  # type: ignore[arg-type]

    def _payable(self, tile: str, upgraded: bool, slot: str, paws: int, coins: int) -> bool:
        card = self.t.on_slot(slot)  # type: ignore[arg-type]
        cost = 0 if str(card).startswith("ED") else self.t.edition.cost_of(card)  # type: ignore[arg-type]
        bird = self.t.bird_on(slot)  # type: ignore[arg-type]
        purses = {self._purse(coins)}
        if bird is not None:
            effect = str(self.t.edition.birds[bird].gain.__class__.__struct_config__.tag)
            for _ in range(2 if tile == "A4" and upgraded else 1):
                purses = {after for purse in purses for after in self._effect(purse, effect, bird, paws)}
        if any(purse.coins >= cost for purse in purses):
            return True
        price = (2 if upgraded else 4) if tile == "A5" else 99
        bought = (after for purse in purses for after in self._bought(purse, price))
        return any(purse.coins >= cost for purse in bought)

    def _purse(self, coins: int) -> Purse:
        p, spaces = self.p, self.t.edition.spaces
        kinds = ("flower", "sculpture")
        laid = [sum(spaces[s].symbols for s in p.decorations if spaces[s].kind == kind) for kind in kinds]
        single = [
            sum(
                each.kind == kind and each.symbols == 1 and space not in p.decorations for space, each in spaces.items()
            )
            for kind in kinds
        ]
        markers = tuple(int(getattr(p.resources, track)) for track in TRACKS)
        return Purse(coins, p.investment, markers, (laid[0], laid[1]), (single[0], single[1]))  # type: ignore[arg-type]

    def _bought(self, purse: Purse, price: int) -> Iterator[Purse]:
        if purse.coins >= price:
            paid = replace(purse, coins=purse.coins - price)
            for at in range(4):
                if purse.markers[at] < 10:
                    yield from self._advanced(paid, TRACKS[at])

    def _effect(self, purse: Purse, effect: str, source: str, paws: int) -> Iterator[Purse]:
        """A bird, or an own structure: table 10.11 and 10.4."""
        gain: Any = self.t.edition.birds[source].gain if source.startswith("BIRD") else self.t.edition.ability(source)  # type: ignore[index, arg-type]
        match effect:
            case "coins":
                yield replace(purse, coins=purse.coins + gain.amount)
            case "coins_per_paw":
                yield replace(purse, coins=purse.coins + paws)
            case "coins_minus_paw":
                yield replace(purse, coins=purse.coins + max(0, gain.amount - paws))
            case "coins_per":
                yield replace(purse, coins=purse.coins + self._counted(purse, str(gain.counted)))
            case "invest":
                yield from self._invested(purse)
            case "res":
                yield from self._advanced(purse, str(gain.resource))
            case "trigger":
                yield from self._triggered(purse, paws)
            case "deco1":
                yield from self._decorated(purse) if paws >= gain.paws else [purse]
            case _:  # points and upgraded tiles
                yield purse

    def _counted(self, purse: Purse, what: str) -> int:
        p = self.p
        if what in {"flower", "sculpture"}:
            return purse.symbols[what == "sculpture"]
        if what == "structure":
            return len(p.structures)
        if what == "bird_pair":
            return len(p.birds) // 2
        return sum(self.t.edition.guild_of[card] == what for card in p.cards)

    def _invested(self, purse: Purse) -> Iterator[Purse]:
        yield replace(purse, investment=min(purse.investment + 1, 8))
        yield replace(purse, coins=purse.coins + CASHED[purse.investment], investment=0)

    def _triggered(self, purse: Purse, paws: int) -> Iterator[Purse]:
        for structure in self.p.structures:
            effect = str(self.t.edition.ability(structure).__class__.__struct_config__.tag)
            yield from self._effect(purse, effect, structure, paws)

    def _decorated(self, purse: Purse) -> Iterator[Purse]:
        if not any(purse.room):
            yield purse
        for at in range(2):
            if purse.room[at]:
                symbols, room = list(purse.symbols), list(purse.room)
                symbols[at] += 1
                room[at] -= 1
                yield replace(purse, symbols=(symbols[0], symbols[1]), room=(room[0], room[1]))

    def _advanced(self, purse: Purse, track: str) -> Iterator[Purse]:
        at = TRACKS.index(track)
        if purse.markers[at] == 10:
            yield purse
            return
        markers = list(purse.markers)
        markers[at] += 1
        moved = replace(purse, markers=tuple(markers))
        if markers[at] != BONUS.get(track):
            yield moved
        elif track == "wood":
            yield replace(moved, coins=moved.coins + 3)
        elif track == "sap":
            yield from self._invested(moved)
        else:
            yield from self._triggered(moved, len(self.p.paws))


@cache
def walked(start: str, bridges: int, used: frozenset[str]) -> tuple[tuple[tuple[str, ...], str], ...]:
    if not bridges:
        return (((), start),)
    return tuple(
        ((bridge, *way), end)
        for bridge, ends in BRIDGES.items()
        if start in ends and bridge not in used
        for way, end in walked(ends[start == ends[0]], bridges - 1, used | {bridge})
    )


def actions(players: int, seed: int) -> Iterator[tuple[State[Any], int]]:
    """Positions in which an action is chosen, with its seat."""
    for decision in Recipe("crossing", players, seed).decisions():
        state = decision.after
        if state.agenda and Work in getattr(engine.waiting(state), "large", ()):
            (seat,) = engine.asked(state).seats
            if not state.table.seats[seat].working:
                yield state, seat


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_works_are_those_that_can_end_with_a_purchase(players: int) -> None:
    looked = 0
    for seed in range(MATCHES):
        for number, (state, seat) in enumerate(actions(players, seed)):
            if number % EVERY == seed % EVERY:
                listed = set(Ways(engine.waiting(state), state.table, seat, Work).moves())
                found = Referee(state.table, seat).works()
                assert listed == found, f"{players} players, seed {seed}, action {number}: {listed ^ found}"
                looked += 1
    assert looked >= 5 * MATCHES
