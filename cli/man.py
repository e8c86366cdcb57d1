"""The manual pages: what `--help` says, in the language of `man`, one for each command in each language.

The wheel is built with them (`hatch_build.py`); nothing else loads this.
"""

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager

import click

from cli.app import base, helping
from cli.language import preferences, words
from cli.main import herald


def pages(version: str) -> Iterator[tuple[str, str]]:
    """Where each page lies below `share`, and its text."""
    before = preferences.now().lang
    try:
        for lang in words.LANGUAGES:
            preferences.begin(["--lang", lang])
            folder = "man/man1" if lang == "en" else f"man/{lang}/man1"
            for ctx, brief in _commands():
                yield f"{folder}/{_name(ctx)}.1", _page(ctx, brief, version)
    finally:
        preferences.begin(["--lang", before])


def _commands() -> Iterator[tuple[click.Context, str]]:
    """Every command, the program itself first, with what is said of it in a line."""
    lang = preferences.now().lang
    root = helping.Context(herald, info_name="herald")
    yield root, words.shared(lang)["man"]["herald"]
    for name in herald.list_commands(root):
        found = herald.get_command(root, name)
        if found is None:
            continue
        ctx = helping.Context(found, parent=root, info_name=name)
        yield ctx, words.shared(lang)["commands"][name]
        if isinstance(found, base.Group):
            short = words.of_command(found.module, lang)["short"]
            for inner in found.list_commands(ctx):
                yield helping.Context(found.commands[inner], parent=ctx, info_name=inner), short[inner]


def _name(ctx: click.Context) -> str:
    return ctx.command_path.replace(" ", "-")


def _page(ctx: click.Context, brief: str, version: str) -> str:
    """A page: the head that every page has, then what the help says."""
    title, command = words.shared(preferences.now().lang)["man"], ctx.command
    assert isinstance(command, helping.Helped)  # every command here is
    page = Roff()
    page.write(f'.TH {_plain(_name(ctx).upper())} 1 "" "herald {version}"\n')
    page.heading(title["name"])
    page.write(f"{_plain(_name(ctx))} \\- {_plain(brief)}\n")
    page.heading(title["synopsis"])
    page.write(f"\\fB{_plain(ctx.command_path)}\\fR {_plain(' '.join(command.collect_usage_pieces(ctx)))}\n")
    page.heading(title["description"])
    command.format_help_text(ctx, page)
    command.format_options(ctx, page)
    command.format_epilog(ctx, page)
    if ctx.parent is not None:
        page.heading(title["see_also"])
        page.write(f"\\fB{_plain(_name(ctx.parent))}\\fR(1)\n")
    return page.getvalue()


class Roff(click.HelpFormatter):
    """Writes what the help consists of with the macros of man(7)."""

    def heading(self, title: str) -> None:
        self.write(f".SH {_plain(title.upper())}\n")

    @contextmanager
    def section(self, name: str) -> Generator[None]:
        self.heading(name)
        yield

    def write_text(self, text: str) -> None:
        for part in text.split("\n\n"):
            if part.startswith("\b\n"):
                self.write("\n".join([".PP", ".nf", *map(_line, part[2:].splitlines()), ".fi", ""]))
            else:
                self.write(f".PP\n{_line(' '.join(part.split()))}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        for term, meaning in rows:
            self.write(f".TP\n\\fB{_plain(term)}\\fR\n{_line(meaning)}\n")


def _plain(text: str) -> str:
    """A text in which nothing means anything to roff; the narrow space of French is one that no line breaks at."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("\u202f", "\\ ").replace("\u00a0", "\\ ")


def _line(text: str) -> str:
    """A line of text: commands in bold, and no dot or quote at its beginning that would make it a request."""
    line = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", _plain(text))
    return f"\\&{line}" if line[:1] in {".", "'"} else line
