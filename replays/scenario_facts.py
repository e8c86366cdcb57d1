"""What a scenario says about facts: `Deployed MED-14.5 seat=R card=MIS-01`, or `no Gained MED-10.4` for absence."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.game import Game
from core.kernel.step import kinds_of
from replays.scenario_values import Difference, Hint, Value, Values, bare, hints_of, tag_of_kind

ABSENT = "no "


class FactPattern(Struct, frozen=True):
    """The kind of a fact, its rule and some of its fields; what is left out may be anything."""

    text: str
    kind: Hint
    rule: str
    fields: Mapping[str, Value]
    absent: bool

    def fits(self, fact: Value) -> bool:
        """Is it this fact?"""
        return (
            type(fact) is self.kind
            and self.rule in {"", fact.rule}
            and all(bare(getattr(fact, name)) == value for name, value in self.fields.items())
        )


def read_pattern(game: Game[Any, Any], values: Values, text: str, entry: str) -> FactPattern:
    """`[no] KIND [RULE] [field=value ...]`; a value ends where the next `field=` begins."""
    absent = text.startswith(ABSENT)
    head, *rest = re.split(r"\s+(?=\w+=)", text.removeprefix(ABSENT).strip())
    name, _, rule = head.partition(" ")
    kinds = {tag_of_kind(kind): kind for kind in kinds_of(game.facts)}
    if name not in kinds:
        raise Usage("unknown_word", known=sorted(kinds), entry=entry, word=name)
    if rule and rule not in rule_ids(game):
        raise Usage("scenario_unknown_rule", entry=entry, word=rule)
    hints = hints_of(kinds[name])
    fields: dict[str, Value] = {}
    for part in rest:
        field, _, written = part.partition("=")
        if field not in hints:
            raise Usage("scenario_unknown_field", known=tuple(hints), entry=entry, word=field)
        fields[field] = bare(values.read(hints[field], written, None, f"{entry} {field}"))
    return FactPattern(text, kinds[name], rule, fields, absent)


def rule_ids(game: Game[Any, Any]) -> frozenset[str]:
    """The ids of the rules and rulings of a game."""
    texts = game.rule_texts()
    return frozenset({*texts["rules"], *texts["rulings"]})


def show_fact(values: Values, fact: Value) -> str:
    """A fact as a scenario would write it; fields that are left at their defaults are left out."""
    defaults = fact.__struct_defaults__
    default = dict(zip(fact.__struct_fields__[-len(defaults) :], defaults, strict=True)) if defaults else {}
    kind = fact.__class__
    words = [
        f"{name}={values.show(hint, getattr(fact, name))}"
        for name, hint in hints_of(kind).items()
        if name != "rule" and (name not in default or getattr(fact, name) != default[name])
    ]
    return " ".join([tag_of_kind(kind), fact.rule, *words])


def fact_differences(patterns: Sequence[FactPattern], facts: Iterable[Any], values: Values) -> Iterator[Difference]:
    """The facts must occur in the order of the patterns, others between them; an absent one nowhere."""
    happened = list(facts)
    at = 0
    for number, pattern in enumerate(patterns, 1):
        entry = f"then.facts {number}"
        if pattern.absent:
            for fact in filter(pattern.fits, happened):
                yield Difference(entry, pattern.text, show_fact(values, fact))
            continue
        found = next((place for place in range(at, len(happened)) if pattern.fits(happened[place])), None)
        if found is None:
            earlier = any(map(pattern.fits, happened[:at]))
            yield Difference(entry, pattern.text, "only before the one above it" if earlier else "no such fact")
        else:
            at = found + 1
