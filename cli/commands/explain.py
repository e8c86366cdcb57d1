"""`herald explain`: why? A row with its rules and what they changed, or the account that adds up to a number."""

import os
from typing import Any

from cli import base
from cli.report import fact_lines, row_fields, row_lines, what
from cli.rulings import rule_fields
from cli.status import practice_lines
from cli.terminal import Reading
from core.kernel.drawing.canvas import printable, table
from core.kernel.language.words import Words
from core.kernel.log.log import Seen
from core.kernel.log.row import is_guessable
from replays.explain import Account, Because, Change, account, explained, number_of, rules_of


@base.command("explain")
@base.match()
@base.argument("thing", required=False)
def command(here: base.Terminal, match: str | None, thing: str | None) -> None:
    """The last row, or row N of `MATCH@N`; with THING (`ana.gold`) every change of a number."""
    if thing is None and match is not None and _reads_like_a_thing(match):
        match, thing = None, match
    reading = here.read(match)
    log = reading.log
    if thing is None:
        _explain_row(here, log)
    else:
        _explain_thing(here, reading, thing)
    for line in () if here.is_json else practice_lines(here, log):
        here.out(line)


def _explain_thing(here: base.Terminal, reading: Reading, thing: str) -> None:
    log = reading.log
    if "." not in thing and reading.name is not None:
        thing = f"{reading.name}.{thing}"
    seat, number = number_of(log, thing, here.words(log.game))
    _explain_number(here, log, account(log, seat, number))


def _reads_like_a_thing(word: str) -> bool:
    """`ana.gold` is no match; a file of this name would be one."""
    return "." in word.strip(".") and not set("@/") & set(word) and not os.path.exists(word)


# --- a row ------------------------------------------------------------------------------------------------------------


def _explain_row(here: base.Terminal, log: Seen) -> None:
    body = log.bodies[log.head - 1]
    because = explained(log, body.seq)
    if here.is_json:
        row = row_fields(here, log, body)
        for fields, reason in zip(row["facts"], because, strict=True):
            fields["changes"] = _changes(here, log, reason)
        rules = [_rule(here, log, rule) for rule in rules_of(body)]
        here.json({"match": log.match, "practice": is_guessable(log.bodies[0]), **row, "rules": rules})
        return
    here.out(row_lines(here, log, body)[0])
    for reason in because:
        for line in fact_lines(here, log, [reason.fact], "      "):
            here.out(line)
        for change in reason.changes:
            here.out(f"        {here.style.dim(_changed(here, log, change))}")
    if not because:
        here.out(f"      {here.say('nothing_followed', what=what(here, log, body))}")
        return
    here.out()
    for rule in rules_of(body):
        text = _rule(here, log, rule)
        here.out(here.hanging(f"  {rule}  ", f"{text['sentence']} ({text['section']})"))


def _rule(here: base.Terminal, log: Seen, rule: str) -> dict[str, Any]:
    return rule_fields(log.game, rule, here.lang)


def _changed(here: base.Terminal, log: Seen, change: Change) -> str:
    words = here.words(log.game)
    number, name = _number(words, change.what), printable(words.seat(change.seat, log.seats))
    return here.say("changed", name=name, number=number, before=change.total - change.amount, after=change.total)


def _changes(here: base.Terminal, log: Seen, because: Because) -> list[dict[str, Any]]:
    return [
        {
            "seat": here.words(log.game).seat(change.seat, log.seats),
            **{name: getattr(change, name) for name in ("what", "amount", "total", "source")},
        }
        for change in because.changes
    ]


# --- a number ---------------------------------------------------------------------------------------------------------


def _explain_number(here: base.Terminal, log: Seen, found: Account) -> None:
    words = here.words(log.game)
    name = words.seat(found.seat, log.seats)
    if here.is_json:
        here.json(
            {
                "match": log.match,
                "row": log.head,
                "practice": is_guessable(log.bodies[0]),
                "seat": name,
                "what": found.what,
                "total": found.total,
                "lines": found.lines,
                "sources": found.sources,
            }
        )
        return
    title = here.say("account", name=printable(name), number=_number(words, found.what), row=log.head)
    here.out(here.style.bold(title))
    rows = [
        (
            str(line.row),
            f"{line.amount:+d}",
            str(line.total),
            line.rule,
            _source(words, line.source),
            here.style.dim(_done(here, log, line.row)),
        )
        for line in found.lines
    ]
    for text in table(rows, "  ", frozenset({0, 1, 2})):
        here.out(f"  {text}")
    here.out(here.style.bold(here.say("total", number=_number(words, found.what), total=found.total)))
    here.out()
    here.out(here.say("sources"))
    sums = [
        (f"{one.amount:+d}", _times(here, one.times), one.rule, _source(words, one.source)) for one in found.sources
    ]
    for text in table(sums, "  ", frozenset({0, 1})):
        here.out(f"  {text}")


def _done(here: base.Terminal, log: Seen, row: int) -> str:
    body = log.bodies[row - 1]
    who = printable(log.seats[body.seat]) if body.seat is not None else ""
    return f"{who} {what(here, log, body)}".strip()


def _number(words: Words, what: str) -> str:
    return words.numbers.get(what, what)


def _source(words: Words, source: str) -> str:
    return str(words.anything(source)) if source else ""


def _times(here: base.Terminal, times: int) -> str:
    return here.say("times", count=times)
