"""`python -m tests.soak.dying FILE serve ...`: herald, but that it dies in the act where FILE says so, once.

`commit`  SIGKILL before the rows of an act are on disk
`answer`  SIGKILL when they are, and before anybody hears of it
"""

import os
import signal
import sys
from functools import wraps
from pathlib import Path

from cli.main import main
from store.remote.door import Visitor
from store.remote.wire import Asked, Done
from store.sqlite.locks import Writing


def _dies(order: Path, place: str) -> None:
    if order.exists() and order.read_text(encoding="utf-8") == place:
        order.unlink(missing_ok=True)  # others may be about to die of it, too
        os.kill(os.getpid(), signal.SIGKILL)


def dying(order: Path) -> None:
    """From now on."""
    acts, written = Visitor.acts, Writing.__exit__

    @wraps(acts)
    def answered(self: Visitor, asked: Asked) -> Done:
        done = acts(self, asked)
        _dies(order, "answer")
        return done

    @wraps(written)
    def committed(self: Writing, *error: object) -> None:
        _dies(order, "commit")
        written(self, *error)  # type: ignore[arg-type]

    Visitor.acts = answered  # type: ignore[method-assign]
    Writing.__exit__ = committed  # type: ignore[method-assign]


if __name__ == "__main__":
    dying(Path(sys.argv.pop(1)))
    main()
