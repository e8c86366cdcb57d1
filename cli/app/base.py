"""What commands are made of: a command, its options and arguments.

Nothing here is loaded that `--help` does not need.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.app.helping import Argument, Helped, Option, Shared, module_of
from cli.language import preferences
from cli.language import words as texts
from cli.terminal.output import put
from cli.terminal.terminal import Terminal
from core.kernel.errors import HeraldError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = [
    "Command",
    "Group",
    "Terminal",
    "argument",
    "command",
    "group",
    "match",
    "offered",
    "option",
    "put",
    "requested",
    "words",
]

F = TypeVar("F", bound=Callable[..., Any])

SHARED = ("db", "as_seat", "key_file", "lang", "color", "as_json", "verbose", "log_file")


def shared_options() -> list[click.Parameter]:
    """The options that may stand before and after the name of a command."""
    return [
        Shared(["--db"], metavar="FILE"),
        Shared(["--as", "as_seat"], metavar="NAME", shell_complete=offered("seats")),
        Shared(["--key-file"], metavar="FILE"),
        Shared(["--lang"], metavar="|".join(texts.LANGUAGES), type=click.Choice(texts.LANGUAGES)),
        Shared(["--color"], metavar="|".join(preferences.COLOURS), type=click.Choice(preferences.COLOURS)),
        Shared(["--json", "as_json"], is_flag=True, default=None),
        Shared(["-v", "--verbose"], is_flag=True, default=None),
        Shared(["--log-file"], metavar="FILE"),
    ]


class Command(Helped):
    """One command: it is given the terminal first, then its own parameters."""

    def __init__(
        self, name: str, module: str, callback: Callable[..., int | None], params: list[click.Parameter]
    ) -> None:
        super().__init__(name, callback=callback, params=[*params, *shared_options()])
        self.module = module

    def text(self, ctx: click.Context) -> str:
        lang = preferences.now().lang
        found, shared = texts.of_command(self.module, lang), texts.shared(lang)
        if ctx.parent is not None and ctx.parent.parent is not None:  # in a group
            return str(found.get("commands", {}).get(self.name) or found.get("short", {}).get(self.name, ""))
        return str(found.get("help") or shared["commands"].get(self.name, ""))

    def invoke(self, ctx: click.Context) -> int:
        """Errors end here, where the terminal still has the match at hand."""
        values = {name: value for name, value in ctx.params.items() if name not in SHARED}
        here = Terminal(preferences.now(), shared_values(ctx), module_of(ctx))
        try:
            assert self.callback is not None  # given at the start
            code = self.callback(here, **values) or 0
            here.close()
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - here errors become words and exit codes
            from cli.app.errors import report

            code = report(error, here.preferences, here, ctx.command_path)
        finally:
            here.close()
        return code


def shared_values(ctx: click.Context) -> dict[str, Any]:
    """The shared options of a command: what stands after its name wins over what stands before it."""
    found: dict[str, Any] = {}
    at: click.Context | None = ctx
    while at is not None:
        for name in SHARED:
            if found.get(name) is None:
                found[name] = at.params.get(name)
        at = at.parent
    return found


def _alone(**_params: object) -> None:
    """A group without a command says what it can do."""
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is None:
        put(ctx.get_help())


class Group(Helped, click.Group):
    """A command of commands, such as `herald db`."""

    def __init__(self, name: str, default: str = "", alone: str = "") -> None:
        """`default`: the command that is meant where none is named; `alone`: where nothing at all is typed."""
        self.default = default
        self.alone = alone or default
        params = shared_options()
        super().__init__(name, params=params, callback=_alone, no_args_is_help=False, invoke_without_command=True)
        self.module = name

    def text(self, ctx: click.Context) -> str:
        lang = preferences.now().lang
        return str(texts.of_command(self.module, lang).get("help") or texts.shared(lang)["commands"].get(self.name, ""))

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), texts.shared(preferences.now().lang)["head"]["command_metavar"]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.format_commands(ctx, formatter)
        super().format_options(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = preferences.now().lang
        short = texts.of_command(self.module, lang).get("short", {})
        with formatter.section(texts.shared(lang)["head"]["commands"]):
            formatter.write_dl([(name, short.get(name, "")) for name in self.list_commands(ctx)])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Words that name no command are those of the default one."""
        if self.default and not self._names_command(args) and (args or not ctx.resilient_parsing):
            args = [self.default if args else self.alone, *args]
        return super().parse_args(ctx, args)

    def _names_command(self, args: Sequence[str]) -> bool:
        words = iter(args)
        for word in words:
            if not word.startswith("-"):
                return word in self.commands
            if word in {"-h", "--help"}:
                return True
            if word in {"--db", "--as", "--key-file", "--lang", "--color", "--log-file"}:
                next(words, "")  # its value
        return False

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list["CompletionItem"]:
        """The commands, and what the default one could begin with."""
        found = super().shell_complete(ctx, incomplete)
        default = self.commands.get(self.default)
        first = next((param for param in default.params if isinstance(param, Argument)), None) if default else None
        return found if first is None else [*found, *first.shell_complete(ctx, incomplete)]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which they were written."""
        return list(self.commands)

    def near(self, ctx: click.Context, word: str) -> list[str]:
        """Return the commands that may have been meant."""
        from difflib import get_close_matches

        return get_close_matches(word.casefold(), self.list_commands(ctx))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is typed; that there is none is told here, where it is known which group was asked."""
        try:
            return super().invoke(ctx)
        except HeraldError as error:
            from cli.app.errors import report

            return report(error, preferences.now(), command=ctx.command_path)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """An unknown command is a usage error like any other."""
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing:
            from core.kernel.errors import Usage

            raise Usage("unknown_command", known=self.list_commands(ctx), word=args[0], nearest=self.near(ctx, args[0]))
        return (args[0] if found else None), found, args[1:]


