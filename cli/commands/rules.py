"""`herald rules`: a rule in our own words, where the rulebook has it, and the rulings and scenarios that touch it."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cli import base
from core.games import game_named
from core.kernel.engine import AnyGame
from core.kernel.errors import Usage
from core.kernel.game import Ruling

TESTS = Path(__file__).parent.parent.parent / "tests" / "scenarios"  # only in a checkout
WITHOUT = "without.toml"  # what needs no scenario


@base.command("rules")
@base.argument("game", shell_complete=base.games)
@base.argument("rule_id", metavar="[ID]", required=False)
def command(here: base.Terminal, game: str, rule_id: str | None) -> None:
    """All rules, one heading of them (`17`), or one rule or ruling."""
    book = Book(here, game_named(game))
    if rule_id is None:
        book.show(list(book.rules), [])
        return
    rules, rulings = book.found(rule_id)
    if len(rules) + len(rulings) == 1:
        book.explain(rules[0] if rules else rulings[0])
    else:
        book.show(rules, rulings)


class Book:
    """The rules of a game in the reader's language."""

    def __init__(self, here: base.Terminal, game: AnyGame) -> None:
        self.here = here
        self.game = game
        texts = game.rule_texts()
        self.rules: Mapping[str, Any] = texts.get("rules", {})
        self.texts: Mapping[str, Any] = texts.get("rulings", {})
        self.rulings: Mapping[str, Ruling] = {ruling.id: ruling for ruling in game.rulings}

    def found(self, word: str) -> tuple[list[str], list[str]]:
        """The rules and rulings that an id means: with or without the game's letters, any case, an option's name."""
        sought = word.upper().removeprefix(f"{self.game.prefix}-")
        full = f"{self.game.prefix}-{sought}"
        if full in self.rules:
            return [full], []
        named = [ruling.id for ruling in self.game.rulings if word.casefold() in {ruling.id.casefold(), ruling.option}]
        if named or full in self.texts:
            return [], named or [full]
        heading = [rule for rule in self.rules if rule.startswith(f"{full}.")]
        if not heading:
            near = [rule for rule in (*self.rules, *self.texts) if rule.startswith(full[: len(self.game.prefix) + 2])]
            raise Usage("unknown_rule", known=near or list(self.rules)[:6], word=word)
        return heading, []

    # --- several ------------------------------------------------------------------------------------------------------

    def show(self, rules: list[str], rulings: list[str]) -> None:
        """In a line each, parted by headings of the rulebook."""
        if self.here.is_json:
            self.here.json(
                {"game": self.game.name, "rules": [self.rule_fields(rule) for rule in rules], "rulings": rulings}
            )
            return
        before = ""
        for rule in rules:
            heading = rule.partition(".")[0]
            if before and heading != before:
                self.here.out()
            before = heading
            self.here.out(self.here.hanging(f"{self.here.style.bold(rule)}  ", self.said(self.rules[rule])))

    def rule_fields(self, rule: str) -> dict[str, Any]:
        """A rule for `--json`."""
        text = self.rules[rule]
        return {"id": rule, "section": text.get("section", ""), "text": self.said(text)}

    # --- one ----------------------------------------------------------------------------------------------------------

    def explain(self, found: str) -> None:
        """A rule or a ruling with all that touches it."""
        is_rule = found in self.rules
        touching = [key for key, text in self.texts.items() if found in text.get("rules", [])] if is_rule else [found]
        scenarios = self.scenarios({found})
        if self.here.is_json:
            fields = self.rule_fields(found) if is_rule else {"id": found, "section": "", "text": ""}
            rulings = [self.ruling_fields(key) for key in touching]
            self.here.json({"game": self.game.name, **fields, "rulings": rulings, "scenarios": scenarios})
            return
        if is_rule:
            text = self.rules[found]
            self.here.out(self.here.hanging(f"{self.here.style.bold(found)}  ", self.said(text)))
            self.here.out(self.here.say("section", section=text.get("section", "")))
        for key in touching:
            if is_rule:
                self.here.out()
            self.show_ruling(key, with_rules=not is_rule)
        if scenarios:
            self.here.out()
            self.here.out(self.here.say("scenarios", count=len(scenarios)))
            for scenario in scenarios:
                self.here.out(self.here.hanging("  - ", f"{scenario['title']} ({scenario['file']})"))

    def show_ruling(self, key: str, *, with_rules: bool) -> None:
        """The question, and its readings; the default is marked."""
        here, fields = self.here, self.ruling_fields(key)
        fixed = "" if fields["switchable"] else f" {here.say('fixed')}"
        head = f"{here.style.bold(key)} {here.style.bold(fields['option'])}  "
        here.out(here.hanging(head, f"{fields['question']}{fixed}"))
        for reading in fields["readings"]:
            mark = "*" if reading["reading"] == fields["default"] else " "
            here.out(here.hanging(f"  {mark} {reading['reading']}  ", reading["meaning"]))
        if with_rules:
            if fields["why"]:
                here.out(here.hanging("  ", here.say("why", text=fields["why"])))
            for rule in fields["rules"]:
                here.out(here.hanging(f"  {rule}  ", self.said(self.rules.get(rule, {}))))

    def ruling_fields(self, key: str) -> dict[str, Any]:
        """A ruling for `--json`; one without a switch is only told."""
        text, ruling = self.texts.get(key, {}), self.rulings.get(key)
        meanings = text.get("readings", {})
        readings = list(ruling.readings if ruling else meanings)
        return {
            "id": key,
            "option": ruling.option if ruling else text.get("option", ""),
            "default": ruling.default if ruling else next(iter(readings), ""),
            "switchable": ruling is not None,
            "question": self.said(text),
            "why": str(text.get(f"why_{self.here.lang}", "")),
            "rules": list(text.get("rules", [])),
            "readings": [{"reading": reading, "meaning": self.said(meanings.get(reading, {}))} for reading in readings],
        }

    def scenarios(self, ids: set[str]) -> list[dict[str, str]]:
        """The scenarios that prove it, where the program runs from its checkout."""
        return [
            {"title": title, "file": file} for file, title, rules in _scenarios_of(self.game.name) if ids & set(rules)
        ]

    def said(self, text: Mapping[str, Any]) -> str:
        """In the reader's language."""
        return str(text.get(self.here.lang, ""))


@cache
def _scenarios_of(game: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    folder = TESTS / game
    if not folder.is_dir():
        return ()
    from replays.scenario import load  # noqa: PLC0415 - seldom needed

    return tuple(
        (path.name, scenario.title, scenario.rules)
        for path in sorted(folder.glob("*.toml"))
        if path.name != WITHOUT
        for scenario in load(path.read_text(encoding="utf-8"), path.name)
    )
