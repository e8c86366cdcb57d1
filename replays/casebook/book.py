"""The casebook of a game: what of it somebody looks up, by a ruling's id or by words, and what a club adds to it."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from core.kernel.errors import Damaged, Usage
from core.kernel.game import Ruling
from core.kernel.rules.engine import AnyGame
from replays.casebook.cases import Exhibit, of_bundle, of_scenario
from replays.dispute.bundle import is_bundle
from replays.files.texts import read_text
from replays.scenario import load
from replays.told.finding import search, stem, words_of
from replays.told.rulebook import Rulebook
from replays.told.rules import OptionTold


def found(game: AnyGame, typed: Sequence[str], lang: str, others: Sequence[Exhibit] = ()) -> list[Ruling]:
    """The rulings that are meant: all, one by its id or name, or those about some words, the best first.

    Words are sought where `herald rules GAME WORDS` seeks them, and in the titles of a club's own scenarios.
    """
    if not typed:
        return list(game.rulings)
    sought = " ".join(typed).casefold()
    named = [ruling for ruling in game.rulings if sought in _names(game, ruling)]
    if named:
        return named
    ours = list(_titled(game, typed, others))
    try:
        ours += _sought(game, typed, lang)
    except Usage:
        if not ours:
            raise
    if not ours:
        raise Usage("no_ruling_about", word=" ".join(typed))
    return list({ruling.id: ruling for ruling in ours}.values())


def clubs(paths: Sequence[str]) -> list[Exhibit]:
    """The scenarios and the disputes of these files, and of all that lie in these folders."""
    found: list[Exhibit] = []
    for file in _files(paths):
        if is_bundle(file):
            found.append(_kept(file))
        else:
            found += (of_scenario(scenario, own=True) for scenario in load(read_text(file), file))
    return found


def unused(game: AnyGame, rulings: Sequence[Ruling], others: Sequence[Exhibit]) -> list[str]:
    """The files of a club in which nothing names any of these rulings."""
    used = {one.file for one in others if any(one.is_about(game, ruling) for ruling in rulings)}
    return [file for file in dict.fromkeys(one.file for one in others) if file not in used]


def _kept(file: str) -> Exhibit:
    """A dispute; one that is damaged is named, for it may be one of many."""
    try:
        return of_bundle(file)
    except Damaged as problem:
        raise Damaged("dispute_damaged", problem.row, problem.part, file=file) from problem


def _files(paths: Iterable[str]) -> Iterator[str]:
    for name in paths:
        path = Path(name)
        if not path.is_dir():
            yield name
            continue
        inside = [str(file) for file in sorted(path.rglob("*")) if _is_ours(file)]
        if not inside:
            raise Usage("no_scenarios", file=name)
        yield from inside


def _is_ours(file: Path) -> bool:
    """An edition lies beside scenarios, an export beside disputes."""
    if file.suffix == ".toml":
        return "[[scenario]]" in read_text(str(file))
    return file.suffix == ".jsonl" and is_bundle(str(file))


def _names(game: AnyGame, ruling: Ruling) -> tuple[str, ...]:
    """`MED-R4`, `R4`, `island_cost`."""
    own = ruling.id.casefold()
    return own, own.removeprefix(f"{game.prefix.casefold()}-"), ruling.option


def _sought(game: AnyGame, typed: Sequence[str], lang: str) -> Iterator[Ruling]:
    """Those that are found, and those that touch a rule that is found; an id is looked up, and no text for words."""
    book = Rulebook(game, lang)
    if len(typed) == 1 and book.names(typed[0]):
        page = book.page(typed[0])
        touching = {told.id for told in page.rulings}
        yield from (ruling for ruling in game.rulings if ruling.id in touching)
        if touching or not isinstance(page.about, OptionTold):  # the name of an option is a word, too
            return
    texts = game.rule_texts().get("rulings", {})
    entries = search(game, typed, lang).found
    for entry in entries:
        yield from (ruling for ruling in game.rulings if ruling.id == entry.id)
    about = [entry.id for entry in entries if entry.kind == "rule"]
    for rule in about[:1]:
        yield from (ruling for ruling in game.rulings if rule in texts.get(ruling.id, {}).get("rules", ()))


def _titled(game: AnyGame, typed: Sequence[str], others: Sequence[Exhibit]) -> Iterator[Ruling]:
    stems = {stem(word) for text in typed for word in words_of(text)}
    for one in others:
        if stems <= {stem(word) for word in words_of(" ".join((one.title, *one.titles.values())))}:
            yield from (ruling for ruling in game.rulings if one.is_about(game, ruling))
