"""The record of a player: a fold over their matches of one seat in this store.

A match counts if it was surely played by this player, who could not know beforehand what would be drawn in it:

- not one of a bot, not a what-if branch, not one whose seed was chosen by hand;
- not one that came from elsewhere: whoever plays there may only have the same name. Of the copies of a service those
  count of which the player holds the key: over a network a name is nobody, so a record there is told at home;
- not one that was given up;
- not one in which a move was taken back otherwise than freely: what was seen of the draws behind it stays known. To go
  back freely teaches nothing, and counts.

What counts is how the match ended on its line, in the order in which the matches ended. One that goes on counts for
nothing yet, and nobody has to finish it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core.games import read_log
from core.kernel.errors import Damaged
from core.kernel.game import Setup
from core.kernel.log.history import last_decision
from core.kernel.log.log import Log
from core.kernel.log.row import Back
from core.kernel.rules.engine import AnyGame
from core.kernel.setup.campaign import Campaign, Entry, Sheet, on_sheet, refuse_given, sheets
from core.kernel.setup.options import agreed
from store.port import EventStore

Mine = Callable[[Log], bool]
"""Is a match that is played elsewhere surely this person's?"""

Kind = Mapping[str, str]  # what the matches of a sheet have in common


class Kept(Struct, frozen=True):
    """A sheet, and the matches of its kind that go on."""

    sheet: Sheet
    running: tuple[str, ...]


class LeftOut(Struct, frozen=True):
    """A finished match that does not count, and why: `bot` `fork` `seed` `elsewhere` `taken_back` `given_up`
    `damaged`.
    """

    match: str
    why: str


class Record(Struct, frozen=True):
    """What the matches of a player came to."""

    kept: tuple[Kept, ...]
    left_out: tuple[LeftOut, ...]


class _Match(Struct, frozen=True):
    """A match of the player: on its sheet, going on, or left out."""

    match: str
    kind: Kind
    entry: Entry | None = None
    why: str = ""


def nobodys(_log: Log) -> bool:
    """Who plays elsewhere is not known."""
    return False


def record(store: EventStore, game: AnyGame, setup: Setup, mine: Mine = nobodys) -> Record:
    """Every sheet of the player of this setup, as it stands before their next match."""
    campaign = game.campaign
    if campaign is None:
        return Record((), ())
    found = _matches(store, game, campaign, setup.seats[0], mine)
    return Record(
        tuple(_kept(campaign, setup, kind, found) for kind in sheets(campaign, game.options)),
        tuple(LeftOut(one.match, one.why) for one in found if one.why),
    )


def given(
    store: EventStore, game: AnyGame, setup: Setup, chosen: Mapping[str, str], mine: Mine = nobodys
) -> Mapping[str, str]:
    """The options that the player's record decides for a match that is set up so; to choose them is refused."""
    campaign = game.campaign
    if campaign is None or len(setup.seats) != 1 or not campaign.given(setup.options):
        return {}
    refuse_given(campaign, setup.options, chosen)
    kind = on_sheet(campaign, setup.options)
    return _kept(campaign, setup, kind, _matches(store, game, campaign, setup.seats[0], mine)).sheet.given


def _kept(campaign: Campaign, setup: Setup, kind: Kind, found: Sequence[_Match]) -> Kept:
    here = [one for one in found if one.kind == kind and not one.why]
    entries = sorted((one.entry for one in here if one.entry is not None), key=lambda entry: entry.at)
    sheet = campaign.sheet(replace(setup, options={**setup.options, **kind}), entries)
    return Kept(sheet, tuple(one.match for one in here if one.entry is None))


def _matches(store: EventStore, game: AnyGame, campaign: Campaign, player: str, mine: Mine) -> list[_Match]:
    """The player's matches of one seat, the oldest first."""
    names = store.called(player)
    alone = [one for name in names for one in store.summaries(game=game.name, seat=name) if len(one.seats) == 1]
    return [found for one in sorted(alone, key=lambda one: one.at) for found in _read(store, campaign, one.match, mine)]


def _read(store: EventStore, campaign: Campaign, match: str, mine: Mine) -> Iterator[_Match]:
    """The match, unless it goes on and would not count."""
    try:
        log = read_log(store.read(match))
        kind = on_sheet(campaign, agreed(log.game.options, log.start.options))
        outcome = log.game.outcome(log.state().table)
    except Damaged:
        yield _Match(match, {}, why="damaged")
        return
    why = _why_not(log, elsewhere=store.secrets(match) is None and not mine(log))
    if outcome is not None and not why:
        yield _Match(match, kind, Entry(match, last_decision(log.bodies, None).at, outcome))
    elif outcome is not None or why == "given_up" or not why:
        yield _Match(match, kind, why=why)


def _why_not(log: Log, *, elsewhere: bool) -> str:
    """Why the match does not count; nothing if it does."""
    backs = [row.about for row in log.bodies if isinstance(row.about, Back)]
    reasons = {
        "bot": bool(log.start.bots),
        "fork": log.start.forked is not None,
        "seed": log.start.seed_chosen,
        "elsewhere": elsewhere,
        "taken_back": any(back.by != "free" for back in backs),
        "given_up": log.history.given_up(),
    }
    return next((why for why, holds in reasons.items() if holds), "")
