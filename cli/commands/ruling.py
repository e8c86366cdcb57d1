"""`herald ruling`: other readings for a running match, once everybody agrees or by the arbiter; which ones it has."""

from collections.abc import Sequence
from contextlib import suppress

from cli.acts.going_back import said_reason, tell_turn
from cli.app import base
from cli.commands.new import pairs
from cli.person.references import to_write
from core.games import game_of_id
from core.kernel.errors import HeraldError, Usage
from core.kernel.game import Ruling
from core.kernel.log.keys import ARBITER
from store.acts import Act


@base.command("ruling")
@base.argument("words", nargs=-1, metavar="[MATCH] [ID=READING]...", shell_complete=base.offered("rulings_of_match"))
@base.option("--version", "to_today", is_flag=True)
@base.option("--reason", metavar="TEXT")
@base.option("--arbiter", is_flag=True)
def command(here: base.Terminal, words: tuple[str, ...], to_today: bool, reason: str | None, arbiter: bool) -> None:
    """Ask the others, where there are any but bots: in force from the row in which the last one agrees."""
    named = words and "=" not in words[0] and (here.knows(words[0]) or _ruling(here, None, words[0]) is None)
    match, typed = (words[0], words[1:]) if named else (None, words)
    for word in typed:
        ruling = None if "=" in word else _ruling(here, match, word)
        if ruling is not None:
            raise Usage("which_reading", [f"{ruling.id}={one}" for one in ruling.readings], ruling=ruling.id)
    if not typed and not to_today:
        _list(here, match)
        return
    rulings = {**_changes(here, match), **pairs(typed, "ID=READING")} if to_today else pairs(typed, "ID=READING")
    if arbiter:
        at = to_write(here, match)
        act = Act("", key=here.key_for(at, ARBITER))
    else:
        at, act = here.act(match)
    tell_turn(here, here.desk.rule(at.match, act, rulings, said_reason(here, reason, "why_needed"), arbiter=arbiter))


def _ruling(here: base.Terminal, match: str | None, word: str) -> Ruling | None:
    """Return the ruling of a match that is called so, by its id or its name; an id says its game itself."""
    game = game_of_id(word)
    with suppress(HeraldError):
        game = game or here.read(match).log.game
    known = () if game is None else game.rulings
    return next((one for one in known if word.casefold() in {one.option, one.id.casefold()}), None)


def _changes(here: base.Terminal, match: str | None) -> dict[str, str]:
    """What the rules say today, where they said something else when the match began."""
    from core.kernel.setup.readings import changed_since  # rules seldom change

    log = here.public(match)
    return changed_since(log.game, log.state())


def _list(here: base.Terminal, match: str | None) -> None:
    """What this match is played under, as far as it is not the default; and since when, if not from the beginning."""
    from replays.told.agreed import InForceTold, in_force

    told: Sequence[InForceTold] = in_force(here.read(match).log, here.lang)
    if here.is_json:
        here.json({"rulings": [one.document() for one in told]})
        return
    for one in told:
        here.out(here.hanging(f"{here.style.bold(f'{one.id} {one.option}={one.reading}')}  ", one.meaning))
        here.out(here.hanging("    ", one.sentence))
    if not told:
        here.out(here.say("all_default"))