def command(name: str, group: Group | None = None) -> Callable[[Callable[..., int | None]], Command]:
    """Make a function the command of this name, at the top or in a group."""

    def made(function: Callable[..., int | None]) -> Command:
        params: list[click.Parameter] = getattr(function, "__click_params__", [])
        module = function.__module__.rpartition(".")[2]
        found = Command(name, module, function, params[::-1])
        if group is not None:
            group.add_command(found)
        return found

    return made


def group(name: str, default: str = "", alone: str = "") -> Group:
    """Make a command of commands; `default` is meant where none of them is named, `alone` where nothing is typed."""
    return Group(name, default, alone)


def option(*names: str, **how: Any) -> Callable[[F], F]:  # what click takes
    """An option; its help stands in the word file under `[options]`."""
    return click.option(*names, cls=Option, **how)


def argument(name: str, **how: Any) -> Callable[[F], F]:  # what click takes
    """An argument; its help stands in the word file under `[arguments]`."""
    return click.argument(name, cls=Argument, **how)


def offered(name: str) -> "Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]":
    """What the shell offers for a parameter: what the function of this name in `complete` finds."""

    def found(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem[str]]":
        from cli.app import complete  # only while completing

        items: list[CompletionItem[str]] = getattr(complete, name)(ctx, param, incomplete)
        return items

    return found


def match(*, required: bool = False, name: str = "match") -> Callable[[F], F]:
    """The argument MATCH: an id, its beginning, `@`, `MATCH@N` or a file; `@` if it may be left out."""
    return argument(name, required=required, shell_complete=offered("matches"))


def requested() -> Callable[[F], F]:
    """The arguments [MATCH] ROW: the row of a request; one number alone is that row, in the match last used here."""

    def made(function: F) -> F:
        row = argument("row", required=False, type=int, metavar="ROW", shell_complete=offered("request"))
        return match_or_row(row(function))

    match_or_row: Callable[[F], F] = argument("match", required=False, shell_complete=offered("request_or_matches"))
    return made


def matches() -> Callable[[F], F]:
    """The argument [MATCH]...: as many as are typed."""
    return argument("matches", nargs=-1, metavar="[MATCH]...", shell_complete=offered("matches"))


def held(*, required: bool = False) -> Callable[[F], F]:
    """The argument [MATCH]...: matches of which the person holds keys."""
    metavar = "MATCH..." if required else "[MATCH]..."
    return argument("matches", nargs=-1, required=required, metavar=metavar, shell_complete=offered("held"))


def words() -> Callable[[F], F]:
    """The arguments [MATCH] WORDS: a match, if the first word names one, and a move (`references.parted`)."""
    return argument("words", nargs=-1, metavar="[MATCH] [WORDS]...", shell_complete=offered("moves"))
