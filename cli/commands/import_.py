"""`herald import`: take a log in after verifying it; the same match twice is recognised."""

from cli import base
from replays.export import read_file
from replays.verify import believed


@base.command("import")
@base.argument("file")
def command(here: base.Terminal, file: str) -> None:
    """A new match, or what a match that is here lacks."""
    log, report = believed(read_file(file))
    here.creates = True
    before = here.store.head(log.match)
    _, new = here.matches.adopt(log.rows)
    here.used(log.match)
    if here.is_json:
        fields = {"match": log.match, "game": log.game.name, "row": log.head, "digest": log.digest}
        counts = {"decided": report.decided, "moves": report.moves}
        here.json({**fields, **counts, "view": report.view, "before": before, "new": new, "over": report.over})
        return
    kind = "known" if not new else "longer" if before else "taken_in"
    here.out(here.say(kind, match=here.style.bold(log.match), rows=log.head, before=before))
    here.out(here.say("head", head=log.digest))
