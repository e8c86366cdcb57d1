"""MED-8 and MED-9 Walls and placing the leaders (p. 10-11): all at once, behind the walls."""

from typing import ClassVar

from core.games.medieval.facts import LeadersPlaced
from core.games.medieval.moves import Place
from core.games.medieval.names import MANAGED, PIECES, PieceId
from core.games.medieval.table import Table, pieces_of
from core.kernel.rules.chance import Stream
from core.kernel.rules.step import Blocked, SealedChoice


class PlaceLeaders(SealedChoice[Table, Place], frozen=True):
    """MED-8.3: everybody places at the same time; the order of arrival changes nothing."""

    rule: ClassVar[str] = "MED-8.3"
    takes_in = LeadersPlaced

    def again(self, t: Table) -> bool:
        """MED-R3: may who has placed do it anew until everybody has?"""
        return t.rulings.placement_commit == "revisable"

    def check(self, t: Table, seat: int, move: Place, *, whole: bool = True) -> Blocked | None:
        """MED-8.4, MED-8.5, MED-8.6, MED-8.7, MED-8.8, MED-8.9, MED-8.10, MED-9.1, MED-9.2, MED-9.3, MED-9.4, MED-9.5:
        so many of each, on places that are in use, decoys apart.
        """
        unknown = sorted({piece for piece in move.pieces if piece not in _ORDER})
        if unknown:
            return Blocked(self.rule, "no_such_piece", have=unknown[0])
        generals, admirals, decoys = (pieces_of(move, letter) for letter in "GAD")
        on_slots = len(move.pieces) - len(generals) - len(admirals) - len(decoys)
        leaders = t.seats[seat].leaders
        fewest = _fewest_decoys(t)
        in_use = t.edition.terrains_in_use[t.players]
        unused = [place for place in (*generals, *admirals, *decoys) if place not in in_use]
        if unused:
            return Blocked("MED-4.4", "terrain_not_in_use", need=len(in_use), have=unused[0])
        if decoys and not fewest:
            return Blocked("MED-8.4", "no_decoys_here", need=2, have=t.players)
        if set(decoys) & {*generals, *admirals}:
            return Blocked("MED-9.4", "decoy_with_military", have=min(set(decoys) & {*generals, *admirals}))
        for rule, kind, placed, owned in (
            ("MED-8.4", "mayor", on_slots + len(decoys), leaders.mayor),
            ("MED-8.7", "general", len(generals), leaders.general),
            ("MED-8.7", "admiral", len(admirals), leaders.admiral - t.seats[seat].committed),
        ):
            if placed > owned:
                return Blocked(rule, "too_many_leaders", need=owned, have=placed, what=kind)
            if whole and placed < owned and t.rulings.placement_complete == "all_leaders":
                return Blocked("MED-8.10", "leaders_left", need=owned, have=placed, what=kind)
        return self._decoys(t, seat, on_slots, len(decoys))

    def _decoys(self, t: Table, seat: int, on_slots: int, decoys: int) -> Blocked | None:
        """MED-9.1, MED-9.2: so many mayors are decoys, the others produce."""
        fewest, most = _fewest_decoys(t), _most_decoys(t, seat)
        if decoys > most:
            return Blocked("MED-9.2", "too_many_decoys", need=most, have=decoys)
        if on_slots > t.seats[seat].leaders.mayor - fewest:
            return Blocked("MED-9.2", "too_few_decoys", need=fewest, have=decoys)
        return None

    def sample(self, t: Table, seat: int, dice: Stream) -> Place:
        player, in_use = t.seats[seat], t.edition.terrains_in_use[t.players]
        fewest, most = _fewest_decoys(t), _most_decoys(t, seat)
        decoys = fewest + (dice.below(most - fewest + 1) if most > fewest else 0)
        optional = t.rulings.placement_complete == "optional"

        def some(count: int) -> range:
            return range(dice.below(count + 1) if optional and count > 0 else count)

        military = [(letter, dice.pick(in_use)) for letter, count in _fighters(t, seat) for _ in some(count)]
        free_places = _apart(in_use, [place for _, place in military]) if decoys else []
        if decoys and not free_places:  # one place must be left to the decoys
            free_places, other = [in_use[0]], in_use[1]
            military = [(letter, place if place != in_use[0] else other) for letter, place in military]
        pieces = [f"{letter}{place}" for letter, place in military]
        pieces += [f"D{dice.pick(free_places)}" for _ in some(decoys)]
        pieces += [dice.pick(MANAGED) for _ in some(player.leaders.mayor - decoys)]
        return Place(tuple(sorted(map(PieceId, pieces), key=_ORDER.__getitem__)))


_ORDER = {piece: at for at, piece in enumerate(PIECES)}


def _apart(places: tuple[int, ...], taken: list[int]) -> list[int]:
    """MED-9.4: where decoys may stand."""
    return [place for place in places if place not in taken]


def _fewest_decoys(t: Table) -> int:
    """MED-9.2: with two players two mayors, else none."""
    return t.edition.stock.decoys[t.players]


def _most_decoys(t: Table, seat: int) -> int:
    """MED-R28, MED-9.9: may a mayor that was gained later be a decoy, too?"""
    fewest = _fewest_decoys(t)
    if not fewest or t.rulings.extra_mayors_2p == "management_only":
        return fewest
    gained = t.seats[seat].leaders.mayor - t.edition.stock.leaders[t.players].mayor
    return fewest + max(gained, 0)


def _fighters(t: Table, seat: int) -> tuple[tuple[str, int], ...]:
    """MED-R4 commit: an admiral on an island is not placed."""
    player = t.seats[seat]
    return (("G", player.leaders.general), ("A", player.leaders.admiral - player.committed))
