"""Rules and rulings for `--json`: the same fields in every command that tells of them."""

from collections.abc import Mapping
from typing import Any

from core.kernel.engine import AnyGame


def rule_fields(game: AnyGame, rule: str, lang: str) -> dict[str, Any]:
    """A rule in our own words, and its place in the rulebook."""
    text = game.rule_texts().get("rules", {}).get(rule, {})
    return {"id": rule, "section": str(text.get("section", "")), "sentence": said(text, lang)}


def ruling_fields(game: AnyGame, key: str, lang: str) -> dict[str, Any]:
    """A ruling with its readings; one without a switch is only told."""
    text: Mapping[str, Any] = game.rule_texts().get("rulings", {}).get(key, {})
    ruling = next((known for known in game.rulings if known.id == key), None)
    meanings = text.get("readings", {})
    readings = list(ruling.readings if ruling else meanings)
    return {
        "id": key,
        "name": ruling.option if ruling else str(text.get("option", "")),
        "default": ruling.default if ruling else next(iter(readings), ""),
        "switchable": ruling is not None,
        "question": said(text, lang),
        "unclear": str(text.get(f"why_{lang}", "")),
        "rule_ids": list(text.get("rules", [])),
        "readings": [{"reading": reading, "meaning": said(meanings.get(reading, {}), lang)} for reading in readings],
    }


def said(text: Mapping[str, Any], lang: str) -> str:
    """What the rule texts say, in the reader's language."""
    return str(text.get(lang, ""))
