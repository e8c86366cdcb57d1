"""What a scenario says about facts: `Deployed MED-14.5 seat=R card=MIS-01` happened, after what the line above it says.

Words before it say something else: `no Discarded` nowhere; `no more Gained` not after the line above; `somewhere Paid
seat=Q` in whatever order; `3 times Gained` so many in all.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Final

from msgspec import Struct

from core.games import game_named
from core.kernel.errors import Usage
from core.kernel.game import Game
from core.kernel.rules.contents import parts_of
from core.kernel.rules.secret import Opened
from core.kernel.rules.step import kinds_of
from core.kernel.setup import resources
from replays.scenario.decoding import Value, bare, parted
from replays.scenario.hints import Hint, closed, hints_of, is_by_seat, is_secret, tag_of_kind
from replays.scenario.values import Difference, Values
from replays.scenario.written import Written, is_list, is_table, shown, text_of

_OPENED: Any = Opened
IN_ORDER: Final = ""
NO_MORE: Final = "no more"
NOWHERE: Final = "no"
SOMEWHERE: Final = "somewhere"
TIMES: Final = "times"
_FIELD: Final = re.compile(r"\s+\w+=")
_WORDS: Final = re.compile(r"(no more|no|somewhere|(\d{1,4}) times)\s+")


class FactPattern(Struct, frozen=True):
    """The kind of a fact, its rule and some fields; what is left out may be anything. `how`: the words before it."""

    text: str
    kind: Hint
    rule: str
    fields: Mapping[str, Value]
    how: str = IN_ORDER
    times: int = 0

    def fits(self, fact: Value) -> bool:
        return (
            type(fact) is self.kind
            and self.rule in {"", fact.rule}
            and all(bare(getattr(fact, name)) == value for name, value in self.fields.items())
        )


def read_pattern(game: Game[Any, Any], values: Values, text: str, entry: str) -> FactPattern:
    """`[HOW] KIND [RULE] [field=value ...]`; a value ends where the next `field=` begins."""
    before = _WORDS.match(text)
    times = int(before[2]) if before and before[2] else 0
    how = IN_ORDER if before is None else TIMES if before[2] else before[1]
    head, *rest = _apart(text[before.end() if before else 0 :].strip())
    name, _, rule = head.partition(" ")
    kinds = {tag_of_kind(kind): kind for kind in kinds_of(game.facts)}
    if name not in kinds:
        raise Usage("scenario_unknown_fact", known=sorted(kinds), entry=entry, word=name)
    if rule:
        known_rule(game, rule, entry)
    hints = hints_of(kinds[name])
    fields: dict[str, Value] = {}
    for part in rest:
        field, _, written = part.partition("=")
        if field not in hints:
            raise Usage("scenario_unknown_field", known=tuple(hints), entry=entry, word=field)
        fields[field] = values.read(_within(hints[field]), _toml(written), None, f"{entry} {field}")
    return FactPattern(text, kinds[name], rule, fields, how, times)


def _apart(text: str) -> list[str]:
    """Part a pattern before each `field=`; what is within quotation marks or brackets stays together."""
    found, depth, quoted, begun = [""], 0, False, 0
    for at, sign in enumerate(text):
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "[{") - (sign in "]}")
        if sign.isspace() and not quoted and not depth and _FIELD.match(text, at):
            found[-1], begun = text[begun:at].strip(), at
            found.append("")
    found[-1] = text[begun:].strip()
    return found


def _toml(written: str) -> Written:
    """Return what is written behind `field=`: TOML if it begins as a text, a list or a table there, else a text."""
    if not written.startswith(('"', "[", "{")):
        return written
    try:
        return resources.parse(f"it = {written}".encode())["it"]
    except ValueError:
        return written


def known_rule(game: Game[Any, Any], rule: str, entry: str) -> None:
    """A rule, a ruling or a worked example of the game; the near ones are told."""
    known = rule_ids(game.name)
    if rule not in known:
        heading = rule.partition(".")[0]
        near = [other for other in known if other.partition(".")[0] == heading]
        raise Usage("scenario_unknown_rule", known=near, entry=entry, word=rule)


@cache
def rule_ids(name: str) -> Collection[str]:
    """The ids of a game's rules, rulings and worked examples, in the order of its texts."""
    texts = game_named(name).rule_texts()
    return dict.fromkeys((*texts["rules"], *texts["rulings"], *example_ids(name)))


