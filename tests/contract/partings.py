"""Matches that part by one reading of a ruling alone: played twice from the start, with the same moves and chance.

python -m tests.contract.partings              look ten minutes for those that are missing or hold no more
python -m tests.contract.partings 60 nobility  for an hour, in this game

What is found stands in `partings.toml`: for each two readings a match, and the decision at which it is seen that they
differ. So nothing is proved by a position that somebody has written, but by one that play has reached.
"""

import re
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from core.games import NAMES, game_named
from core.games.crossing.rules import goals
from core.games.crossing.rules.houses import due
from core.games.crossing.rules.tally import count
from core.games.heirs.rules.roads import roads
from core.games.nobility.names import GOODS
from core.kernel.bots.matches import bot_move
from core.kernel.errors import Refused, Usage
from core.kernel.game import Ruling, Setup
from core.kernel.rules import engine
from core.kernel.rules.chance import Dealer, derived, stream
from core.kernel.rules.engine import AnyGame, Consequences, State
from core.kernel.rules.step import tag_of
from core.kernel.setup.readings import noting, under
from tests.support.matches import BOUND, any_seat, any_terms, set_up
from tests.support.places import GAME_FOLDERS, cases_of

DICT: Any = dict

FILE = Path(__file__).parent / "partings.toml"
FREE = "free_cards"
"""An owner's edition of Kingdom Crossing that ships nowhere: ours, but cards and flights are for nothing."""

SAMPLES = 12
"""So many moves are tried where there are too many to list."""

WEIGHTS = (1, 3, 9, 81)
"""How gladly somebody makes moves of a kind."""

SINCE = range(10, 200, 10)
"""When the table agrees on other readings, where only that makes a difference."""

FURTHER = 60
"""So many decisions after readings were found to differ it must be seen."""


class Parting(Struct, frozen=True, omit_defaults=True):
    """Two readings, and the match in which it is seen at this decision which of them holds: 0 is the start."""

    ruling: str
    one: str
    other: str
    at: int
    players: int
    seed: int
    edition: str = ""  # none: the one that ships
    aim: str = ""  # of `AIMS`: what everybody plays for
    rulings: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    since: int = 0  # before this decision
    agreed: Mapping[str, str] = {}  # the table reads these so

    @property
    def key(self) -> "Key":
        return self.ruling, frozenset((self.one, self.other))

    def setup(self, game: AnyGame, reading: str) -> Setup:
        found = set_up(game, self.players, {**self.rulings, self.ruling: reading}, self.options)
        if not self.edition:
            return found
        return replace(found, edition=game.adopt(self.edition, self._box(game)).digest)

    def _box(self, game: AnyGame) -> str:
        """What an owner has: an edition of the scenarios, or one that is made of the one that ships."""
        if self.edition != FREE:
            return (cases_of(game.name) / "editions" / self.edition).read_text(encoding="utf-8")
        ours = (GAME_FOLDERS / game.name / "data" / "edition.toml").read_text(encoding="utf-8")
        return re.sub(r"\b(cost|balloon|summoned) = \d+", r"\1 = 0", ours).replace('name = "house"', f'name = "{FREE}"')


Key = tuple[str, frozenset[str]]
"""A ruling by its option, and two of its readings."""


def kept() -> dict[str, list[Parting]]:
    """What was found, by game."""
    if not FILE.exists():
        return {}
    return msgspec.convert(tomllib.loads(FILE.read_text(encoding="utf-8")), dict[str, list[Parting]])


def pairs(game: AnyGame) -> Iterator[Key]:
    """Every two readings of a ruling; what the rules said before beside what they say today."""
    for ruling in (*game.rulings, *game.changes):
        for pair in combinations(ruling.readings, 2):
            yield ruling.option, frozenset(pair)


# --- two matches ----------------------------------------------------------------------------------------------------


def parted(game: AnyGame, found: Parting, until: int = BOUND, since: int = 0) -> int | None:
    """The decision at which the two matches are seen to part; None if they are the same up to there.

    `since`: before that it is only looked whether the moves of one can be made in the other.
    """
    deal, player = derived(f"seed {found.seed}"), Player(game, found.seed, found.aim)
    here, there = (_begun(game, found, reading, deal) for reading in (found.one, found.other))
    if here is None or there is None:
        return None if here is there else 0
    for number in range(until + 1):
        if found.agreed and number == found.since:
            here, there = (engine.go_on(game, under(game, each.state, found.agreed), deal) for each in (here, there))
        if number >= since and apart(game, here, there):
            return number
        if not here.state.agenda:
            return None
        seat, move = player.move(here.state)
        if not _all_open(there.state, seat, [move]):
            return number
        here, there = (engine.decide(game, each.state, seat, move, deal) for each in (here, there))
    return None


