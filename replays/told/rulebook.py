"""The rules of a game as somebody looks them up: one, a heading of them, a ruling, an option; and what touches them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import games
from core.kernel.errors import Usage
from core.kernel.game import Option
from core.kernel.rules.engine import AnyGame
from replays.told.rules import OptionTold, RuleTold, RulingTold, option_told, rule_told, ruling_told
from replays.told.telling import Told

if TYPE_CHECKING:
    from replays.scenario import Scenario

GAMES = Path(games.__file__).parent
WITHOUT = "without.toml"  # what needs no scenario


class ScenarioTold(Told, frozen=True):
    """A scenario that proves a rule: its title, and the file in which it stands."""

    title: str
    file: str


class PageTold(Told, frozen=True):
    """What was looked up. `scenarios`: None where so much was that nobody asks for them."""

    beside = ("about",)

    game: str
    rules: tuple[RuleTold, ...]
    rulings: tuple[RulingTold, ...]
    options: tuple[OptionTold, ...]
    scenarios: tuple[ScenarioTold, ...] | None
    about: RuleTold | RulingTold | OptionTold | None = None
    """What was meant, where it is one thing."""


class Rulebook:
    """The rules of a game in a language."""

    def __init__(self, game: AnyGame, lang: str) -> None:
        self.game = game
        self.lang = lang
        texts = game.rule_texts()
        self.rules: Mapping[str, Any] = texts.get("rules", {})
        self.rulings: Mapping[str, Any] = texts.get("rulings", {})
        self.options: Mapping[str, Any] = texts.get("options", {})
        self.traps: Mapping[str, Any] = texts.get("traps", {})

    def names(self, word: str) -> bool:
        """Has it a page, or is it no word at all? Else it is to be sought."""
        named = {option.name for option in self.game.options} | {ruling.option for ruling in self.game.rulings}
        headings = {heading(rule).removeprefix(f"{self.game.prefix}-") for rule in self.rules}
        is_heading = word.upper().removeprefix(f"{self.game.prefix}-") in headings
        is_word = word.upper() in self.traps or (any(map(str.isalpha, word)) and not any(map(str.isdecimal, word)))
        return not is_word or is_heading or word.casefold() in named

    def page(self, word: str | None = None) -> PageTold:
        """All rules, one heading of them (`17`), or one rule, ruling or option with all that touches it."""
        if word is None:
            return self._several(list(self.rules))
        option = next((known for known in self.game.options if known.name == word.casefold()), None)
        if option is not None:
            return self._option(option)
        rules, rulings = self._found(word)
        if len(rules) + len(rulings) == 1:
            return self._rule(rules[0]) if rules else self._ruling(rulings[0])
        return self._several(rules)

    def named(self) -> Iterator[tuple[str, str]]:
        """Each name that can be looked up, with what it says: rules, rulings by id and name, options, traps."""
        for kind, texts in (("", self.rules), ("option", self.rulings), ("", self.options), ("", self.traps)):
            for id_, text in texts.items():
                yield from ((name, str(text.get(self.lang, ""))) for name in (id_, text.get(kind)) if name)

    def told(self, rule: str) -> RuleTold:
        return rule_told(self.game, rule, self.lang)

    def _found(self, word: str) -> tuple[list[str], list[str]]:
        """The rules and rulings that an id means: with or without the game's letters, any case, an option's name."""
        sought = word.upper().removeprefix(f"{self.game.prefix}-")
        full = f"{self.game.prefix}-{sought}"
        rule = next((rule for rule in self.rules if rule.upper() == full), None)  # a few end with a small letter
        if rule is not None:
            return [rule], []
        named = [ruling.id for ruling in self.game.rulings if word.casefold() in {ruling.id.casefold(), ruling.option}]
        named = named or [ruling for ruling in self.rulings if ruling.casefold() == full.casefold()]
        if named:
            return [], named
        found = [rule for rule in self.rules if heading(rule) == full]
        if not found:
            near = [rule for rule in (*self.rules, *self.rulings) if rule.startswith(full[: len(self.game.prefix) + 2])]
            raise Usage("unknown_rule", known=near or list(self.rules)[:6], word=word)
        return found, []

    def _several(self, rules: Sequence[str]) -> PageTold:
        return self._page(rules, self._touching(rules), self._options_of(rules), scenarios=None)

    def _rule(self, rule: str) -> PageTold:
        proofs = self._scenarios([rule])
        return self._page([rule], self._touching([rule]), self._options_of([rule]), proofs, self.told(rule))

    def _ruling(self, key: str) -> PageTold:
        rules = [rule for rule in self.rulings[key].get("rules", []) if rule in self.rules]
        about = ruling_told(self.game, key, self.lang)
        return self._page(rules, [key], self._options_of(rules), self._scenarios([key]), about)

    def _option(self, option: Option) -> PageTold:
        about = option_told(self.game, option, self.lang)
        rules = [rule for rule in about.rule_ids if rule in self.rules]
        return self._page(rules, self._touching(rules), [option], self._scenarios(rules), about)

    def _page(
        self,
        rules: Sequence[str],
        rulings: Sequence[str],
        options: Sequence[Option],
        scenarios: tuple[ScenarioTold, ...] | None,
        about: RuleTold | RulingTold | OptionTold | None = None,
    ) -> PageTold:
        return PageTold(
            game=self.game.name,
            rules=tuple(map(self.told, rules)),
            rulings=tuple(ruling_told(self.game, key, self.lang) for key in rulings),
            options=tuple(option_told(self.game, option, self.lang) for option in options),
            scenarios=scenarios,
            about=about,
        )

    def _touching(self, rules: Sequence[str]) -> list[str]:
        """The rulings by which one of these rules is unclear."""
        return [key for key, text in self.rulings.items() if not set(rules).isdisjoint(text.get("rules", []))]

    def _options_of(self, rules: Sequence[str]) -> list[Option]:
        """What a table can agree on about these rules."""
        texts = self.options
        return [known for known in self.game.options if set(rules) & set(texts.get(known.name, {}).get("rules", ()))]

    def _scenarios(self, ids: Sequence[str]) -> tuple[ScenarioTold, ...]:
        """The scenarios that prove it."""
        known = _scenarios_of(self.game.name)
        return tuple(
            ScenarioTold(title=one.called(self.lang), file=one.file) for one in known if set(ids) & set(one.rules)
        )


def sought(game: str, words: tuple[str, ...]) -> tuple[AnyGame, tuple[str, ...]]:
    """The game, and what of it is looked up. An id says itself which game it is of, so it may stand in its place."""
    found = games.game_of_id(game)
    return (games.game_called(game), words) if found is None else (found, (game, *words))


def heading(rule: str) -> str:
    """`MED-12.4` stands under `MED-12`, `HEI-S7` under `HEI-S`."""
    first = rule.partition(".")[0]
    return first if first.partition("-")[2].isdigit() else first.rstrip("0123456789")


@cache
def _scenarios_of(game: str) -> "tuple[Scenario, ...]":
    folder = GAMES / game / "scenario" / "cases"
    from replays.scenario import load  # noqa: PLC0415 - only for who looks up a single rule

    return tuple(
        scenario
        for path in sorted(folder.glob("*.toml"))
        if path.name != WITHOUT
        for scenario in load(path.read_text(encoding="utf-8"), path.name)
    )
