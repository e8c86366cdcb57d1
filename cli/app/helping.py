"""What commands and their parameters tell about themselves, from the word files, in the reader's language."""

from collections.abc import Mapping
from typing import Any

import click

from cli.language import preferences
from cli.language import words as texts
from cli.terminal.output import put

_LIST: Any = list


class SaidTwice(click.BadOptionUsage):
    """An option that takes one value was given two: nobody can know which one is meant."""


class Option(click.Option):
    """An option whose help stands in the word files; it takes several values only where it is declared so."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Keep each value that is typed: click itself forgets all but the last."""
        if self.is_flag or self.multiple or self.count:
            super().add_to_parser(parser, ctx)
        else:
            parser.add_option(obj=self, opts=self.opts, dest=self.name, action="append", nargs=self.nargs)

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, Any]:
        held: Any = None if self.multiple else opts.get(str(self.name))
        if isinstance(held, _LIST):
            if len({*held}) > 1 and not ctx.resilient_parsing:
                raise SaidTwice(max(self.opts, key=len), "", ctx)
            opts = {**opts, str(self.name): held[-1]}
        return super().consume_value(ctx, opts)

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
