"""Keys as people are told of them: whose each is, and each once to who hands it on."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable
from core.kernel.log.keys import ARBITER

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def holder(here: "Terminal", name: str) -> str:
    """Whose a key is: the arbiter's is no seat's."""
    return here.say("arbiter") if name == ARBITER else printable(name)


def out_keys(here: "Terminal", keys: Mapping[str, str]) -> None:
    """A line for each, and one that parts them from what else is told."""
    for name, key in keys.items():
        here.out(f"  {here.say('key_line', name=holder(here, name), secret=key)}")
    here.out()
