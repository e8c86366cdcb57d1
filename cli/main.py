"""`herald`: the entry point, and the table of its commands. A command's module is imported when it runs."""

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, NoReturn

try:
    import click

    from cli.app import base, cache, helping
    from cli.language import preferences, words
    from cli.terminal.output import takes_any
    from core.kernel.errors import Usage
    from core.kernel.setup import resources
except KeyboardInterrupt:  # half of a short command's time is spent here
    sys.exit(130)

SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("games", "new", "list", "inbox", "show", "moves", "move", "play", "join", "invite", "accept", "watch"),
    "back": ("undo", "redo", "give-up", "ruling", "rulings", "agree", "decline"),
    "look": ("log", "replay", "explain", "why", "dispute", "rules", "cases", "campaign"),
    "share": ("export", "import", "verify", "give", "fork", "key"),
    "run": ("demo", "scenario", "simulate", "impact", "db", "serve", "ssh"),
}
"""The commands as `--help` lists them; the module of each has its name under `cli.commands`."""

NAMES: Final = tuple(name for names in SECTIONS.values() for name in names)
KEYWORDS: Final = {"import": "import_", "give-up": "give_up"}
EXITS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 130, 141)
INTERRUPTED: Final = 130


def module_name(name: str) -> str:
    """The module of a command."""
    return KEYWORDS.get(name, name)


class Herald(base.Group):
    """The program: every command by name, none of them loaded before it runs."""

    def __init__(self) -> None:
        super().__init__("herald")
        self.module = ""
        self.params.append(
            helping.Option(["--version"], is_flag=True, is_eager=True, callback=_version, expose_value=False)
        )
        self.context_settings = {"max_content_width": 100}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in NAMES:
            return None
        module = f"cli.commands.{module_name(cmd_name)}"
        try:
            found: click.Command = import_module(module).command
        except ModuleNotFoundError as missing:
            if missing.name != module:
                raise
            return None
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is typed; one that nobody has may be known under another name."""
        from cli.app.meant import HELP, INSTEAD

        if ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        if args[0].casefold() in HELP:
            args = [*args[1:], "--help"]
        if args == ["--help"]:
            base.put(ctx.get_help())
            ctx.exit()
        why = INSTEAD.get(args[0].casefold())
        if why is not None:
            raise Usage(why, word=args[0])
        return super().resolve_command(ctx, args)

    def near(self, ctx: click.Context, word: str) -> list[str]:
        """Return the commands that may have been meant: by another name, or as it is spelled."""
        from cli.app.meant import MEANT

        meant = MEANT.get(word.casefold())
        return super().near(ctx, word) if meant is None else [meant]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        formatter.write_text(words.shared(preferences.now().lang)["head"]["herald"])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        text = words.shared(preferences.now().lang)
        for section, names in SECTIONS.items():
            with formatter.section(text["sections"][section]):
                formatter.write_dl([(name, text["commands"][name]) for name in names], col_max=12)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        text = words.shared(preferences.now().lang)
        with formatter.section(text["head"]["exits"]):
            formatter.write_dl([(str(code), text["exits"][str(code)]) for code in EXITS])
        with formatter.section(text["head"]["completion"]):
            formatter.write_dl(list(text["completion"].items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """Names of commands from the table, without loading one; options if a dash is typed."""
        from click.shell_completion import CompletionItem  # only while completing

        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        text = words.shared(preferences.now().lang)["commands"]
        return [CompletionItem(name, help=text[name]) for name in NAMES if name.startswith(incomplete)]

    def main(  # type: ignore[override]
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT002 - click's signature
        **extra: Any,  # click's signature
    ) -> int:
        """Run a command line; ends the process with its exit code unless told otherwise."""
        typed = list(sys.argv[1:] if args is None else args)
        how = preferences.begin(typed)
        takes_any(sys.stdout, sys.stderr)
        try:
            came_to = super().main(typed, prog_name or "herald", complete_var, standalone_mode=False, **extra)
            code = came_to if isinstance(came_to, int) else 0
            click.echo(nl=False)  # flushes, where there is a stdout: `>&-` leaves none
        except Exception as error:  # noqa: BLE001 - what went wrong before a command ran
            from cli.app.errors import report

            code = report(error, how)
        if standalone_mode:
            sys.exit(code)
        return code


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version  # asks the file system

        base.put(f"herald {version('herald')}")
        ctx.exit()


herald = Herald()


def main() -> NoReturn:
    """The script `herald`. Its two peculiarities are a third of the time of a move.

    Collecting garbage seldom: starting makes many things and no garbage. Leaving without the interpreter's tidying up:
    the database is closed, the output is written, and nothing else here waits for the end.
    """
    gc.set_threshold(100_000, 50, 50)
    resources.parse_with(cache.parse)
    try:
        code = herald.main(standalone_mode=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    with suppress(OSError):
        click.echo(nl=False, err=True)
    os._exit(code)
