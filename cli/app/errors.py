"""The one place where errors become words on stderr and an exit code.

0 done   1 failure   2 usage   3 refused by the rules   4 not allowed   5 somebody moved first
6 proof failed or log damaged   7 not your turn   8 holds only as it is written
130 interrupted   141 nobody reads the output any more
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import click

from cli.app.helping import SaidTwice
from cli.language import words
from cli.language.preferences import Preferences, columns, harmless, is_terminal
from core.kernel.errors import HeraldError, Refused, Stale, Usage
from core.kernel.language.error_text import SEATS

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal

FAILURE: Final = 1
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

CLOSE: Final = 0.7
"""How like one another an option that is typed and one that there is must be."""

CODES: Final[Mapping[str, int]] = {
    "failure": FAILURE,
    "usage": 2,
    "edition": 2,
    "scenario": 2,
    "refused": 3,
    "not_allowed": 4,
    "hidden": 4,
    "stale": 5,
    "damaged": 6,
    "not_your_turn": 7,
    "as_written": 8,
    "interrupted": INTERRUPTED,
}
"""The exit code of each family of errors."""


def report(
    error: Exception | KeyboardInterrupt, preferences: Preferences, here: "Terminal | None" = None, command: str = ""
) -> int:
    """Tell the person what went wrong, and return the exit code that says it to programs.

    `command`: as it was typed, where its help says more to whoever used it wrongly.
    """
    if isinstance(error, (click.exceptions.Exit,)):
        return error.exit_code
    if isinstance(error, KeyboardInterrupt) and here is not None:
        return _interrupted(error, preferences, here)
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        _nobody_reads()
        return BROKEN_PIPE
    if isinstance(error, click.ClickException):
        why, terms = _reason_of_click(error)
        _tell(
            preferences,
            {"error": "usage", "rule": None, "why": why, **terms},
            _of_click(error, preferences, why, terms),
        )
        return error.exit_code
    if isinstance(error, HeraldError):
        return _known(error, preferences, here, command)
    untrue = None if here is None or _done(here) else _untrue(error, here)
    return _unexpected(error, preferences, here) if untrue is None else _known(untrue, preferences, here)


class Interrupted(HeraldError):
    """Ctrl-C in a command that writes: was it before or after?"""

    code = "interrupted"


def _interrupted(stop: KeyboardInterrupt, preferences: Preferences, here: "Terminal") -> int:
    """A command that only reads has nothing to say about it."""
    if not (here.acts or here.creates):
        return INTERRUPTED
    came, attempt = here.arrived(), here.attempt
    if not here.acts:  # it takes in what others wrote
        error = Interrupted("interrupted_again")
    elif came and attempt is not None:
        made = attempt.last - attempt.first + 1
        error = Interrupted("interrupted_after", match=attempt.match, row=attempt.last, written=made)
    else:
        error = Interrupted("interrupted_before" if came is False else "interrupted_unsure")
    for remark in _remarks(stop):
        error.add_note(remark)
    return _known(error, preferences, here)


def _remarks(error: BaseException) -> list[str]:
    """What else must be known: notes of an error name sentences of the word files."""
    return list(getattr(error, "__notes__", ()))


def _known(error: HeraldError, preferences: Preferences, here: "Terminal | None", command: str = "") -> int:
    from cli.say.sentences import message, place, since

    log = here.at_hand if here is not None else None
    fields = fields_of(error, log.seats if log is not None else ())
    text = "\n".join(filter(None, (place(error, preferences.lang), message(error, preferences.lang, here))))
    if isinstance(error, Stale) and here is not None:
        rows, told = since(here, error)
        fields["rows"] = rows
        text = "\n".join([text, *told])
    hint = _hint(preferences, command) if command and error.code == Usage.code else ""
    _tell(preferences, fields, text, _remarks(error), hint)
    if preferences.verbose:
        _traceback(error)
    return CODES.get(error.code, FAILURE)


def fields_of(error: HeraldError, seats: Sequence[str] = ()) -> dict[str, Any]:
    """An error as `--json` tells it: code, rule, reason, and what it has to say; seats by their names."""
    fields: dict[str, Any] = {"error": error.code, "why": error.why, "rule": None}
    for name, value in error.terms.items():
        if value is not None:
            fields[name] = _named(value, seats) if name in SEATS else value
    if isinstance(error, Refused):
        fields |= {"rule": error.rule or None, "nearest": list(error.nearest)}
    if isinstance(error, Usage) and error.known:
        fields["known"] = list(error.known)
    return fields


def document_of(error: HeraldError, here: "Terminal") -> dict[str, Any]:
    """An error as a part of a result: what stderr would say, with its message."""
    from cli.say.sentences import message

    log = here.at_hand
    return {**fields_of(error, log.seats if log is not None else ()), "message": message(error, here.lang, here)}


def _named(value: object, seats: Sequence[str]) -> list[str]:
    from core.kernel.decoding import convert

    return [seats[seat] if seat < len(seats) else str(seat) for seat in convert(value, list[int])]


def _untrue(error: Exception, here: "Terminal") -> HeraldError | None:
    """Return what is wrong with the match at hand, if that is why the rules have failed.

    Whoever writes rows can lead them anywhere. Of a match that was decided again from its beginning they do not fail.
    """
    if here.at_hand is None or isinstance(error, OSError):
        return None
    from core.kernel.errors import AsWritten
    from replays.verify import damaged, verify_kept

    match = here.at_hand.match
    with suppress(Exception):
        if not here.desk.knows(match):  # a recorded one, or a file
            return None
        report = here.desk.verify(match, verify_kept)
        if report.fault is not None:
            return damaged(report.fault)
        if report.believed:
            return AsWritten("believed_fails", match=match, detail=type(error).__name__)
    return None


def _done(here: "Terminal | None") -> bool:
    """Return whether the rows of a command that writes are there: then it has done what it was asked for."""
    if here is None or not (here.acts or here.creates):
        return False
    with suppress(Exception):  # a desk that cannot say so has nothing to say
        return here.attempt is not None and here.arrived() is True
    return False


def _unexpected(error: Exception, preferences: Preferences, here: "Terminal | None") -> int:
    """A mistake in the program, or a file system that says no: one line; `-v` shows the traceback.

    Where only telling of an act went wrong, the act is what counts: who asks again because of an exit code acts twice.
    """
    from replays.files.system import cause, in_words

    file = getattr(error, "filename", None)
    detail = f"{cause(error)}: {file}" if file else cause(error)
    key = "system_error" if isinstance(error, OSError) else "unexpected"
    done = _done(here)
    if done:
        error.add_note("untold")
    terms = {"detail": detail, "kind": type(error).__name__}
    text = words.sentence(preferences.lang, (), key, in_words(preferences.lang, terms))
    _tell(preferences, {"error": "failure", "rule": None, "why": key, "detail": detail}, text, _remarks(error))
    if preferences.verbose:
        _traceback(error)
    return 0 if done else FAILURE


def _traceback(error: BaseException) -> None:
    import traceback  # only for who asked to see it

    from core.kernel.drawing.printable import printable

    with suppress(OSError):
        for line in "".join(traceback.format_exception(error)).splitlines():
            click.echo(printable(line), err=True)


def _tell(
    preferences: Preferences, fields: dict[str, Any], text: str, remarks: Sequence[str] = (), hint: str = ""
) -> None:
    """Write the message to stderr: one line of JSON, or for people with a hint. If it fails, the exit code is left."""
    text = _without_login("\n".join([text, *(words.sentence(preferences.lang, (), remark, {}) for remark in remarks)]))
    if remarks:
        fields["remarks"] = list(remarks)
    try:
        if preferences.json:
            from cli.terminal.output import encode

            click.echo(_without_login(encode({**fields, "message": text}, pretty=False).decode()), err=True)
        else:
            told = _broken(harmless("\n".join(filter(None, (text, hint)))))
            click.echo(told, err=True, color=preferences.coloured(sys.stderr))
    except BrokenPipeError:
        _nobody_reads()
    except OSError:
        return


def _without_login(text: str) -> str:
    """Return a text without the names and passwords in the addresses that it quotes."""
    return re.sub(r"(\w+://)[^/\s@]*@", r"\1…@", text) if "@" in text and "://" in text else text


def _broken(text: str) -> str:
    """Lines that fit the terminal, broken between words."""
    if not is_terminal(sys.stderr):
        return text
    from core.kernel.drawing.canvas import folded

    return folded(text, columns())


def _of_click(error: click.ClickException, preferences: Preferences, why: str, terms: Mapping[str, Any]) -> str:
    """What click has to say, in the reader's language."""
    say = words.shared(preferences.lang)["click"]
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    path = ctx.command_path if ctx is not None else "herald"
    key = "near_option" if terms.get("nearest") else "option_elsewhere" if terms.get("commands") else why
    pattern = say.get(key)
    sentence = words.fill(preferences.lang, pattern, terms) if pattern is not None else error.format_message()
    return "\n".join([sentence, _hint(preferences, path)])


