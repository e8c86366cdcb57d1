"""`herald campaign GAME`: what the matches of one player add up to: high scores, the next start of a campaign."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict, replace

from cli.app import base
from core.games import game_called
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import table
from core.kernel.errors import Usage

if TYPE_CHECKING:
    from core.kernel.setup.campaign import Entry, Sheet
    from store.campaigns import Kept, Record

BEST = "*"


@base.command("campaign")
@base.argument("game", shell_complete=base.offered("games"))
def command(here: base.Terminal, game: str) -> None:
    """Every sheet of the player; one on which nothing stands only where there is no other."""
    from core.kernel.bots.matches import seated

    rules, name = game_called(game), here.seat_name
    if rules.campaign is None:
        raise Usage("no_campaign", word=rules.name)
    if name is None:
        raise Usage("which_player")
    setup = replace(seated(rules, 1), seats=(name,))
    found = here.desk.campaign(rules, setup)
    if here.is_json:
        here.json({"game": rules.name, "name": name, **_fields(found)})
        return
    title = here.words(rules).title
    here.out(here.style.bold(here.say("head", game=title, name=printable(name))))
    begun = [kept for kept in found.kept if kept.sheet.entries or kept.running]
    for kept in begun or found.kept:
        here.out()
        _tell(here, kept)
    if found.left_out:
        here.out()
    for left in found.left_out:
        here.out(here.say("left_out", match=left.match, why=here.say(f"why_{left.why}")))


def _fields(found: "Record") -> dict[str, Any]:
    return {
        "sheets": [
            {
                "options": kept.sheet.options,
                "given": kept.sheet.given,
                "best": [_entry(entry) for entry in kept.sheet.best],
                "entries": [_entry(entry) for entry in kept.sheet.entries],
                "running": kept.running,
            }
            for kept in found.kept
        ],
        "left_out": [asdict(left) for left in found.left_out],
    }


def _entry(entry: "Entry") -> dict[str, Any]:
    return {"match": entry.match, "at": entry.at, **asdict(entry.outcome)}


def _tell(here: base.Terminal, kept: "Kept") -> None:
    sheet = kept.sheet
    here.out(here.style.bold(_pairs(sheet.options)))
    if sheet.given:
        here.out(f"  {here.say('next', given=_pairs(sheet.given))}")
    for entry in sheet.best:
        here.out(f"  {here.say('best', score=entry.outcome.score, start=entry.outcome.start)}")
    for line in _history(here, sheet):
        here.out(f"  {line}")
    if kept.running:
        here.out(f"  {here.say('running', matches=', '.join(kept.running))}")


def _history(here: base.Terminal, sheet: "Sheet") -> list[str]:
    """Every match of the sheet, in the order in which they ended."""
    if not sheet.entries:
        return [here.say("none")]
    head = ["", "", here.say("start"), here.say("score"), here.say("rival"), ""]
    rows = [head, *(_row(here, entry, best=entry in sheet.best) for entry in sheet.entries)]
    first, *rest = table(rows, "  ", frozenset({2, 3, 4}))
    return [here.style.dim(first), *rest]


def _row(here: base.Terminal, entry: "Entry", *, best: bool) -> list[str]:
    outcome = entry.outcome
    won = "" if outcome.won is None else here.say("won" if outcome.won else "lost")
    rival = "" if outcome.rival is None else str(outcome.rival)
    return [BEST if best else "", entry.match, str(outcome.start), str(outcome.score), rival, won]


def _pairs(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())
