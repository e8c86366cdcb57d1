"""`herald new GAME NAME...`: start a match."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.acts.handing import digests, in_ring, made
from cli.app import base
from cli.person.folders import own_rulings
from cli.say.keys import holder, out_keys
from cli.say.status import owed_lines
from core.games import game_called
from core.kernel.errors import Usage
from core.kernel.log.fold import setup_of
from core.kernel.log.keys import ARBITER
from core.kernel.setup.rulings import named, once
from replays.told.telling import readings_told

if TYPE_CHECKING:
    from core.kernel.log.log import Seen
    from core.kernel.rules.engine import AnyGame
    from store.acts import Written


@base.command("new")
@base.argument("game", shell_complete=base.offered("games"))
@base.argument("names", nargs=-1, metavar="NAME...", shell_complete=base.offered("option_values"))
@base.option("--option", "options", multiple=True, metavar="NAME=VALUE", shell_complete=base.offered("options"))
@base.option("--ruling", "rulings", multiple=True, metavar="ID=READING", shell_complete=base.offered("rulings"))
@base.option("--rulings", "club_file", metavar="FILE")
@base.option("--no-rulings", is_flag=True)
@base.option("--edition", metavar="FILE")
@base.option("--seed", metavar="WORD")
@base.option("--practice", metavar="WORD")
@base.option("--bot", "bots", multiple=True, metavar="NAME=LEVEL")
@base.option("--keys", "with_keys", is_flag=True)
@base.option("--nonces", is_flag=True)
@base.option("--id", "client", metavar="TEXT")
def command(
    here: base.Terminal,
    game: str,
    names: tuple[str, ...],
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    club_file: str | None,
    no_rulings: bool,
    edition: str | None,
    seed: str | None,
    practice: str | None,
    bots: tuple[str, ...],
    with_keys: bool,
    nonces: bool,
    client: str | None,
) -> None:
    """A new match: its id, and whose turn it is."""
    rules, players = game_called(game), pairs(bots, "--bot")
    seats = [*names, *(name for name in players if name not in names)]
    if not seats:
        first, last = rules.players[0], rules.players[-1]
        raise Usage("names_needed", game=rules.name, players=f"{first}–{last}")
    said = named(rules.rulings, pairs(rulings, "--ruling"))
    club = {} if no_rulings else {name: kept for name, kept in _club(rules, club_file).items() if name not in said}
    here.creates = here.acts = True
    match = here.desk.new_id(client or "")
    keys = made((*seats, ARBITER)) if with_keys or here.keyring.at else {}  # at a service a name is nobody
    own = own_seats(here, seats, players) if keys else ()
    with in_ring(here, match, keys) as stay:
        written = here.desk.start(
            rules,
            seats,
            rulings=club | said,
            options=pairs(options, "--option"),
            edition=_edition(edition) if edition else None,
            seed=seed,
            practice=practice,
            bots=players,
            nonces=nonces,
            match=match,
            client=client or "",
            keys=digests(match, keys),
        )
        stay.update(() if written.repeated else own)
        _tell(here, written, {} if written.repeated else _shown(here, written, keys, own), club)
    if stay:
        alone = {*seats} <= {*own, *players}
        here.note(
            here.say(
                "kept_alone" if alone else "kept_own" if here.keyring.at else "kept_keys",
                names=", ".join(holder(here, name) for name in own),
            )
        )


def _club(rules: "AnyGame", file: str | None) -> dict[str, str]:
    """What the club plays, by option: as the file says that is named, or the one in the person's folder."""
    if file is None:
        from os.path import isfile

        if not isfile(own_rulings()):
            return {}
    from cli.person.club import Club  # few clubs have agreed on anything

    return {option: kept.reading for option, kept in Club(file, is_there=file is not None).of(rules).items()}


def own_seats(here: base.Terminal, seats: Sequence[str], bots: Mapping[str, str]) -> list[str]:
    """Whose keys are those of who starts the match: their seat's, where it is certain, and the arbiter's.

    At a service the others are invited, so nobody need be named: who starts it is the first person.
    """
    people = [name for name in seats if name not in bots]
    if here.seat_name is not None:
        folded = here.seat_name.casefold()
        people = [name for name in people if name.casefold() == folded]
    if here.seat_is_chosen and not people:
        raise Usage("unknown_seat", known=seats, word=here.seat_name)
    if here.keyring.at:
        people = people[:1]
    return [*(people if len(people) == 1 else ()), ARBITER]


