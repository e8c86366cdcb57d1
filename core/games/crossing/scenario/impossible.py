"""What is wrong with a position that somebody wrote, where no match leads to it."""

from collections.abc import Iterator

from core.games.crossing.names import DECKS, GOALS, HOME, SLOTS
from core.games.crossing.rules.decks import again
from core.games.crossing.rules.decorations import stars_of, tokens_left
from core.games.crossing.rules.goals import positions
from core.games.crossing.rules.houses import sets
from core.games.crossing.rules.paco import solo_tiles
from core.games.crossing.table import Player, Table
from core.kernel.bots.bounds import Impossible
from core.kernel.bots.possible import Wrong, all_of, among, apart, at_least, at_most, no_twice, one_of, said, wrong


def impossible(t: Table) -> Iterator[Impossible]:
    """List what cannot be: on the boards, with the favors and the start cards, then side by side."""
    return said(
        _boards(t), _birds(t), _goals(t), _favors(t), _starts(t), *(_side(t, *one) for one in enumerate(t.sides))
    )


def _boards(t: Table) -> Iterator[Wrong]:
    """KIN-2.2, KIN-2.3: cards lie in their decks; KIN-7.1: everybody once in the order; KIN-8.7, KIN-R17: a tile of an
    empty deck; KIN-S1.8: the solo tiles.
    """
    yield all_of("layout", t.layout, DECKS) if t.layout else None
    yield all_of("order", t.order, range(len(t.sides))) if t.order else None
    for deck, cards in t.decks.items():
        yield among(("decks", deck), cards, t.edition.decks[deck])
    for slot, top, deck in zip(SLOTS, t.slots, t.layout, strict=False):
        yield among(("slots", slot), (top,), (*t.edition.decks[deck], *t.edition.empties))
    tiles = [tile for tile in t.slots if tile in t.edition.empties]
    yield apart("empties", t.empties, tiles)
    yield no_twice("slots", tiles) if not again(t) else None
    yield among("solo_deck", t.solo_deck, solo_tiles(t) if t.solo else ())


def _birds(t: Table) -> Iterator[Wrong]:
    """KIN-6.11: birds sit on cards, in the region of their colour."""
    for slot, bird, card in zip(SLOTS, t.perched, t.slots, strict=True):
        region = t.edition.regions[t.edition.region_of[slot]]
        yield among(("perched", slot), (bird,), t.edition.birds_of(region.birds))
        yield wrong(("perched", slot), "scenario_cannot_stand", bird) if bird is not None and card is None else None


def _goals(t: Table) -> Iterator[Wrong]:
    """KIN-2.6, KIN-2.8: the goals and their faces; KIN-12.1, KIN-12.3: so many sides have claimed one, each once."""
    yield all_of("goals", t.goals, GOALS) if t.goals else None
    yield among("hard", t.hard, GOALS if t.options.goals == "any_face" else ())
    for goal, sides in t.claims.items():
        yield no_twice(("claims", goal), sides)
        yield at_most(("claims", goal), len(sides), len(positions(t)))


def _favors(t: Table) -> Iterator[Wrong]:
    """KIN-2.7: the favors of the piles; KIN-R20: those that lie hidden at a side are in none."""
    hidden = [favor for p in t.sides for box in p.hidden for favor in box.value]
    yield at_most("piles", sum(t.piles), len(t.favors) - len(hidden))
    for seat, p in enumerate(t.sides):
        own = [favor for box in p.hidden for favor in box.value]
        yield among("hidden", own, t.favors, seat, "scenario_in_two_places")
        yield from (at_most("hidden", len(box.value), 1, seat) for box in p.hidden)
    yield no_twice("favors", hidden)


def _starts(t: Table) -> Iterator[Wrong]:
    """KIN-4.1: of each start card one face lies up; KIN-4.3: a side has one."""
    faces = t.edition.starts
    yield no_twice("pairs", (faces[pair.start].card for pair in t.pairs))
    used = {faces[pair.start].card for pair in t.pairs}
    for seat, p in enumerate(t.sides):
        own = [card for card in p.cards if card in faces]
        yield at_most("cards", len(own), 1, seat, own[-1] if own else None)
        for card in own:
            yield wrong("cards", "scenario_other_face", card, seat) if faces[card].card in used else None
            used.add(faces[card].card)


def _side(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """KIN-3.8: a home card; KIN-4.3: cards of guilds; KIN-6.5: own structures; KIN-8.3: a paw a bridge."""
    yield among("cards", p.cards, t.edition.guild_of, seat)
    yield None if HOME in p.structures else wrong("structures", "scenario_missing", HOME, seat)
    yield among("triggered", p.triggered, p.structures, seat)
    yield at_most("crossed", p.crossed, len(p.paws), seat)
    yield from _houses(t, seat, p)
    yield from _tokens(t, seat, p)


def _houses(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """KIN-4.3e, KIN-S1.6: who is on the board has a house; KIN-14.1: the next ones are earned by cards."""
    begun = p.region is not None if seat < t.players else bool(t.seats[0].region and not t.pairs)
    yield at_least("houses", len(p.houses), int(begun), seat)
    built, earned = len(p.houses), 1 + sets(t, p)
    if built > earned:
        yield wrong("houses", "scenario_not_earned", None, seat, expected=earned, found=built)


def _tokens(t: Table, seat: int, p: Player) -> Iterator[Wrong]:
    """KIN-15.3, KIN-R15: the stars of the tokens; KIN-19.6: so many are in the box."""
    for space, stars in p.decorations.items():
        yield one_of(("decorations", space), stars, stars_of(t, space), seat)
        if tokens_left(t, t.edition.spaces[space].kind, stars) < 0:
            yield wrong(("decorations", space), "scenario_none_left", stars, seat)
