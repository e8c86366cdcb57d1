"""What must hold between the entries of an owner's edition of Kingdom Crossing."""

from collections import Counter
from collections.abc import Iterator

from core.games.crossing.data import effects
from core.games.crossing.data.edition import (
    CARDS_OF_A_DECK,
    MARKED,
    PLAYERS,
    TOP,
    Edition,
    Goal,
    Need,
    Side,
)
from core.games.crossing.names import (
    BRIDGES,
    COLOURS,
    DECORATIONS,
    FACES,
    QUEEN,
    REGIONS,
    RESOURCES,
    SLOTS,
    TILES,
    RegionId,
)
from core.kernel.rules.amounts import written
from core.kernel.setup.claims import Claim, among, equal, least, most

HOUSES = 3  # KIN-3.1
TOKENS = {(1, 1): 2, (1, 2): 2, (2, 3): 1}
"""KIN-19.6: spaces of a board for tokens of each kind, by symbols and stars, as many as there are tokens."""

MOST: dict[str, int] = {**dict.fromkeys(RESOURCES, TOP), "house": HOUSES}
"""KIN-12.6: what a goal can ask for at most, where there is an end to it."""


def claims(e: Edition) -> Iterator[Claim]:
    """The counts of the box, and that each entry can be played."""
    for of in (_of_board, _of_map, _of_players, _of_tiles, _of_cards, _of_birds, _of_goals, _of_solo):
        yield from of(e)
    for entry, gain in _gains(e):
        own = entry.startswith(("structures.", "home."))
        yield Claim(entry, not (own and isinstance(gain, ENDLESS)), "no structure and no bird", type(gain).__name__)
        yield from _of_gain(entry, gain)


def _of_board(e: Edition) -> Iterator[Claim]:
    board = e.board
    yield most("board.rounds", board.rounds, len(e.queens) - 1)  # KIN-2.5
    yield most("board.actions", board.actions, len(TILES))
    yield most("board.paws", max(board.paws), len(BRIDGES))
    yield equal("board.sets", len(board.sets), HOUSES - 1)
    yield _climbs("board.sets", board.sets)
    yield equal("board.structures", len(board.structures), TOP + 1)
    yield _climbs("board.structures", board.structures)
    for face in FACES:
        yield _climbs(f"board.goals.{face}", board.goals[face][::-1])
    yield equal("investment.vp", len(e.investment.vp), len(e.investment.coins))
    yield _climbs("investment.coins", e.investment.coins)
    yield _climbs("investment.vp", e.investment.vp)


def _climbs(entry: str, numbers: tuple[int, ...]) -> Claim:
    return Claim(entry, sorted(numbers) == [*numbers], sorted(numbers), [*numbers])


def _of_map(e: Edition) -> Iterator[Claim]:
    """KIN-1.6, KIN-1.7: all regions hang together, and no walk crosses all bridges: Euler's odd regions say so."""
    yield equal("regions", sorted(slot for region in e.regions.values() for slot in region.slots), sorted(SLOTS))
    yield equal("regions", sorted(region.birds for region in e.regions.values()), sorted(COLOURS))
    for name, bridge in e.bridges.items():
        yield Claim(f"bridges.{name}", len({*bridge.joins}) > 1, "two different ones", bridge.joins)
    yield equal("bridges", sorted(_reached(e)), sorted(REGIONS))
    touching = Counter(region for bridge in e.bridges.values() for region in bridge.joins)
    for region in REGIONS:
        yield Claim(f"bridges.{region}", touching[region] % 2 == 1, "an odd number", touching[region])


def _reached(e: Edition) -> set[RegionId]:
    """The regions that a walk from the first one can reach."""
    found = {REGIONS[0]}
    for _ in REGIONS:
        found |= {region for bridge in e.bridges.values() if found & {*bridge.joins} for region in bridge.joins}
    return found


def _of_players(e: Edition) -> Iterator[Claim]:
    """KIN-15.1, KIN-15.3, KIN-19.6: tracks with guilds of their own, and a space for each token."""
    served = [track.guild for track in e.tracks.values()]
    yield Claim("tracks", len({*served}) == len(served), "different guilds", served)
    for kind in DECORATIONS:
        found = Counter((space.symbols, space.stars) for space in e.spaces.values() if space.kind == kind)
        yield equal(f"spaces.{kind}", sorted(found.items()), sorted(TOKENS.items()))
    for name, space in e.spaces.items():
        yield equal(f"spaces.{name}", name.partition(".")[0], space.track)


def _of_tiles(e: Edition) -> Iterator[Claim]:
    """KIN-8, KIN-9: a tile sets the worker in motion; A6, and no other, visits the queen; on both of its faces."""
    for name, tile in e.tiles.items():
        for face in ("base", "upgraded"):
            side: Side = getattr(tile, face)
            at = f"tiles.{name}.{face}"
            yield Claim(at, (not side.bridges) == (side.queen > 0), "either bridges or queen", "both or neither")
            yield most(f"{at}.bridges", side.bridges, len(BRIDGES))
            moves = side.coins or side.vp or side.invest or side.price or side.twice
            yield Claim(at, not (side.queen and moves), "nothing but rest and queen", "")
            yield equal(f"{at}.queen", side.queen > 0, name == QUEEN)


