"""`herald replay`: the match again, step by step, as the reader knew it then; in a pipe, as a report."""

from collections.abc import Sequence

import click
import msgspec

from cli.app import base
from cli.say.boards import height
from cli.say.final import final_lines
from cli.say.report import out_rows, row_lines
from cli.terminal.keyboard import Keyboard
from core.kernel.drawing.printable import printable
from core.kernel.errors import Usage
from core.kernel.log.log import Seen
from replays.replay import EVERY, Every, Stop, replayed
from replays.told.rows import row_told

NEXT = {" ", "n", "\r", "\n", "\x1b[C", "\x1b[B"}  # and the arrows to the right and down
BACK = {"b", "p", "\x7f", "\x08", "\x1b[D", "\x1b[A"}
FIRST = {"<", "\x1b[H"}
LAST = {">", "\x1b[F"}
QUIT = {"q", "\x1b", "\x04"}
ABOVE = 4  # on so many lines of the screen one is for what happened,
LEAST = 4  # but so many are, at least
SLOWEST, FASTEST = 0.01, 1000  # stops a second


@base.command("replay")
@base.match()
@base.option("--to", type=int, metavar="N")
@base.option("--every", type=click.Choice(EVERY), metavar="|".join(EVERY))
@base.option("--speed", type=float, metavar="N")
@base.option("--page", is_flag=True)
def command(
    here: base.Terminal, match: str | None, to: int | None, every: Every | None, speed: float | None, page: bool
) -> None:
    """At a terminal with keys, else from the first row to the last; or in the browser."""
    if speed is not None and not SLOWEST <= speed <= FASTEST:
        raise Usage("bad_speed", least=str(SLOWEST), most=str(FASTEST))
    reading = here.read(match)
    log = reading.log if to is None else reading.log.at(to)
    if page:
        if every or speed:
            raise Usage("page_steps")
        _in_browser(here, log, reading.name)
        return
    stops = list(replayed(log, every or "move"))
    if here.is_json:
        for stop in stops:
            here.json_line(_fields(here, log, stop))
    elif here.interactive:
        Viewer(here, log, stops, reading.name).watch(0 if to is None else len(stops) - 1, speed)
    else:
        _tell(here, log, stops, boards=every in {"turn", "round"})


def _in_browser(here: base.Terminal, log: Seen, reader: str | None) -> None:
    """A file of its own each time, for its owner alone: who has the page open keeps it when the program has ended."""
    import tempfile
    from pathlib import Path

    from cli.terminal.files import to_file
    from cli.terminal.pages import opened, page_of

    data = page_of(here, [log])
    file = Path(tempfile.mkdtemp(prefix="herald-")) / "match.html"
    to_file(file, data, secret=True, force=False)
    shown = opened(file)
    if here.is_json:
        fields = {"match": log.match, "row": log.head, "reader": reader, "file": str(file), "bytes": len(data)}
        here.json({**fields, "opened": shown})
        return
    told = {"file": file, "reader": printable(reader) if reader is not None else here.say("public")}
    here.out(here.say("page" if shown else "page_closed", **told))


def _fields(here: base.Terminal, log: Seen, stop: Stop) -> dict[str, object]:
    return {
        **msgspec.to_builtins(stop.view, str_keys=True),
        "row": stop.row,
        "stage": list(stop.stage),
        "waiting": [log.seats[seat] for seat in stop.waiting],
        "rows": [row_told(log, row, here.lang).document() for row in stop.rows],
    }


def _tell(here: base.Terminal, log: Seen, stops: Sequence[Stop], *, boards: bool) -> None:
    """As a report: a blank line parts the stages, the board stands at the stops that were asked for, and at the end."""
    stage = stops[0].stage[:1]
    for stop in stops:
        if stop.stage[:1] != stage:
            here.out()
            stage = stop.stage[:1]
        out_rows(here, log, stop.rows)
        if boards or stop is stops[-1]:
            here.out()
            here.out(_board(here, log, stop))
            here.out()
    for line in final_lines(here, log):
        here.out(line)


