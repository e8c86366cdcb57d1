"""What a command wrote: the rows, as the acting seat may know them, and what is owed next."""

from typing import TYPE_CHECKING

from cli.report import row_fields, row_lines
from cli.status import owed_lines, standing_fields
from store.acts import Written

if TYPE_CHECKING:
    from cli.terminal import Terminal


def tell_written(here: "Terminal", written: Written, **fields: object) -> None:
    """From the first row to the last; `fields` are the command's own for `--json`."""
    here.at_hand = log = written.log
    seat, first, last = log.reader, written.first, written.last
    rows = log.bodies[first - 1 : last]
    if here.is_json:
        made = {"first": first, "last": last, "rows": [row_fields(here, log, row) for row in rows]}
        here.json({**standing_fields(here, log, seat), **made, **fields})
        return
    for row in rows:
        for line in row_lines(here, log, row):
            here.out(line)
    here.out()
    for line in owed_lines(here, log, seat):
        here.out(line)