def _begun(game: AnyGame, found: Parting, reading: str, deal: Dealer) -> Consequences[Any] | None:
    """The start; none where what was agreed on cannot be had under this reading."""
    try:
        return engine.begin(game, found.setup(game, reading), deal)
    except Usage:
        return None


def apart(game: AnyGame, here: Consequences[Any], there: Consequences[Any]) -> bool:
    """Is something else told, may something else be done, does anybody see anything else, does it end otherwise?"""
    one, other = here.state.table, there.state.table
    return (
        (here.facts, here.chance) != (there.facts, there.chance)
        or engine.asked(here.state) != engine.asked(there.state)
        or game.result(one) != game.result(other)
        or seen(game, one) != seen(game, other)
        or (here.state.agenda != () and _others_open(here.state, there.state))
    )


def seen(game: AnyGame, table: Any) -> list[Any]:
    """What everybody sees, and every seat, but for the readings themselves."""
    views = [game.view(table, viewer) for viewer in (None, *range(table.setup.players))]
    return [replace(view, rulings=None) if hasattr(view, "rulings") else view for view in views]


def _others_open(one: State[Any], other: State[Any]) -> bool:
    for seat in engine.asked(one).seats:
        ours, theirs = (engine.some_legal(state, seat, stream("parting", seat), SAMPLES) for state in (one, other))
        if ours != theirs and not (_all_open(other, seat, ours) and _all_open(one, seat, theirs)):
            return True
    return False


def _all_open(state: State[Any], seat: int, moves: Iterable[Any]) -> bool:
    try:
        for move in moves:
            engine.admit(state, seat, move)
    except Refused:
        return False
    return True


class Aim(Struct, frozen=True):
    """How near somebody is to what is aimed at; none: greedy bots play."""

    worth: Callable[[AnyGame, Any, int], int] | None
    greedy: bool = False  # where no move leads nearer, they play as greedy bots do; else at random
    samples: int = 1  # of each kind of moves that are too many to list


GREED = Aim(None, greedy=True)


class Player:
    """Somebody with habits, by the seed alone: likes some moves better than others; or is greedy, or has an aim."""

    def __init__(self, game: AnyGame, seed: int, aim: str = "") -> None:
        self.game = game
        self.aim = AIMS.get(aim) or (GREED if seed % 3 == 2 else None)
        self.seed = seed
        self.dice = stream("parting", seed)
        self.gladly: dict[str, int] = {}

    def move(self, state: State[Any]) -> tuple[int, Any]:
        seat = any_seat(state, self.dice)
        if self.aim is not None and (self.aim.greedy or self.dice.below(AIMLESS)):
            return seat, self._aimed(self.aim, state, seat)
        kinds: dict[str, list[Any]] = {}
        for move in engine.some_legal(state, seat, self.dice):
            kinds.setdefault(tag_of(move), []).append(move)
        kind = self._picked(kinds)
        things: dict[str, list[Any]] = {}
        for move in kinds[kind]:
            thing = next((getattr(move, name) for name in move.__struct_fields__), "")
            things.setdefault(f"{kind} {thing}", []).append(move)
        return seat, self.dice.pick(things[self._picked(things)])

    def _aimed(self, aim: Aim, state: State[Any], seat: int) -> Any:
        """What leads nearest to what is aimed at, as far as it can be foreseen."""
        worths: dict[int, list[Any]] = {}
        if aim.worth is not None:
            for move in engine.some_legal(state, seat, self.dice, aim.samples):
                after = engine.decide(self.game, state, seat, move, derived("never asked"), rehearse=True).state
                worths.setdefault(aim.worth(self.game, after.table, seat), []).append(move)
        if aim.greedy and len(worths) < 2:
            return bot_move(self.game, state, seat, "greedy", self.dice)
        return self.dice.pick(worths[max(worths)])

    def _picked(self, among: Iterable[str]) -> str:
        return self.dice.pick([one for one in among for _ in range(self._weight(one))])

    def _weight(self, what: str) -> int:
        if what not in self.gladly:
            self.gladly[what] = stream("gladly", self.seed, what).pick(WEIGHTS)
        return self.gladly[what]


# --- what is played for ---------------------------------------------------------------------------------------------


def _loops(_game: AnyGame, t: Any, _seat: int) -> int:
    """HEI-R34: long roads that come back to where they were."""
    found = [[cell for cell, _ in road] for road in roads(t)]
    return sum(len(cells) ** 2 + 100 * (len(cells) - len({*cells})) for cells in found)