def _hint(preferences: Preferences, command: str) -> str:
    """Return the line that says where the command tells about itself."""
    return str(words.shared(preferences.lang)["click"]["hint"]).format(command=command)


def _reason_of_click(error: click.ClickException) -> tuple[str, dict[str, Any]]:
    """A stable reason for what click did not understand, and what it is about."""
    if isinstance(error, click.NoSuchOption):
        nearest, commands = _near_options(error)
        return "no_such_option", {"word": error.option_name, "nearest": nearest, "commands": commands}
    if isinstance(error, click.MissingParameter):
        return "missing", {"word": _param(error)}
    if isinstance(error, click.BadParameter):
        choices = getattr(getattr(error.param, "type", None), "choices", None)
        if choices:
            return "bad_choice", {"word": _param(error), "known": list(map(str, choices))}
        return _bad_value(error)
    if isinstance(error, SaidTwice):
        return "said_twice", {"word": error.option_name}
    if isinstance(error, click.BadOptionUsage):
        return "no_value" if "does not take" in error.message else "option_usage", {"word": error.option_name}
    if "unexpected extra" in error.message:
        return "too_much", {"word": error.message.partition("(")[2].rstrip(")")}
    return "usage", {"detail": error.format_message()}


def _near_options(error: click.NoSuchOption) -> tuple[list[str], list[str]]:
    """The options of this command that may have been meant; or the commands that have this very one."""
    from difflib import get_close_matches

    if error.ctx is None:
        return [], []
    program = error.ctx.find_root().command
    assert isinstance(program, click.Group)
    known = {one.lstrip("-"): one for one in _options_of(error.ctx.command)}
    near = [known[one] for one in get_close_matches(error.option_name.lstrip("-"), known, cutoff=CLOSE)]
    commands = {name: program.get_command(error.ctx, name) for name in program.list_commands(error.ctx)}
    having = [name for name, one in commands.items() if one and error.option_name in _options_of(one)]
    return ([], having) if having else (near, [])


