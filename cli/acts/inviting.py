"""Invitations, as they are handed on: a link for each seat. Whoever accepts one first sits there."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def invitations(here: "Terminal", match: str, keys: Mapping[str, str], at: str = "") -> dict[str, str]:
    """By seat. `at`: the address of the service, where it is not the one that was asked."""
    if not keys:
        return {}
    from cli.person.keyring import Key
    from cli.person.keytexts import link

    return {name: link(Key(match, name, key, at or here.keyring.at), invited=True) for name, key in keys.items()}


def tell_invitations(here: "Terminal", match: str, links: Mapping[str, str]) -> None:
    """Nobody hears of them again."""
    here.out(here.say("invitations", match=match))
    for name, one in links.items():
        here.out(f"  {printable(name)}: {one}")