def _of_cards(e: Edition) -> Iterator[Claim]:
    for deck, cards in e.decks.items():
        table = "structures" if cards[0] in e.structures else "characters"
        yield equal(f"{table}.{deck}.cards", len(cards), CARDS_OF_A_DECK)
    faces = Counter(start.card for start in e.starts.values())
    yield equal("starts", sorted(faces.values()), [2] * max(PLAYERS))
    every = [*e.characters, *e.structures, *e.queens, *e.starts]
    twice = [card for card, count in Counter(map(str.casefold, every)).items() if count > 1]
    yield Claim("queens", not twice, "an id of its own", twice)


def _of_birds(e: Edition) -> Iterator[Claim]:
    """KIN-6.13: as many of each colour as its region needs in all Mornings."""
    for region in e.regions.values():
        needed = len(region.slots) * e.board.rounds
        yield equal(f"birds.{region.birds}.tokens", len(e.birds_of(region.birds)), needed)
    for bird in e.birds.values():
        yield among(f"birds.{bird.colour}.tokens.{bird.id}.mark", bird.mark, MARKED)
        plain = not isinstance(bird.gain, effects.TakeBird)
        yield Claim(f"birds.{bird.colour}.tokens.{bird.id}.gain", plain, "no bird", "take_bird")


def _of_goals(e: Edition) -> Iterator[Claim]:
    for favor in e.favors.values():
        of_guilds = favor.each == "guild"
        yield Claim(f"favors.{favor.id}.cards", of_guilds == (favor.cards > 0), "for guilds only", favor.cards)
    for name, goal in e.goals.items():
        for face in FACES:
            yield from _of_need(e, f"goals.{name}.{face}", goal.need(face))
        yield equal(f"goals.{name}", _moves(goal.hard), _moves(goal.easy))
    yield equal("goals", sum(map(_back, e.goals.values())), 1)  # KIN-S4.4


def _of_need(e: Edition, at: str, need: Need) -> Iterator[Claim]:
    asked = need.least.total() > 0
    yield Claim(at, asked != _moves(need), "either least or back", written(need.least))
    yield most(f"{at}.back", need.back, e.investment.last)
    for counted, number in MOST.items():
        yield most(f"{at}.least", need.least.of(counted), number)


def _moves(need: Need) -> bool:
    return need.back > 0


def _back(goal: Goal) -> bool:
    return _moves(goal.easy)


def _of_solo(e: Edition) -> Iterator[Claim]:
    """KIN-S1.8, KIN-S3.3: a tile for each slot, one with the crown, and rest tiles for the levels."""
    tiles = e.solo.values()
    yield equal("solo", sorted(tile.slot for tile in tiles if tile.slot), sorted(SLOTS))
    yield equal("solo", sum(tile.crown for tile in tiles), 1)
    for tile in tiles:
        yield Claim(f"solo.{tile.id}", not (tile.slot and tile.crown), "either slot or crown", tile.slot)
    rests = [level.rests for level in e.levels.values()]
    yield most("levels", max(rests), sum(not tile.slot and not tile.crown for tile in tiles))
    yield _climbs("levels", tuple(rests[::-1]))


def _gains(e: Edition) -> Iterator[tuple[str, effects.Gain]]:
    """Everything that is written in the words of effects, with its entry."""
    for resource, track in e.tracks.items():
        yield f"tracks.{resource}.gain", track.gain
        yield f"tracks.{resource}.top", track.top
    yield "home.gain", e.home.gain
    for guild, income in e.guilds.items():
        yield f"guilds.{guild}.gain", income.gain
    for character in e.characters.values():
        yield f"characters.{character.kind}.cards.{character.id}.gain", character.gain
    for structure in e.structures.values():
        yield f"structures.{structure.kind}.cards.{structure.id}.gain", structure.gain
    for bird in e.birds.values():
        yield f"birds.{bird.colour}.tokens.{bird.id}.gain", bird.gain
    for queen in e.queens.values():
        yield f"queens.{queen.id}.gain", queen.gain
    for empty in e.empties.values():
        yield f"empties.{empty.id}.gain", empty.gain
    for start in e.starts.values():
        yield from ((f"starts.{start.id}.gains", gain) for gain in start.gains)


ENDLESS = effects.Trigger | effects.TriggerUpTo | effects.TakeBird
"""KIN-T25: what a structure cannot do, because a structure could be what follows."""


def _of_gain(entry: str, gain: effects.Gain) -> Iterator[Claim]:
    match gain:
        case effects.TriggerUpTo(number):
            yield least(entry, number, 1)
        case effects.Deco1(_, paws):
            yield most(entry, paws, len(BRIDGES))
        case effects.ResDiff(number):
            yield least(entry, number, 1)
            yield most(entry, number, len(RESOURCES))
        case (
            effects.Coins(number)
            | effects.CoinsMinusPaws(number)
            | effects.Vp(number)
            | effects.Res(_, number)
            | effects.ResAny(number)
            | effects.Invest(number)
        ):
            yield least(entry, number, 1)
        case _:
            pass
