"""Rules, rulings and options for `--json`: the same fields in every command that tells of them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from core.kernel.game import Option
from core.kernel.rules.engine import AnyGame

if TYPE_CHECKING:
    from cli.terminal import Terminal


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


def option_fields(game: AnyGame, option: Option, lang: str) -> dict[str, Any]:
    """An option with its values, and whether any number or joined words will do as well."""
    text: Mapping[str, Any] = game.rule_texts().get("options", {}).get(option.name, {})
    meanings = text.get("values", {})
    return {
        "name": option.name,
        "default": option.default,
        "number": {"meaning": said(text.get("number", {}), lang)} if option.number else None,
        "joined": _joined_fields(option, said(text.get("joined", {}), lang)) if option.joined else None,
        "question": said(text, lang),
        "rule_ids": list(text.get("rules", [])),
        "values": [{"value": value, "meaning": said(meanings.get(value, {}), lang)} for value in option.values],
    }


def _joined_fields(option: Option, meaning: str) -> dict[str, Any]:
    return {"count": option.count, "words": list(option.joined), "meaning": meaning}


def option_lines(here: "Terminal", fields: Mapping[str, Any]) -> list[str]:
    """The question, and the values; the default is marked."""
    lines = [here.hanging(f"{here.style.bold(fields['name'])}  ", fields["question"])]
    for value in fields["values"]:
        mark = "*" if value["value"] == fields["default"] else " "
        lines.append(here.hanging(f"  {mark} {value['value']}  ", value["meaning"]))
    if fields["number"] is not None:
        lines.append(here.hanging("    N  ", fields["number"]["meaning"]))
    if fields["joined"] is not None:
        joined = fields["joined"]
        first = "+".join(joined["words"][: joined["count"]])
        lines.append(here.hanging(f"    {first}  ", joined["meaning"]))
        lines.append(here.hanging("      ", ", ".join(joined["words"])))
    return lines


def said(text: Mapping[str, Any], lang: str) -> str:
    """What the rule texts say, in the reader's language."""
    return str(text.get(lang, ""))