def _board(here: base.Terminal, log: Seen, stop: Stop) -> str:
    return here.board(log.game, stop.view, log.seats)


class Viewer:
    """The stops of a match at a terminal, one on the screen at a time."""

    def __init__(self, here: base.Terminal, log: Seen, stops: Sequence[Stop], reader: str | None) -> None:
        self.here = here
        self.log = log
        self.stops = stops
        self.reader = reader

    def watch(self, at: int, speed: float | None) -> None:
        """Until the reader has seen enough; `speed`: so many stops a second by itself, until a key interrupts."""
        with Keyboard() as keyboard:
            if speed is not None:
                at = self._by_itself(at, speed, keyboard)
            at = self._by_keys(at, keyboard)
        for line in final_lines(self.here, self.log) if at == len(self.stops) - 1 else ():
            self.here.out(line)

    def _by_keys(self, at: int, keyboard: Keyboard) -> int:
        """Where the reader has had enough."""
        typed = ""
        while True:
            self._show(at, typed)
            key = keyboard.key()
            if key in QUIT:
                return at
            if key.isdecimal():
                typed = (typed + key)[-6:]
            elif key in NEXT and typed:
                at, typed = self._stop_of(int(typed)), ""
            else:
                at, typed = self._moved(at, key), ""

    def _by_itself(self, at: int, speed: float, keyboard: Keyboard) -> int:
        while at < len(self.stops) - 1:
            self._show(at, "")
            if keyboard.key(1 / speed):
                break
            at += 1
        return at

    def _moved(self, at: int, key: str) -> int:
        last = len(self.stops) - 1
        if key in NEXT:
            return min(at + 1, last)
        if key in BACK:
            return max(at - 1, 0)
        if key in FIRST | LAST:
            return 0 if key in FIRST else last
        return at

    def _stop_of(self, row: int) -> int:
        """The stop at which this row had happened."""
        return next((at for at, stop in enumerate(self.stops) if stop.row >= row), len(self.stops) - 1)

    def _show(self, at: int, typed: str) -> None:
        here, stop = self.here, self.stops[at]
        reader = printable(self.reader) if self.reader is not None else here.say("public")
        title = here.say(
            "title", match=here.style.bold(self.log.match), row=stop.row, last=self.log.head, reader=reader
        )
        keys = here.style.dim(here.say("go_to", row=typed) if typed else here.say("keys"))
        above = [title, *self._happened(stop), ""]
        board = self._board(at, None if here.tall is None else here.tall - 2 - height(above))
        click.clear()
        for line in (*above, *board, keys):
            here.out(line)

    def _happened(self, stop: Stop) -> list[str]:
        """What happened stays on the screen, whatever its height: of much that followed the beginning."""
        here, log = self.here, self.log
        lines = [line for row in stop.rows for line in row_lines(here, row_told(log, row, here.lang), log.seats)]
        most = len(lines) if here.tall is None else max(here.tall // ABOVE, LEAST)
        if len(lines) <= most:
            return lines
        return [*lines[: most - 1], here.style.dim(here.say("followed", count=len(lines) - most + 1))]

    def _board(self, at: int, room: int | None) -> list[str]:
        """What has changed is marked; where there is no room for all of it, it comes first."""
        from core.kernel.drawing.brief import brief
        from core.kernel.drawing.changes import changed, differing

        here, stop = self.here, self.stops[at]
        board = here.described(self.log.game, stop.view, self.log.seats)
        before = here.described(self.log.game, self.stops[max(at - 1, 0)].view, self.log.seats)
        marked = changed(board, before)
        lines = here.drawn(marked).split("\n")
        if room is None or len(lines) <= room:
            return lines
        short = brief(marked, self.log.reader, here.wide, max(room, LEAST), differing(marked, before))
        return here.drawn(short).split("\n")