def example_ids(name: str) -> tuple[str, ...]:
    """The ids of the worked examples of a game's specification: a letter for each kind, numbered from 1."""
    game = game_named(name)
    kinds = game.rule_texts().get("examples", {})
    return tuple(f"{game.prefix}-{kind}{number}" for kind, count in kinds.items() for number in range(1, count + 1))


def show_fact(values: Values, fact: Value) -> str:
    """Return a fact as a scenario would write it.

    Fields that are left at their defaults are left out, and what no scenario can write: what a fact opens.
    """
    defaults = fact.__struct_defaults__
    default = dict(zip(fact.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}
    kind = fact.__class__
    words = [
        f"{name}={written}"
        for name, hint in hints_of(kind).items()
        if name != "rule"
        and (name not in default or getattr(fact, name) != default[name])
        and (written := show_field(values, hint, getattr(fact, name))) is not None
    ]
    return " ".join([tag_of_kind(kind), fact.rule, *words])


def show_field(values: Values, hint: Hint, value: Value) -> str | None:
    """Return the value of a field as a fact has it: as short as it can be read; None if it cannot be written."""
    if any(True for _ in parts_of(value, _OPENED)):
        return None
    within, inner = _within(hint), bare(value)
    written = values.write(within, inner)
    if is_by_seat(hint) and is_table(written):
        written = [*written.values()]
    for text in (parted(within, written) if is_list(written) else shown(written), text_of(written)):
        with suppress(Usage):
            if _apart(f"x a={text}")[1:] == [f"a={text}"] and values.read(within, _toml(text), None, "") == inner:
                return text
    return None


def _within(hint: Hint) -> Hint:
    """The type of a field; of a secret that of what lies in it: the fact has the seat beside it."""
    return closed(hint) if is_secret(hint) else hint


def fact_differences(
    patterns: Sequence[tuple[str, FactPattern]], facts: Sequence[Any], values: Values
) -> Iterator[Difference]:
    """Patterns with their entries, and what happened."""
    at = 0  # behind what the pattern above it means
    for entry, pattern in patterns:
        fitting = [place for place, fact in enumerate(facts) if pattern.fits(fact)]
        later = [place for place in fitting if place >= at]
        if pattern.how in {NOWHERE, NO_MORE}:
            for place in fitting if pattern.how == NOWHERE else later:
                yield Difference(
                    entry, text_of(pattern.text), text_of(show_fact(values.codes, facts[place])), "fact_there"
                )
        elif pattern.how == TIMES:
            if len(fitting) != pattern.times:
                often = pattern.text.replace(str(pattern.times), str(len(fitting)), 1)
                yield Difference(entry, text_of(pattern.text), text_of(often), "fact_times")
        elif not fitting:
            later_ones = facts[at:] if pattern.how == IN_ORDER else facts
            near, how = _nearest(pattern, later_ones), pattern.how
            if near is None:
                near, how = _nearest(pattern, facts), SOMEWHERE
            found = "" if near is None else f"{how} {show_fact(values.codes, near)}".strip()
            yield Difference(entry, text_of(pattern.text), text_of(found), "no_fact" if near is None else "other_fact")
        elif pattern.how == SOMEWHERE:
            continue
        elif later:
            at = later[0] + 1
        else:
            yield Difference(entry, text_of(pattern.text), text_of(f"{SOMEWHERE} {pattern.text}"), "fact_before")


def _nearest(pattern: FactPattern, facts: Sequence[Any]) -> Value | None:
    """Return the fact of the same kind that has most of what the pattern names."""

    def shared(fact: Value) -> int:
        same = [name for name, value in pattern.fields.items() if bare(getattr(fact, name)) == value]
        return len(same) + (pattern.rule in {"", fact.rule})

    return max((fact for fact in facts if type(fact) is pattern.kind), key=shared, default=None)
