"""What somebody may type who comes in over ssh: the commands of a player, with nothing that names a file of this
machine, another seat, or another database. What stands in no list here is refused: a new option is closed until
somebody has thought about it.
"""

import shlex
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from core.kernel.errors import NotAllowed, Usage

if TYPE_CHECKING:
    from cli.app.base import Group

FORMS: Final = frozenset({"lang", "color", "as_json"})
"""What every command takes: how the answer is told."""

OPEN: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(params.split())
    for name, params in {
        "games": "game",
        "new": "game names options rulings seed practice bots with_keys nonces client",
        "list": "game seat over limit hide unhide hidden",
        "inbox": "",
        "show": "match brief whole panels legend html",
        "moves": "words each",
        "move": "words expect client dry_run",
        "play": "match",
        "join": "match no_nonce",
        "undo": "match to",
        "redo": "match",
        "give-up": "match",
        "ruling": "words to_today reason",
        "agree": "match row",
        "decline": "match row",
        "log": "match undone dates",
        "replay": "match to every speed",
        "explain": "match thing",
        "why": "words",
        "dispute": "words rulings search reason rest boards output page",
        "rules": "game words",
        "cases": "game words board",
        "campaign": "game",
        "export": "match output full public page",
        "verify": "matches",
        "fork": "match bots no_bots",
        "key keep": "match",
        "key list": "matches",
        "key forget": "matches",
        "scenario from": "words output",
        "scenario help": "game topic",
    }.items()
}
"""The commands, each with those of its options and arguments that are open."""

WRITES: Final = frozenset(
    {
        ("show", "html"),
        ("dispute", "output"),
        ("dispute", "page"),
        ("export", "output"),
        ("export", "page"),
        ("scenario from", "output"),
    }
)
"""Options that write a file: to a guest only `-`, which is what they get back."""

INBOX: Final = ("inbox",)
"""What is told to who types nothing."""


def words_of(line: str) -> tuple[str, ...]:
    """A command line, parted as a shell would, by no shell: nothing in it is expanded or run."""
    try:
        words = shlex.split(line)
    except ValueError as problem:  # a quote that is not closed
        raise Usage("line_unclosed", detail=str(problem)) from None
    if words[:1] == ["herald"]:
        del words[0]
    return tuple(words) or INBOX


def refuse_closed(program: "Group", words: Sequence[str]) -> None:
    """Refuse what is not open to guests. The words are parsed as they will be when they are run."""
    ctx = click.Context(program, info_name="herald")
    command, name, rest = _command(program, ctx, words)
    with command.make_context(name, list(rest), parent=ctx) as parsed:
        for param in command.params:
            own = param.name or ""
            is_given = parsed.get_parameter_source(own) is not ParameterSource.DEFAULT
            if is_given and own not in FORMS and not _is_open(name, own, parsed.params.get(own)):
                raise NotAllowed("not_for_guests", word=param.opts[-1])


def _command(program: "Group", ctx: click.Context, words: Sequence[str]) -> tuple[click.Command, str, Sequence[str]]:
    """The command that is meant, by its whole name, and what stands behind it. Nothing may stand before it."""
    for length in (1, 2):
        name = " ".join(words[:length])
        if name in OPEN:
            found: click.Command | None = program
            for word in words[:length]:
                found = found.get_command(ctx, word) if isinstance(found, click.Group) else None
            if found is not None:
                return found, name, words[length:]
    raise NotAllowed("not_for_guests", word=words[0])


def _is_open(name: str, param: str, value: object) -> bool:
    return param in OPEN[name] and ((name, param) not in WRITES or value == "-")