def _options_of(command: click.Command) -> list[str]:
    return [name for param in command.params if isinstance(param, click.Option) for name in param.opts]


def _bad_value(error: click.BadParameter) -> tuple[str, dict[str, Any]]:
    """Click tells apart what is no number and what is a number out of range; and so do we, in our own words."""
    kind = getattr(error.param, "type", None)
    word = {"word": _param(error)}
    value, out, limits = error.message.rstrip(".").partition(" is not in the range ")
    if out:
        return "out_of_range", {**word, "value": value, "range": limits}
    value, no_number, _ = error.message.rpartition(" is not a valid ")
    if no_number and isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)):
        whole = isinstance(kind, click.types.IntParamType)
        return "not_integer" if whole else "not_number", {**word, "value": value.strip("'")}
    return "bad_value", {**word, "detail": error.message}


def _param(error: click.BadParameter) -> str:
    if error.param is None:
        return ""
    if isinstance(error.param, click.Option):
        return max(error.param.opts, key=len)
    if error.ctx is None:
        return error.param.human_readable_name
    return re.sub(r"[][.]", "", error.param.make_metavar(error.ctx))


def _nobody_reads() -> None:
    """The reader of a pipe went away: what is still in the buffers goes nowhere, without a complaint at the end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if not is_terminal(stream):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except (OSError, ValueError):
            continue
