"""`python -m tests.fuzz`: look for what no test has seen. `make fuzz MINUTES=5 SEED=...` runs it."""

import sys
from argparse import ArgumentParser, Namespace
from os import urandom
from pathlib import Path

import msgspec
from msgspec import Struct

from core.kernel.setup import resources
from tests.fuzz.found import Part, a_folder
from tests.fuzz.parts import PARTS
from tests.fuzz.run import Run
from tests.support.matches import TOYS
from tests.support.shelf import toy_on_the_shelf

FOLDER = Path(".fuzz")
"""Where replays of failures are kept."""


class _Kind(Struct):
    type: str


def main(arguments: list[str] | None = None) -> int:
    """Exit 1 if anything was found."""
    asked = _asked(arguments)
    if asked.replay:
        return replayed(Path(asked.replay))
    name, _, number = asked.only.partition(":")
    parts = [part for part in PARTS if not name or part.name == name]
    if not parts:
        _say(f"There is no part {name}; there are: {', '.join(part.name for part in PARTS)}.")
        return 2
    run = Run(parts, asked.seed or urandom(4).hex(), Path(asked.folder), _say)
    _say(f"seed {run.seed}")
    if number:
        run.tries(parts[0], int(number))
    else:
        run.goes_on(60 * asked.minutes)
    _say(run.table())
    return 1 if run.failures else 0


def replayed(path: Path) -> int:
    """A saved failure once more: exit 1 if it is still there."""
    data = path.read_bytes()
    kind = msgspec.json.decode(data, type=_Kind).type
    part: Part = next(part for part in PARTS if part.name == kind)
    assert part.again is not None, f"{kind} saves no replays"
    try:
        with a_folder() as folder, toy_on_the_shelf(*TOYS):
            part.again(data, folder)
    except Exception as problem:  # noqa: BLE001 - whatever goes wrong is what was looked for
        _say(f"still there: {type(problem).__name__}: {problem}")
        return 1
    _say("not there any more")
    return 0


def _asked(arguments: list[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", default="", help="the same seed tries the same")
    parser.add_argument("--only", default="", metavar="PART[:TRIAL]")
    parser.add_argument("--replay", default="", metavar="FILE", help="play a saved failure again")
    parser.add_argument("--folder", default=str(FOLDER), help="where failures are saved")
    return parser.parse_args(arguments)


def _say(text: str) -> None:
    print(text, flush=True)  # a person asked for it


if __name__ == "__main__":
    resources.parse_with(resources.parse)
    sys.exit(main())
