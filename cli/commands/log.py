"""`herald log`: the match as a report, row by row: who, what was typed, what followed and under which rule."""

from cli.app import base
from cli.say.report import row_lines
from core.kernel.drawing.style import pad, width
from core.kernel.log.history import undone as undone_rows
from replays.told.rows import row_told


@base.command("log")
@base.match()
@base.option("--undone", is_flag=True)
@base.option("--dates", is_flag=True)
def command(here: base.Terminal, match: str | None, undone: bool, dates: bool) -> None:
    """The rows that count; on request also those that were undone, marked, and when each came in."""
    log = here.read(match).log
    dropped = undone_rows(log.bodies)
    rows = [row for row in log.bodies if undone or row.seq not in dropped]
    stages = {row.seq: log.game.stage(state.table) for row, state in log.states()}
    before = None
    for row in rows:
        told = row_told(log, row, here.lang, dropped.get(row.seq))
        if here.is_json:
            here.json_line(told.document())
            continue
        stage = stages.get(row.seq, before)
        if before is not None and stage != before:
            here.out()
        before = stage
        for line in row_lines(here, told, log.seats, _date(here, row.at) if dates else ""):
            here.out(line)


def _date(here: base.Terminal, at: int) -> str:
    """When it was; all dates take the same room."""
    from time import localtime  # seldom asked for

    months = here.say("months").split()
    longest = here.say("date", day=31, month=max(months, key=len), year=localtime(at).tm_year, time="00:00")
    return here.style.dim(pad(here.date(at), width(longest)))
