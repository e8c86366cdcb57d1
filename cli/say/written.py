"""What a command wrote: the rows, as the acting seat may know them, and what is owed next."""

from typing import TYPE_CHECKING

from cli.say.final import final_lines
from cli.say.report import out_rows
from cli.say.status import head_line, owed_lines
from replays.told.rows import rows_told
from replays.told.standing import standing
from store.acts import Written

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def tell_written(here: "Terminal", written: Written, **fields: object) -> None:
    """From the first row to the last; `fields` are the command's own for `--json`."""
    here.at_hand = log = written.log
    if here.is_json:
        rows = rows_told(log, here.lang, written.first, written.last)
        made = {"first": written.first, "last": written.last, "rows": [row.document() for row in rows]}
        here.json({**standing(log, log.reader, here.lang).document(), **made, **fields})
        return
    here.out(head_line(here, log))
    out_rows(here, log, log.bodies[written.first - 1 : written.last])
    _looked(here, written)
    here.out()
    for line in (*owed_lines(here, log, log.reader), *final_lines(here, log)):
        here.out(line)


def _looked(here: "Terminal", written: Written) -> None:
    """Who had seen all that came before has seen these rows, too. A pipe is nobody who looks."""
    log, reader = written.log, written.log.reader
    if here.room is None or reader is None:
        return
    if here.person.looked(log.match, log.seats[reader]) >= written.first - 1:
        here.person.looks(log.match, log.seats[reader], written.last)
