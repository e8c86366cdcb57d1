"""The file of a cast position: what `herald scenario from` prints. It is run before anybody gets it."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from core.kernel.errors import Usage
from core.kernel.language.words import filled
from core.kernel.log.log import Seen
from core.kernel.rules.engine import waiting
from core.kernel.setup import resources
from replays.scenario.casting import TABLE, Cast, Place, cast
from replays.scenario.entry import load
from replays.scenario.facts import rule_ids
from replays.scenario.following import Following, entries, following
from replays.scenario.hints import hints_of, item_of, plain_type
from replays.scenario.run import Verdict, run
from replays.scenario.written import Written, is_list, lines_of

FEW: Final = 4
"""Cards of which the names are told."""

RULES: Final = 6
"""So many rules a scenario names at most."""


class Document(Struct, frozen=True):
    """A scenario file, and what is in it."""

    text: str
    title: str
    hidden: tuple[str, ...]  # entries in which something was drawn anew
    verdict: Verdict
    edition: str  # the text of an owner's edition, which must lie beside the file; empty if none is needed


def document(
    log: Seen, lang: str, line: str = "", whole: Seen | None = None, seat: int | None = None, edition: str = ""
) -> Document:
    """The last row of a log as a scenario file, with what comes of moves.

    `whole`: the log with what came later; `edition`: what the file of an owner's edition will be called.
    """
    found = cast(log, edition)
    follows = following(found, line, whole or log, log.head, seat)
    words = _Words(lang)
    title = words.title(log, line)
    comments: dict[tuple[str, ...], str] = {("given", *place): text for place, text in _called(found, lang)}
    comments |= {("given", *place): words("hidden") for place in found.hidden}
    rows = [*_head(words, log, found)]
    for path, written in _entries(found, title, follows):
        rows += lines_of(path, written, comments)
    text = "\n".join(rows) + "\n"
    hidden = tuple(f"given.{name}.{field}" for name, field in found.hidden)
    beside = log.start.edition.text if found.scenario.edition else ""
    return Document(text, title, hidden, _held(text, found), beside)


def _called(found: Cast, lang: str) -> Iterator[tuple[Place, str]]:
    """What the cards of a field are called, where they are few."""
    game, position = found.position.game, found.position
    words = game.words(lang)
    for name, fields in found.scenario.given.items():
        number = position.scenario.sides.index(name) if name in position.scenario.sides else None
        if number is None and name != TABLE:
            continue
        kind = game.table if number is None else position.side(found.state.table, number)[0]
        for field, written in fields.items():
            ids = written if is_list(written) else [written]
            what = plain_type(item_of(hints_of(kind)[field]))[1]
            if what not in {"", "seat"} and len(ids) <= FEW and all(isinstance(one, str) and one for one in ids):
                names = [words.name(what, one) for one in ids]
                if names and all(name.casefold() != one.casefold() for name, one in zip(names, ids, strict=True)):
                    yield (name, field), ", ".join(names)


def _held(text: str, found: Cast) -> Verdict:
    """What is printed must hold when it is run: else it is not."""
    (scenario,) = load(text, found.scenario.title)
    verdict = run(scenario, setup=found.position.setup)
    if not verdict.passed:
        first = verdict.differences[0]
        raise Usage("scenario_cannot_say", entry=first.entry, word=first.found)
    return verdict


def _head(words: "_Words", log: Seen, found: Cast) -> Iterator[str]:
    """What the file is, in the words of who asked for it."""
    yield f"# {words('about', match=log.match, row=log.head)}"
    yield f"# {words('of_all') if log.reader is None else words('of_seat', name=log.seats[log.reader])}"
    if found.hidden:
        yield f"# {words('redrawn')}"
    called = zip(log.seats, found.scenario.players, strict=True)
    for name, written in called:
        if name != written:
            yield f"# {words('called', name=name, written=written)}"
    yield f'game = "{found.scenario.game}"'
    yield ""
    yield "[[scenario]]"


def _entries(found: Cast, title: str, follows: Following) -> Iterator[tuple[tuple[str, ...], Written]]:
    scenario = found.scenario
    yield ("title",), title
    yield ("rules",), _rules(found, follows)
    yield ("players",), list(scenario.players)
    for name, said in (("rulings", scenario.rulings), ("earlier", scenario.earlier), ("options", scenario.options)):
        if said:
            yield (name,), [*said] if isinstance(said, tuple) else dict(said)
    if scenario.edition:
        yield ("edition",), scenario.edition
    for name, fields in scenario.given.items():
        yield ("given", name), fields
    yield from entries(follows)


def _rules(found: Cast, follows: Following) -> list[str]:
    """What it is about: the rules of what followed, else that of what is asked."""
    step, refused = waiting(found.state), follows.refused
    named = [
        *follows.rules,
        *([refused.rule] if refused and refused.rule else []),
        *([step.rule] if step and not follows.when else []),
    ]
    known = rule_ids(found.scenario.game)
    return [rule for rule in dict.fromkeys(named) if rule in known][:RULES]


class _Words:
    """The sentences of this file in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.said = resources.toml("replays.scenario", f"words.{lang}.toml")["cast"]

    def __call__(self, key: str, **terms: object) -> str:
        return filled(self.lang, self.said[key], terms)

    def title(self, log: Seen, line: str) -> str:
        return self("title", match=log.match, row=log.head, line=" ".join(line.split()))
