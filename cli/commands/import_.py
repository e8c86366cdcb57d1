"""`herald import`: take a log in after verifying it; the same match twice is recognised.

What holds only as it is written is not refused for a key or a seat, so its exit code is not that of "not allowed": it
is the one of `verify`, and a program that asks both hears the same.
"""

from cli.app import base
from replays.files.export import read_file
from replays.told.telling import say
from replays.verify import to_adopt


@base.command("import")
@base.argument("file")
@base.option("--believed", is_flag=True)
def command(here: base.Terminal, file: str, believed: bool) -> None:
    """A new match, or what a match that is here lacks."""
    here.own_file()  # what others play is theirs to keep
    report, summary, rows_after = to_adopt(read_file(file), believed=believed)
    here.creates = True
    adopted = here.desk.adopt(rows_after, summary)
    before, learned, new = adopted.before, adopted.learned, adopted.before < summary.head
    here.used(report.match)
    if here.is_json:
        fields = {
            "match": report.match,
            "game": report.game,
            "row": report.rows,
            "digest": report.head,
            "over": report.over,
            "practice": report.practice,
        }
        counts = {"decided": report.decided, "moves": report.moves, "believed": list(report.believed)}
        here.json({**fields, **counts, "view": report.view, "before": before, "new": new, "learned": learned})
        return
    kind = "known" if not new else "longer" if before else "taken_in"
    here.out(here.say(kind, match=here.style.bold(report.match), rows=report.rows, before=before))
    if learned:
        here.out(here.say("learned", learned=learned))
    here.out(here.say("head", head=report.head))
    if report.practice:
        here.out(say(here.lang, "guessable"))
