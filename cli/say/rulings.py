"""Rulings and options as a terminal shows them: the question, and what can be chosen; the default is marked."""

from typing import TYPE_CHECKING

from replays.told.rules import OptionTold, RulingTold

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal


def ruling_lines(here: "Terminal", told: RulingTold, remark: str = "") -> list[str]:
    """`remark` stands behind the question."""
    head = f"{here.style.bold(told.id)} {here.style.bold(told.name)}  "
    lines = [here.hanging(head, f"{told.question}{remark}")]
    for reading in told.readings:
        mark = "*" if reading.reading == told.default else " "
        lines.append(here.hanging(f"  {mark} {reading.reading}  ", reading.meaning))
    return lines


def option_lines(here: "Terminal", told: OptionTold) -> list[str]:
    """With what a number means, or words that are joined."""
    lines = [here.hanging(f"{here.style.bold(told.name)}  ", told.question)]
    for value in told.values:
        mark = "*" if value.value == told.default else " "
        lines.append(here.hanging(f"  {mark} {value.value}  ", value.meaning))
    if told.number is not None:
        lines.append(here.hanging("    N  ", told.number.meaning))
    if told.joined is not None:
        first = "+".join(told.joined.words[: told.joined.count])
        lines.append(here.hanging(f"    {first}  ", told.joined.meaning))
        lines.append(here.hanging("      ", ", ".join(told.joined.words)))
    return lines
