"""What is asked of many matches: how they would have gone under other readings, or under the rules of today."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct

from core.games import NAMES, game_called, game_named
from core.kernel.errors import Usage
from core.kernel.game import Ruling
from core.kernel.log.starting import ENGINE
from core.kernel.setup.rulings import named, of_today, once
from replays.scenario import Scenario, load


class Question(Struct, frozen=True):
    """Readings of a game, each by its option; `version`: under the rules of today, whatever they were then."""

    game: str
    readings: Mapping[str, str] = {}
    version: bool = False

    @property
    def rules(self) -> str:
        """Under which rules it is answered: under others the answer may be another one."""
        return f"{ENGINE} {game_named(self.game).rules_version}"

    @property
    def key(self) -> str:
        """What tells this question from any other."""
        said = msgspec.json.encode([self.game, sorted(self.readings.items()), self.version, self.rules])
        return sha256(said).hexdigest()[:16]


def question(words: Sequence[str], scenarios: Sequence[Scenario] = (), *, version: bool = False) -> Question:
    """Out of what was typed: the game, if need be, and `ID=READING`; or what scenarios prove."""
    typed = [word for word in words if "=" not in word]
    games = [word.casefold() for word in typed if word.casefold() in NAMES]
    for word in typed:
        if word.casefold() not in games:
            _refuse_bare(word, games or NAMES)
    if len(typed) > 1:
        raise Usage("unknown_game", known=NAMES, word=" ".join(typed))
    pairs = [(key, reading) for key, _, reading in (word.partition("=") for word in words if "=" in word)]
    game = game_called(typed[0]) if typed else game_named(scenarios[0].game if scenarios else _game_of(pairs))
    others = [scenario.game for scenario in scenarios if scenario.game != game.name]
    if others:
        raise Usage("impact_other_game", known=[game.name], word=others[0])
    today = of_today(game.changes) if version else {}
    readings = {**today, **_proved(scenarios), **named((*game.rulings, *game.changes), once(pairs))}
    if not readings and not version:
        raise Usage("impact_of_nothing", known=[ruling.option for ruling in game.rulings], word=game.name)
    return Question(game.name, readings, version)


def scenarios_of(text: str, file: str, title: str = "") -> list[Scenario]:
    """Those of a file, or the one of this title."""
    found = load(text, file)
    chosen = [scenario for scenario in found if title in {"", scenario.title, *scenario.titles.values()}]
    if not chosen:
        raise Usage("unknown_scenario", known=[scenario.title for scenario in found], word=title)
    return chosen


def _game_of(pairs: Sequence[tuple[str, str]]) -> str:
    """The only game that has such a ruling."""
    if not pairs:
        raise Usage("impact_needs_game", known=NAMES)
    key = pairs[0][0].casefold()
    found = [name for name in NAMES if any(key in {ruling.option, ruling.id.casefold()} for ruling in _switches(name))]
    if len(found) != 1:
        raise Usage("impact_which_game" if found else "impact_needs_game", known=found or NAMES, word=pairs[0][0])
    return found[0]


def _refuse_bare(word: str, games: Sequence[str]) -> None:
    """A ruling of these games without a reading is no game: which reading?"""
    for name in games:
        for ruling in _switches(name):
            if word.casefold() in {ruling.option, ruling.id.casefold()}:
                raise Usage("impact_of_nothing", known=[f"{word}={one}" for one in ruling.readings], word=name)


def _switches(name: str) -> tuple[Ruling, ...]:
    game = game_named(name)
    return (*game.rulings, *game.changes)


def _proved(scenarios: Sequence[Scenario]) -> dict[str, str]:
    """The readings under which scenarios are played; of a ruling that one only names as its rule, the default."""
    found: dict[str, str] = {}
    for scenario in scenarios:
        game = game_named(scenario.game)
        by_rule = {ruling.option: ruling.default for ruling in game.rulings if ruling.id in scenario.rules}
        for option, reading in {**by_rule, **named((*game.rulings, *game.changes), scenario.rulings)}.items():
            if found.setdefault(option, reading) != reading:
                titles = [one.title for one in scenarios]
                raise Usage("scenarios_differ", known=titles, word=option)
    return found