def _no_citizens(_game: AnyGame, t: Any, seat: int) -> int:
    """EMA-R42: the Landlord, and no citizen points."""
    player = t.seats[seat]
    return int(100 * ("landlord" in player.advisors) - 5 * player.goods.cp + player.goods.cloth)


def _goals(_game: AnyGame, t: Any, seat: int) -> int:
    """KIN-S4.2: goals that Paco & Paca could have claimed."""
    theirs = [goal for goal in t.goals if not goals.unmet(t, t.players, goal)]
    near = sum(goals.unmet(t, seat, goal) is None for goal in theirs)
    return 100 * sum(seat in claimed and t.players not in claimed for claimed in t.claims.values()) + 10 * near


def _decks(_game: AnyGame, t: Any, seat: int) -> int:
    """KIN-R17: five decks that run out, with bridges and coins left for the walk to the next card."""
    p = t.sides[seat]
    shown = [int(card not in {None, *t.edition.empties}) for card in t.slots]
    left = sorted(len(t.decks[deck]) + card for deck, card in zip(t.layout, shown, strict=True))[:5]
    return int(4 * sum((10 - cards) ** 2 for cards in left) + min(p.coins, 30) - 3 * len(p.paws))


def _house(_game: AnyGame, t: Any, seat: int) -> int:
    """KIN-R23: a house that waits."""
    return int(due(t, t.sides[seat]))


