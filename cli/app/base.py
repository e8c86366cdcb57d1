"""What commands are made of: a command, its options and arguments, with help texts from the word files.

Nothing here is loaded that `--help` does not need.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli.language import preferences
from cli.language import words as texts
from cli.terminal.output import put
from cli.terminal.terminal import Terminal

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
    "option",
    "put",
    "requested",
    "words",
]

F = TypeVar("F", bound=Callable[..., Any])

SHARED = ("db", "as_seat", "key_file", "lang", "color", "as_json", "verbose", "log_file")


class Option(click.Option):
    """An option whose help stands in the word files."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = _helped(ctx, "options", self.name)
        return super().get_help_record(ctx)


class Shared(Option):
    """An option of every command."""


class Argument(click.Argument):
    """An argument whose help stands in the word files."""

    def record(self, ctx: click.Context) -> tuple[str, str]:
        """How it is written, and what it is."""
        return self.make_metavar(ctx), _helped(ctx, "arguments", self.name)


def _helped(ctx: click.Context, kind: str, name: str | None) -> str:
    """What the command's word file says about a parameter, else what the shared one says."""
    lang = preferences.now().lang
    module = module_of(ctx)
    files = [texts.of_command(module, lang), texts.shared(lang)] if module else [texts.shared(lang)]
    return str(next((text for file in files if (text := file.get(kind, {}).get(name))), ""))


def module_of(ctx: click.Context) -> str:
    """The module under `cli.commands` that a command stands in; "" for the root."""
    own = getattr(ctx.command, "module", "")
    return own or (module_of(ctx.parent) if ctx.parent is not None else "")


def shared_options() -> list[click.Parameter]:
    """The options that may stand before and after the name of a command."""
    return [
        Shared(["--db"], metavar="FILE"),
        Shared(["--as", "as_seat"], metavar="NAME", shell_complete=seats),
        Shared(["--key-file"], metavar="FILE"),
        Shared(["--lang"], metavar="|".join(texts.LANGUAGES), type=click.Choice(texts.LANGUAGES)),
        Shared(["--color"], metavar="|".join(preferences.COLOURS), type=click.Choice(preferences.COLOURS)),
        Shared(["--json", "as_json"], is_flag=True, default=None),
        Shared(["-v", "--verbose"], is_flag=True, default=None),
        Shared(["--log-file"], metavar="FILE"),
    ]


def seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The seats of the match that is named, for completion."""
    from cli.app.complete import seats as found  # only while completing

    return found(ctx, param, incomplete)


def known_matches(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The matches that there are, for completion."""
    from cli.app.complete import matches  # only while completing

    return matches(ctx, param, incomplete)


