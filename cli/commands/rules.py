"""`herald rules`: a rule in our own words, where the rulebook has it, and the rulings and scenarios that touch it."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from cli import base
from cli.rulings import option_fields, option_lines, rule_fields, ruling_fields, said
from core.games import game_named
from core.kernel.errors import Usage
from core.kernel.game import Option
from core.kernel.rules.engine import AnyGame

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
    option = next((known for known in book.game.options if known.name == rule_id.casefold()), None)
    if option is not None:
        book.show_option(option)
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
        self.options: Mapping[str, Any] = texts.get("options", {})

    def found(self, word: str) -> tuple[list[str], list[str]]:
        """The rules and rulings that an id means: with or without the game's letters, any case, an option's name."""
        sought = word.upper().removeprefix(f"{self.game.prefix}-")
        full = f"{self.game.prefix}-{sought}"
        if full in self.rules:
            return [full], []
        named = [ruling.id for ruling in self.game.rulings if word.casefold() in {ruling.id.casefold(), ruling.option}]
        named = named or [ruling for ruling in self.texts if ruling.casefold() == full.casefold()]
        if named:
            return [], named
        heading = [rule for rule in self.rules if _heading(rule) == full]
        if not heading:
            near = [rule for rule in (*self.rules, *self.texts) if rule.startswith(full[: len(self.game.prefix) + 2])]
            raise Usage("unknown_rule", known=near or list(self.rules)[:6], word=word)
        return heading, []

    # --- several ------------------------------------------------------------------------------------------------------

    def show(self, rules: list[str], rulings: list[str]) -> None:
        """In a line each, parted by headings of the rulebook."""
        if self.here.is_json:
            self.tell(rules, [key for key in self.texts if self.touches(key, rules)], None)
            return
        before = ""
        for rule in rules:
            heading = _heading(rule)
            if before and heading != before:
                self.here.out()
            before = heading
            self.here.out(self.here.hanging(f"{self.here.style.bold(rule)}  ", self.said(self.rules[rule])))

    def touches(self, ruling: str, rules: Collection[str]) -> bool:
        """Is one of these rules unclear in this way?"""
        return not set(rules).isdisjoint(self.texts[ruling].get("rules", []))

    def tell(
        self,
        rules: list[str],
        rulings: list[str],
        scenarios: list[dict[str, str]] | None,
        options: Sequence[Option] | None = None,
    ) -> None:
        """For `--json`: always the same fields. `options`: if not those that touch the rules."""
        game, lang = self.game, self.here.lang
        touching = [
            known for known in game.options if set(rules) & set(self.options.get(known.name, {}).get("rules", ()))
        ]
        self.here.json(
            {
                "game": game.name,
                "rules": [rule_fields(game, rule, lang) for rule in rules],
                "rulings": [ruling_fields(game, key, lang) for key in rulings],
                "options": [option_fields(game, known, lang) for known in (touching if options is None else options)],
                "scenarios": scenarios,
            }
        )

    # --- one ----------------------------------------------------------------------------------------------------------

    def explain(self, found: str) -> None:
        """A rule or a ruling with all that touches it."""
        is_rule = found in self.rules
        touching = [key for key in self.texts if self.touches(key, [found])] if is_rule else [found]
        scenarios = self.scenarios({found})
        if self.here.is_json:
            rules = [found] if is_rule else [rule for rule in self.texts[found].get("rules", []) if rule in self.rules]
            self.tell(rules, touching, scenarios)
            return
        if is_rule:
            text = self.rules[found]
            self.here.out(self.here.hanging(f"{self.here.style.bold(found)}  ", self.said(text)))
            self.here.out(self.here.say("section", section=text.get("section", "")))
        for key in touching:
            if is_rule:
                self.here.out()
            self.show_ruling(key, with_rules=not is_rule)
        self.proved(scenarios)

    def show_ruling(self, key: str, *, with_rules: bool) -> None:
        """The question, and its readings; the default is marked."""
        here, fields = self.here, ruling_fields(self.game, key, self.here.lang)
        fixed = "" if fields["switchable"] else f" {here.say('fixed')}"
        head = f"{here.style.bold(key)} {here.style.bold(fields['name'])}  "
        here.out(here.hanging(head, f"{fields['question']}{fixed}"))
        for reading in fields["readings"]:
            mark = "*" if reading["reading"] == fields["default"] else " "
            here.out(here.hanging(f"  {mark} {reading['reading']}  ", reading["meaning"]))
        if with_rules:
            if fields["unclear"]:
                here.out(here.hanging("  ", here.say("why", text=fields["unclear"])))
            for rule in fields["rule_ids"]:
                here.out(here.hanging(f"  {rule}  ", self.said(self.rules.get(rule, {}))))

    def show_option(self, option: Option) -> None:
        """What can be agreed on, with the rules it is from and the scenarios that prove them."""
        here, fields = self.here, option_fields(self.game, option, self.here.lang)
        rules = [rule for rule in fields["rule_ids"] if rule in self.rules]
        scenarios = self.scenarios(set(rules))
        if here.is_json:
            self.tell(rules, [], scenarios, [option])
            return
        for line in option_lines(here, fields):
            here.out(line)
        for rule in rules:
            here.out(here.hanging(f"  {rule}  ", self.said(self.rules[rule])))
        self.proved(scenarios)

    def proved(self, scenarios: list[dict[str, str]]) -> None:
        """The scenarios by title and file."""
        if scenarios:
            self.here.out()
            self.here.out(self.here.say("scenarios", count=len(scenarios)))
        for scenario in scenarios:
            self.here.out(self.here.hanging("  - ", f"{scenario['title']} ({scenario['file']})"))

    def scenarios(self, ids: set[str]) -> list[dict[str, str]]:
        """The scenarios that prove it, where the program runs from its checkout."""
        return [
            {"title": title, "file": file} for file, title, rules in _scenarios_of(self.game.name) if ids & set(rules)
        ]

    def said(self, text: Mapping[str, Any]) -> str:
        return said(text, self.here.lang)


def _heading(rule: str) -> str:
    """`MED-12.4` stands under `MED-12`, `HEI-S7` under `HEI-S`."""
    first = rule.partition(".")[0]
    return first if first.partition("-")[2].isdigit() else first.rstrip("0123456789")


@cache
def _scenarios_of(game: str) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    folder = TESTS / game
    if not folder.is_dir():
        return ()
    from replays.scenario import load

    return tuple(
        (path.name, scenario.title, scenario.rules)
        for path in sorted(folder.glob("*.toml"))
        if path.name != WITHOUT
        for scenario in load(path.read_text(encoding="utf-8"), path.name)
    )