def _pile(_game: AnyGame, t: Any, seat: int) -> int:
    """KIN-R19: every favor from one pile; they are given for both goals of a row, most of all."""
    p = t.sides[seat]
    near = [_nearness(t, seat, goal) for goal in t.goals]
    rows = sum((one + other) ** 2 for one, other in zip(near[::2], near[1::2], strict=True))
    taken = len(p.favors) - 2 * t.piles[0] - (t.display[0] is not None)
    return int(2000 * taken + rows // 40 + 6 * min(p.coins, 12))


def _nearness(t: Any, seat: int, goal: Any) -> int:
    """In percent, and more for one that is claimed."""
    if seat in t.claims.get(goal, ()):
        return 150
    back, wanted = t.edition.needs[goal, goals.face(t, goal)]
    parts = [100 * min(count(t, seat, what), least) // least for what, least in wanted]
    parts += [100 * min(t.sides[seat].investment, back) // back] if back else []
    return sum(parts) // len(parts) if goals.unmet(t, seat, goal) is None or len(parts) else 0


def _books(_game: AnyGame, t: Any, seat: int) -> int:
    """RTN-R48: four books, for the tile of an owner's edition that asks for so many."""
    p = t.seats[seat]
    return int(20 * min(p.stock.book, 5) + 15 * min(p.stock.nobility, 2) + 40 * len({*t.settled_peoples(seat)}))


def _commissions(_game: AnyGame, t: Any, seat: int) -> int:
    """RTN-R38: commission cards, for which it takes apprentices in the Chancery, for which it takes settlers."""
    p = t.seats[seat]
    clerks = sum(owner == seat for owner in t.desks.values())
    taken = len(p.contracts) + (p.choosing > 0)
    ahead = 40 * min(len({*t.settled_peoples(seat)}), 4) + 10 * min(len(p.held), 1) + 6 * min(p.stock.houses, 1)
    return int(200 * taken + 100 * clerks + ahead + min(p.stock.workers, 3) + min(sum(map(p.stock.of, GOODS)), 6))


def _renewals(_game: AnyGame, t: Any, _seat: int) -> int:
    """RTN-R17: a hall that is renewed as often as can be, until the bag has nothing for its gaps."""
    return len(t.lately)


AIMS: Mapping[str, Aim] = {
    "a house that waits": Aim(_house, greedy=True),
    "commissions": Aim(_commissions),
    "five decks": Aim(_decks, samples=60),
    "four books": Aim(_books),
    "renewals": Aim(_renewals, greedy=True),
    "goals": Aim(_goals),
    "greed": GREED,
    "loops": Aim(_loops),
    "no citizens": Aim(_no_citizens),
    "one pile": Aim(_pile, samples=60),
}
"""What chance would hardly bring."""

AIMLESS = 8
"""One of so many moves is made for no reason."""


# --- looking for them -----------------------------------------------------------------------------------------------


class Terms(Struct, frozen=True):
    """What a match must have for a ruling to matter at all."""

    options: Mapping[str, str] = {}
    edition: str = ""
    players: tuple[int, ...] = ()
    aim: str = ""
    rulings: Mapping[str, str] = {}
    agreed: Mapping[str, str] = {}
    since: range = SINCE
    plain: bool = False  # the other rulings as they are by default


NEEDED: Mapping[str, Mapping[str, Terms]] = {
    "medieval": {
        "majority_compare": Terms(edition="production_missionaries.toml"),
        "take_marked": Terms(edition="marked_cathedral.toml"),
        "leader_supply": Terms(edition="many_generals.toml"),
    },
    "emara": {
        "campaign_floor": Terms({"solo": "campaign", "building_start": "-5"}, players=(1,)),
        "track_overflow": Terms({"solo": "campaign", "building_start": "100"}, players=(1,)),
        "landlord_cp": Terms(aim="no citizens"),
    },
    "heirs": {
        "road_loops": Terms(aim="loops"),
        "zone_rule": Terms(edition="other_tiles.toml"),
        "town_hall_scope": Terms(edition="other_tiles.toml"),
    },
    "crossing": {
        "start_region_clash": Terms(edition="same_regions.toml"),
        "automa_first": Terms(
            players=(1,), aim="goals", rulings={"automa_claims": "lazy"}, agreed={"automa_claims": "eager"}
        ),
        "solo_tie": Terms(players=(1,)),
        "fifth_empty": Terms(
            players=(4,),
            edition=FREE,
            aim="five decks",
            rulings={"balloon_substitutes_bridge": "yes", "balloon_same_region": "yes", "walk_revisit": "allowed"},
        ),
        "favor_pile_reform": Terms(
            {"goals": "easy"},
            players=(4,),
            aim="one pile",
            rulings={"blind_favor": "choose_pile", "goal_positions": "4"},
            plain=True,
        ),
        "left_behind": Terms(
            players=(2,),
            aim="a house that waits",
            rulings={"house_timing": "deferred"},
            agreed={"house_timing": "immediate"},
        ),
    },
    "nobility": {
        "character_four": Terms(edition="four_books.toml"),
        "council_partial_pay": Terms(edition="four_books.toml", aim="four books"),
        "hall_renew_scope": Terms(
            {"rounds": "10"},
            players=(2,),
            aim="renewals",
            rulings={"bag_empty": "no_refill"},
            agreed={"bag_empty": "return_discards"},
            since=range(60, 200, 5),
            plain=True,
        ),
        "left_behind": Terms(
            {"chancery": "on", "rounds": "10"},
            players=(6,),
            aim="commissions",
            rulings={
                "commission_room": "apprentices_plus_one",
                "council_people_consumed": "never",
                "settle_types": "any_type",
                "supply_limits": "unlimited",
            },
            agreed={"supply_limits": "strict"},
            since=range(180, 240),
            plain=True,
        ),
        "solo_check": Terms({"rounds": "10", "objective": "1"}, players=(1,), aim="greed"),
        "solo_automa_activation": Terms(players=(1,)),
        "automa_town_hall_empty": Terms(players=(1,)),
        "events_in_solo": Terms({"events": "on"}, players=(1,)),
        "desk_stacking": Terms({"chancery": "on"}, players=(3, 4, 5, 6)),
        "commission_low_deck": Terms(
            {"chancery": "on", "rounds": "10"},
            players=(5, 6),
            aim="commissions",
            rulings={"council_people_consumed": "never", "commission_room": "apprentices_plus_one"},
        ),
    },
}
"""What no match has that is agreed on by chance, by game and ruling."""


UNREACHED: Mapping[tuple[str, str], str] = {
    ("nobility", "short_sale"): "a sale takes what its building has brought, and nothing else takes VP before the end",
}
"""Rulings on positions that somebody may write, but no match reaches: why not."""


class Search:
    """Plays matches of a game until every two readings have parted, or time is over."""

    def __init__(self, game: AnyGame, known: Sequence[Parting]) -> None:
        self.game = game
        self.ruling: dict[str, Ruling] = {one.option: one for one in (*game.rulings, *game.changes)}
        self.found = {one.key: one for one in known if self._holds(one)}

    def _holds(self, one: Parting) -> bool:
        return one.key in set(pairs(self.game)) and parted(self.game, one, one.at) == one.at

    @property
    def missing(self) -> list[Key]:
        known = {option for name, option in UNREACHED if name == self.game.name}
        return [key for key in pairs(self.game) if key not in self.found and key[0] not in known]

    def go_on(self, until: float) -> None:
        for seed in range(sys.maxsize):
            for players in self.game.players:
                if not self.missing or time.monotonic() > until:
                    return
                self._play(players, seed)

    def _play(self, players: int, seed: int) -> None:
        """A match for the sake of something that is missing; what else it shows is kept, too."""
        dice = stream("terms", self.game.name, players, seed)
        option, readings = dice.pick(self.missing)
        needed = NEEDED.get(self.game.name, {}).get(option, Terms())
        players = dice.pick(needed.players or (players,))
        terms = any_terms(self.game, players, dice)
        rulings, options = terms["rulings"], terms["options"] | dict(needed.options)
        rulings |= {change.option: dice.pick(change.readings) for change in self.game.changes}
        rulings = {**({} if needed.plain else rulings), **needed.rulings}
        rulings[option] = dice.pick(sorted(readings))
        match = Parting(option, rulings[option], "", 0, players, seed, needed.edition, needed.aim, rulings, options)
        if needed.agreed:
            match = replace(match, since=dice.pick(needed.since), agreed=needed.agreed)
            self._try(match, {option}, BOUND)
        else:
            self._watch(match)

    def _watch(self, match: Parting) -> None:
        deal, player = derived(f"seed {match.seed}"), Player(self.game, match.seed, match.aim)
        happened = _begun(self.game, match, match.one, deal)
        for option, ruling in self.ruling.items():
            if ruling.at_setup or match.seed < len(WEIGHTS):
                self._try(match, {option}, FURTHER if ruling.at_setup else 0)
        if happened is None:
            return
        state = happened.state
        for number in range(BOUND):
            if not state.agenda:
                return
            before, asked = noting(state)
            seat, move = player.move(before)
            happened = engine.decide(self.game, before, seat, move, deal)
            differing = {
                option
                for option, other in self._wanted(match, asked)
                if self._differs(before, under(self.game, state, {option: other}), seat, move, happened, deal)
            }
            self._try(match, differing, number + FURTHER)
            table = happened.state.table
            state = replace(happened.state, table=replace(table, setup=state.table.setup))

    def _differs(
        self, here: State[Any], there: State[Any], seat: int, move: Any, happened: Consequences[Any], deal: Dealer
    ) -> bool:
        if not _all_open(there, seat, [move]) or _others_open(here, there):
            return True
        again = engine.decide(self.game, there, seat, move, deal)
        return again.then != happened.then or apart(self.game, happened, again)

    def _wanted(self, match: Parting, options: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Other readings of these than the match has, as far as they are missing."""
        for option in sorted(set(options) & self.ruling.keys()):
            one = match.rulings.get(option, self.ruling[option].default)
            for other in self.ruling[option].readings:
                if other != one and (option, frozenset((one, other))) not in self.found:
                    yield option, other

    def _try(self, match: Parting, options: set[str], until: int) -> None:
        for option, other in self._wanted(match, options):
            rulings = dict(match.rulings)
            one = rulings.pop(option, self.ruling[option].default)
            found = replace(match, ruling=option, one=one, other=other, rulings=rulings)
            at = parted(self.game, found, until)
            if at is not None:
                self.found[found.key] = self._plainer(replace(found, at=at))
                print(self.game.name, option, one, other, at, flush=True)

    def _plainer(self, found: Parting) -> Parting:
        """Without other readings and options, where they do not matter."""
        for plain in (replace(found, rulings={}, options={}), replace(found, rulings={}), replace(found, options={})):
            at = parted(self.game, plain, found.at + FURTHER)
            if at is not None:
                return replace(plain, at=at)
        return found


def main(minutes: float, names: Sequence[str]) -> None:
    for name in names:
        search = Search(game_named(name), kept().get(name, []))
        search.go_on(time.monotonic() + 60 * minutes / len(names))
        FILE.write_text(written(kept() | {name: [*search.found.values()]}), encoding="utf-8")
        for option, readings in search.missing:
            print("missing:", name, option, *sorted(readings))


def written(found: Mapping[str, Sequence[Parting]]) -> str:
    """In the order of the rulings, each a line: TOML is what people can read, and a list of tables is nothing else."""
    lines = ["# Written by `python -m tests.contract.partings`: matches that part by one reading alone.\n"]
    for name in NAMES:
        order = [*pairs(game_named(name))]
        known = {one.key: one for one in found.get(name, ())}
        lines += [f"{name} = ["] + [f"    {_inline(msgspec.to_builtins(known[key]))}," for key in order if key in known]
        lines += ["]\n"]
    return "\n".join(lines)


def _inline(value: Any) -> str:
    if isinstance(value, DICT):
        return "{ " + ", ".join(f"{name} = {_inline(part)}" for name, part in value.items()) + " }"
    return str(value) if isinstance(value, int) else f'"{value}"'


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else 10, sys.argv[2:] or NAMES)