def _held(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    from cli.app.complete import held  # only while completing

    return held(ctx, incomplete)


def _request(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    from cli.app.complete import request  # only while completing

    return request(ctx, incomplete)


def _matches_or_request(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    return [*_request(ctx, param, incomplete), *known_matches(ctx, param, incomplete)]


def games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The games there are, for completion."""
    from click.shell_completion import CompletionItem as Item  # only while completing

    from core.games import NAMES

    return [Item(name) for name in NAMES if name.startswith(incomplete)]


def games_or_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The same, or the rules of the one whose id was begun."""
    return games(ctx, param, incomplete) or rule_ids(ctx, param, incomplete)


def options(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The options of the game that is named, with their values, for completion."""
    from cli.app.complete import options as found  # only while completing

    return found(ctx, param, incomplete)


def rule_ids(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The rules, rulings and options of the game that is named, for completion."""
    from cli.app.complete import rule_ids as found  # only while completing

    return found(ctx, param, incomplete)


def question(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """Games, and the rulings of the one that is named, with their readings, for completion."""
    from cli.app.complete import question as found  # only while completing

    return found(ctx, param, incomplete)


def rulings_of_match(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The match, then the other readings that it could take, for completion."""
    from cli.app.complete import rulings_of_match as found  # only while completing

    return found(ctx, param, incomplete)


def rulings(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The rulings of the game that is named, with their readings, for completion."""
    from cli.app.complete import rulings as found  # only while completing

    return found(ctx, param, incomplete)


def disputed(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The rulings of the match that is named, with their readings, for completion."""
    from cli.app.complete import disputed as found  # only while completing

    return found(ctx, param, incomplete)


def things(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The numbers of the match that is named, for completion."""
    from cli.app.complete import things as found  # only while completing

    return found(ctx, param, incomplete)


def matches_or_things(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """Matches; or the numbers of the last one used here."""
    return [*known_matches(ctx, param, incomplete), *things(ctx, param, incomplete)]


def option_values(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    """The values of such an option, where the shell has parted the line."""
    from cli.app.complete import option_values as found  # only while completing

    return found(ctx, param, incomplete)


def _moves(ctx: click.Context, param: click.Parameter, incomplete: str) -> list["CompletionItem[str]"]:
    from cli.app.complete import moves  # only while completing

    return moves(ctx, param, incomplete)


class Formatter(click.HelpFormatter):
    """Help with headings as the language writes them."""

    def write_heading(self, heading: str) -> None:
        colon = texts.shared(preferences.now().lang)["head"]["colon"]
        lead = " " * self.current_indent
        self.write(f"{click.formatting.wrap_text(f'{heading}{colon}', self.width, lead, lead)}\n")


class Context(click.Context):
    """A context whose help is formatted so."""

    formatter_class = Formatter


def _help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        put(ctx.get_help())
        ctx.exit()


class Helped(click.Command):
    """A command that tells about itself in the reader's language."""

    context_class = Context
    help_option: Option | None = None

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Made by ourselves: click asks the file system for translations when it makes one."""
        if self.help_option is None:
            self.help_option = Option(
                ["-h", "--help", "help"], is_flag=True, is_eager=True, expose_value=False, callback=_help
            )
        return self.help_option

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        head = texts.shared(preferences.now().lang)["head"]
        pieces = [piece for param in self.get_params(ctx) for piece in param.get_usage_pieces(ctx)]
        return [head["options_metavar"], *pieces]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        head = texts.shared(preferences.now().lang)["head"]
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=f"{head['usage']} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        text = self.text(ctx)
        if text:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_with_examples(text))

    def text(self, ctx: click.Context) -> str:
        raise NotImplementedError

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Already among the options: older versions of click do not ask for them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        head = texts.shared(preferences.now().lang)["head"]
        params = self.get_params(ctx)
        own = [param for param in params if isinstance(param, click.Option) and not isinstance(param, Shared)]
        for title, records in (
            (head["arguments"], [param.record(ctx) for param in params if isinstance(param, Argument)]),
            (head["options"], [param.get_help_record(ctx) for param in own]),
        ):
            rows = [record for record in records if record is not None]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
        shared = [param.get_help_record(ctx) for param in params if isinstance(param, Shared)]
        rows = [record for record in shared if record is not None]
        with formatter.section(head["shared"]):
            if ctx.parent is None:
                formatter.write_dl(rows)
            else:  # explained once, by `herald --help`
                formatter.write_text(", ".join(written for written, _ in rows))


def _with_examples(text: str) -> str:
    """What is indented in a help text are examples, a line each: they are not filled up like sentences."""
    return "\n\n".join(f"\b\n{part}" if part.startswith(" ") else part for part in text.strip("\n").split("\n\n"))


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

            code = report(error, here.preferences, here)
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

    def _near(self, ctx: click.Context, word: str) -> list[str]:
        """The commands that may have been meant."""
        from difflib import get_close_matches

        return get_close_matches(word, self.list_commands(ctx))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """An unknown command is a usage error like any other."""
        found = self.get_command(ctx, args[0])
        if found is None and not ctx.resilient_parsing:
            from core.kernel.errors import Usage

            raise Usage(
                "unknown_command", known=self.list_commands(ctx), word=args[0], nearest=self._near(ctx, args[0])
            )
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


def match(*, required: bool = False, name: str = "match") -> Callable[[F], F]:
    """The argument MATCH: an id, its beginning, `@`, `MATCH@N` or a file; `@` if it may be left out."""
    return argument(name, required=required, shell_complete=known_matches)


def requested() -> Callable[[F], F]:
    """The arguments [MATCH] ROW: the row of a request; one number alone is that row, in the match last used here."""

    def made(function: F) -> F:
        row = argument("row", required=False, type=int, metavar="ROW", shell_complete=_request)
        return match_or_row(row(function))

    match_or_row: Callable[[F], F] = argument("match", required=False, shell_complete=_matches_or_request)
    return made


def matches() -> Callable[[F], F]:
    """The argument [MATCH]...: as many as are typed."""
    return argument("matches", nargs=-1, metavar="[MATCH]...", shell_complete=known_matches)


def held(*, required: bool = False) -> Callable[[F], F]:
    """The argument [MATCH]...: matches of which the person holds keys."""
    metavar = "MATCH..." if required else "[MATCH]..."
    return argument("matches", nargs=-1, required=required, metavar=metavar, shell_complete=_held)


def words() -> Callable[[F], F]:
    """The arguments [MATCH] WORDS: a match, if the first word names one, and a move (`references.parted`)."""
    return argument("words", nargs=-1, metavar="[MATCH] [WORDS]...", shell_complete=_moves)
