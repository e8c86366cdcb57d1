"""What somebody was sent, as they hand it to a command: typed, or from standard input, which nobody else can see."""

import sys
from typing import TYPE_CHECKING

import click

from cli.language import words

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal

PIPE = "-"


def taken(here: "Terminal", word: str | None, question: str) -> str:
    """What was typed; where nothing was, or `-`, it is asked for, or read."""
    if word not in {None, PIPE}:
        return word or ""
    if here.interactive:
        colon = words.shared(here.lang)["head"]["colon"]
        return str(click.prompt(here.say(question), hide_input=True, prompt_suffix=f"{colon} "))
    from replays.files.texts import read_text

    return read_text(PIPE, pipe=True) if sys.stdin is not None else ""