def _shown(here: base.Terminal, written: "Written", keys: Mapping[str, str], own: Sequence[str]) -> dict[str, str]:
    """The keys that are handed on: all of them; at a service those of the other people."""
    if not here.keyring.at:
        return dict(keys)
    return {name: key for name, key in keys.items() if name not in {*own, *written.log.start.bots}}


def _tell(here: base.Terminal, written: "Written", keys: Mapping[str, str], club: Mapping[str, str]) -> None:
    """The keys first: nobody hears of them again."""
    log = here.at_hand = written.log
    here.used(log.match)
    if here.is_json:
        here.json({**_document(here, written, keys), "club": club})
        return
    if keys and here.keyring.at:
        from cli.acts.inviting import tell_invitations  # only at a service

        tell_invitations(here, log.match, _links(here, log.match, keys))
        here.out()
    elif keys:
        here.out(here.say("keys", match=log.match))
        out_keys(here, keys)
    if written.repeated:
        here.note(here.say("seen"))
    here.out(here.say("started", game=here.words(log.game).title, match=here.style.bold(log.match)))
    if log.start.seed_chosen and not log.start.practice:
        here.out(here.say("seed_chosen"))
    if club and not written.repeated:
        here.out(here.hanging("", here.say("club", rulings=readings_told(log.game, club))))
    for line in _campaign(here, log):
        here.out(line)
    for line in owed_lines(here, log, None):
        here.out(line)
    here.note(here.say(_next(here, log), match=log.match))


def _links(here: base.Terminal, match: str, keys: Mapping[str, str]) -> dict[str, str]:
    from cli.acts.inviting import invitations  # only at a service

    return invitations(here, match, keys)


def _next(here: base.Terminal, log: "Seen") -> str:
    """What to try, once it has begun, or is over already."""
    if log.start.nonces:
        return "next_join"
    if not log.state().agenda:
        return "next_over"
    people = [name for name in log.seats if name not in log.start.bots]
    return "next" if here.seat_name is not None or len(people) == 1 or here.keyring.at else "next_each"


def _document(here: base.Terminal, written: "Written", keys: Mapping[str, str]) -> dict[str, Any]:
    """For `--json`."""
    from replays.told.standing import standing

    start = written.log.start
    links = _links(here, written.log.match, keys) if here.keyring.at else {}
    fields = {
        "keys": {} if here.keyring.at else keys,
        "invitations": links,
        "seed_chosen": start.seed_chosen,
        "bots": dict(start.bots),
        "nonces": start.nonces,
    }
    fields |= {"options": dict(start.options), "seen": written.repeated}
    return {**standing(written.log, None, here.lang).document(), **fields}


def _campaign(here: base.Terminal, log: "Seen") -> Iterator[str]:
    """What the player's record decided, and what else goes on there."""
    campaign, setup = log.game.campaign, setup_of(log.game, log.start)
    decided = campaign.given(setup.options) if campaign is not None and len(setup.seats) == 1 else ()
    if campaign is None or not decided:
        return
    from core.kernel.setup.campaign import on_sheet  # few games have a campaign

    yield here.say("given", given=", ".join(f"{name}={setup.options[name]}" for name in decided))
    kind = on_sheet(campaign, setup.options)
    kept = [kept for kept in here.desk.campaign(log.game, setup).kept if on_sheet(campaign, kept.sheet.options) == kind]
    others = [match for one in kept for match in one.running if match != log.match]
    if others:
        yield here.say("running", matches=", ".join(others))


def pairs(texts: Sequence[str], option: str) -> dict[str, str]:
    """`NAME=VALUE`, several times, each name with one value."""
    found: list[tuple[str, str]] = []
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Usage("not_a_pair", word=text, option=option)
        found.append((name.strip(), value.strip()))
    return once(found)


def _edition(path: str) -> tuple[str, str]:
    """An owner's edition file: its name and text."""
    from os.path import basename

    from replays.files.texts import read_text  # seldom an owner's

    return basename(path), read_text(path)
