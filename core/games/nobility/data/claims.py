"""What must hold between the entries of an owner's edition of Rise to Nobility."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from core.games.nobility.data.edition import COMMISSIONS, EVENTS_OF_A_PILE, PLAYERS, SHIPS, Edition
from core.games.nobility.names import GUILDS, PEOPLES, PIPS, ROWS, WORKSHOPS_OF_A_GUILD
from core.kernel.setup.claims import Claim, among, equal, least, most

WHITE_SHIELD = 6  # RTN-19.1
FEWEST_BONUSES, MOST_BONUSES = 1, 2  # RTN-9.15


def claims(e: Edition) -> Iterator[Claim]:
    """The counts of the box, and that each entry can be played."""
    for of in (
        _of_tracks,
        _of_board,
        _of_counts,
        _of_die_slots,
        _of_settlers,
        _of_buildings,
        _of_objectives,
        _of_chancery,
        _of_cards,
    ):
        yield from of(e)


def _of_tracks(e: Edition) -> Iterator[Claim]:
    tracks = e.tracks
    first, last = tracks.reputation
    yield least("tracks.reputation", last, first + 1)
    for numbers in ([*tracks.shields], [*tracks.shields.values()]):
        yield _rising("tracks.shields", numbers, strictly=True)
    yield most("tracks.shields", max(tracks.shields), tracks.nobility)
    yield among("tracks.shields", WHITE_SHIELD, [*tracks.shields.values()])


def _of_board(e: Edition) -> Iterator[Claim]:
    board = e.board
    yield most("board.rounds", board.rounds, min(2 * EVENTS_OF_A_PILE, SHIPS))
    yield least("board.of_own_type", board.of_own_type, board.of_a_type)
    yield equal("board.councillors", sorted(board.councillors), sorted(PEOPLES))
    yield most("start.houses", e.start.houses, board.houses)
    yield most("start.nobility", e.start.nobility, e.tracks.nobility)
    yield equal("zones", [*e.zones], [*range(1, len(e.zones) + 1)])


def _of_counts(e: Edition) -> Iterator[Claim]:
    for players, count in e.counts.items():
        at = f"counts.{players}"
        yield _rising(f"{at}.modifiers", count.modifiers)
        yield equal(f"{at}.modifiers", len(count.modifiers), players)
        yield equal(f"{at}.income", len(count.income), count.apprentices)
        yield _rising(f"{at}.income", count.income[::-1], "falling numbers")
        yield Claim(f"{at}.desks", (count.desks == 0) == (players == 1), "0 alone", count.desks)
        first, last = e.tracks.reputation
        yield least(f"{at}.reputation", count.reputation, first)
        yield most(f"{at}.reputation", count.reputation, last)
    for name in ("queue", "guild_dice", "apprentices", "desks"):
        yield _rising(f"counts.{name}", [getattr(count, name) for count in e.counts.values()])


def _of_die_slots(e: Edition) -> Iterator[Claim]:
    yield equal("guild", sorted({*chain.from_iterable(slot.values for slot in e.guild.values())}), [*PIPS])
    for number, slot in e.guild.items():
        yield among(f"guild.{number}.goods", slot.goods, (1, 2, 3))
        yield equal(f"guild.{number}.goods", slot.goods, 2 if 3 in slot.values else slot.goods)  # RTN-X6
        yield most(f"guild.{number}.workers", slot.workers, 2)
        yield most(f"guild.{number}.aligned", slot.aligned, 2)
    yield equal("workshops", [place.least for place in e.workshops.values()], [1, 3, 5])
    yield equal("hall", sorted(slot.value for slot in e.hall.values()), [*PIPS])
    yield _rising("hall", [slot.cost for slot in e.hall.values()])
    yield equal("berk", sorted(chain.from_iterable(slot.values for slot in e.berk.values())), [*PIPS])
    castle = Counter(chain.from_iterable({*slot.values} for slot in e.castle.values()))
    yield Claim("castle", max(castle.values()) == 1, "each value at one slot", sorted(castle.elements()))


def _of_settlers(e: Edition) -> Iterator[Claim]:
    yield least("settlers", len(e.settlers_of(1)), max(PLAYERS))
    for people in PEOPLES:
        yield among("settlers", people, {card.people for card in e.settlers.values()})
    for card in e.settlers.values():
        at, types = f"settlers.{card.id}", len(card.goods)
        yield equal(f"{at}.goods", len({*card.goods}), types)
        yield least(f"{at}.min", card.min, types)
        yield least(f"{at}.max", card.max, card.min)
        yield most(f"{at}.max", card.max, e.board.of_a_type * types)


def _of_buildings(e: Edition) -> Iterator[Claim]:
    for guild in GUILDS:
        yield least(f"buildings ({guild})", len(e.workshops_of(guild)), WORKSHOPS_OF_A_GUILD)
    yield among("buildings", "communal", {tile.kind for tile in e.buildings.values()})
    for tile in e.buildings.values():
        at, workshop = f"buildings.{tile.id}", tile.kind == "workshop"
        yield Claim(f"{at}.guild", (tile.guild is not None) == workshop, GUILDS if workshop else "nothing", tile.guild)
        effects = range(FEWEST_BONUSES, MOST_BONUSES + 1) if workshop else (0,)
        yield among(f"{at}.bonus", len({*tile.bonus}), effects)
        yield equal(f"{at}.bonus", len({*tile.bonus}), len(tile.bonus))


def _of_objectives(e: Edition) -> Iterator[Claim]:
    yield equal("automa.guilds", sorted(e.automa.guilds), sorted(GUILDS))
    workshops = WORKSHOPS_OF_A_GUILD * len(GUILDS)
    possible = {
        "reputation": e.tracks.reputation[1],
        "nobility": e.tracks.nobility,
        "settled": e.board.houses,
        "full_cards": e.board.houses,
        "peoples": len(PEOPLES),
        "guilds": len(GUILDS),
        "masters": len(GUILDS),
        "workshops": workshops - len(GUILDS),  # RTN-22.3: one in each guild is nobody's
        "communal": len(e.zones),
        "workers": e.board.workers,
        "clerks": 0,  # RTN-22.7
    }
    for objective in e.objectives.values():
        at = f"objectives.{objective.id}.needs"
        yield least(at, objective.needs.total(), 1)
        for counted, number in possible.items():
            yield most(f"{at}.{counted}", objective.needs.of(counted), number)


def _of_chancery(e: Edition) -> Iterator[Claim]:
    yield most("chancery.dealt", e.chancery.dealt, COMMISSIONS // max(PLAYERS))
    for die in PIPS:
        yield equal("desks", sorted(desk.row for desk in e.desks.values() if desk.die == die), sorted(ROWS))
    for desk in e.desks.values():
        yield among(f"desks.{desk.id}.benefit", desk.benefit, e.benefits)
    for tile in e.dice_tiles.values():
        yield equal(f"dice_tiles.{tile.id}.dice", len(tile.dice), e.chancery.tokens)
    for card in e.commissions.values():
        at = f"commissions.{card.id}"
        yield Claim(f"{at}.guilds", not card.guilds or card.each == "workshops", "nothing", card.guilds)
        yield Claim(f"{at}.peoples", not card.peoples or card.each == "settled", "nothing", card.peoples)
        yield Claim(f"{at}.each", card.each != "vp", "what is no VP", card.each)


def _of_cards(e: Edition) -> Iterator[Claim]:
    for pile in (1, 2):
        yield least("events", len(e.events_of(pile)), EVENTS_OF_A_PILE)
    for demand in e.demands.values():
        yield most(f"demands.{demand.id}.nobility", demand.nobility, e.tracks.nobility)
    for ship in e.ships.values():
        for good, berth in ship.wants.items():
            yield least(f"ships.{ship.id}.wants.{good}", min(berth.price, berth.spaces), 1)
    tables = (e.settlers, e.buildings, e.ships, e.demands, e.characters, e.events, e.objectives, e.desks)
    ids = Counter(id_.casefold() for table in (*tables, e.dice_tiles, e.commissions) for id_ in table)
    for id_, times in ids.items():
        yield Claim("ids", times == 1, "no other card or tile of this name", id_)


def _rising(entry: str, numbers: Sequence[int], expected: str = "rising numbers", *, strictly: bool = False) -> Claim:
    """Each number is at least the one before it; `strictly`: more."""
    rising = sorted({*numbers} if strictly else numbers)
    return Claim(entry, [*numbers] == rising, expected, [*numbers])
