"""Refuse expectations that hold whatever happens: a scenario that checks nothing proves nothing.

`asked = []`, `facts = []` and `exactly = []` do check something: nobody, no fact, no legal move.
"""

from collections.abc import Mapping
from typing import Final

from core.kernel.errors import Usage
from replays.scenario.written import NOTHING, Written, is_list, is_table, key

BUT: Final = "but "
_OF_NONE: Final = ("asked", "facts")
"""Entries whose empty list says that there is none."""

_SENTENCES: Final = {
    "unchanged": "scenario_idle_unchanged",
    "count": "scenario_idle_count",
    "moves": "scenario_idle_moves",
    "map": "scenario_idle_cells",
    "cells": "scenario_idle_cells",
}


def refuse_idle(entry: Mapping[str, Written]) -> None:
    """Refuse a scenario in which anything that is expected checks nothing."""
    when: Written = entry.get("when", [])
    for number, item in enumerate(when if is_list(when) else [], 1):
        if item == {}:
            raise _idle("scenario_idle_check", f"when {number}")
        if is_table(item):
            _refuse_in(item, f"when {number} ")
    _refuse_in(entry, "")


def _refuse_in(check: Mapping[str, Written], place: str) -> None:
    """Refuse one check, at the end or between two moves."""
    then: Written = check.get("then")
    if then == {}:
        raise _idle("scenario_idle_check", f"{place}then")
    for name, said in then.items() if is_table(then) else ():
        _refuse_entry(name, said, f"{place}then.{key(name)}")
    refused: Written = check.get("refused")
    if refused in NOTHING:
        raise _idle("scenario_idle_refused", f"{place}refused")
    for number, one in enumerate(refused if is_list(refused) else [refused], 1):
        at = f"{place}refused {number}" if is_list(refused) else f"{place}refused"
        for name, said in one.items() if is_table(one) else ():
            if said == "" and name != "rule":  # `rule = ""` says that none is named
                raise _idle("scenario_idle_reason", f"{at}.{key(name)}", name)


def _refuse_entry(name: str, said: Written, at: str) -> None:
    """Refuse one entry of `then`; the fields of seats and of the table are looked at with their types."""
    if name in _OF_NONE:
        return
    if said in NOTHING or (name == "map" and not str(said).strip()) or (name == "unchanged" and _only_but(said)):
        raise _idle(_SENTENCES.get(name, "scenario_says_nothing"), at)
    for part, inner in said.items() if is_table(said) and name in {"moves", "view", "cells"} else ():
        where = f"{at}.{key(part)}"
        if inner in NOTHING and name != "cells":
            raise _idle(_SENTENCES.get(name, "scenario_says_nothing"), where)
        for kind, texts in inner.items() if is_table(inner) and name == "moves" else ():
            if texts in NOTHING and kind != "exactly":
                raise _idle("scenario_idle_moves", f"{where}.{key(kind)}")


def _only_but(said: Written) -> bool:
    return is_list(said) and all(str(path).startswith(BUT) for path in said)


def _idle(why: str, entry: str, word: str = "") -> Usage:
    return Usage(why, entry=entry, word=word)
