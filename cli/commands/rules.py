"""`herald rules`: a rule in our own words, where the rulebook has it, and the rulings and scenarios that touch it.

By its id, or by words that it is about.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from cli.app import base
from cli.say.rulings import option_lines, ruling_lines
from core.kernel.rules.engine import AnyGame
from replays.told.rulebook import PageTold, Rulebook, heading, sought
from replays.told.rules import OptionTold, RuleTold, RulingTold

if TYPE_CHECKING:
    from replays.told.finding import FoundTold, SearchTold

SHOWN: Final = 6
"""How much of what was found is told."""


@base.command("rules")
@base.argument("game", shell_complete=base.offered("games_or_rules"))
@base.argument("words", nargs=-1, metavar="[ID|WORDS]...", shell_complete=base.offered("rule_ids"))
def command(here: base.Terminal, game: str, words: tuple[str, ...]) -> None:
    """All rules, one heading of them (`17`), one rule or ruling, or what is about some words."""
    rules, words = sought(game, words)
    told = looked_up(rules, words, here.lang)
    if here.is_json:
        here.json(told.document())
        return
    for line in rule_lines(here, rules, told):
        here.out(line)
    if not isinstance(told, PageTold) and len(told.found) > SHOWN:
        here.note(here.say("rule_more", count=len(told.found) - SHOWN))


def looked_up(game: AnyGame, words: Sequence[str], lang: str) -> "PageTold | SearchTold":
    """Return a page of the rules, or what a search for these words finds."""
    book = Rulebook(game, lang)
    if len(words) > 1 or not all(map(book.names, words)):
        from replays.told.finding import search  # who has an id seeks nothing

        return search(game, words, lang)
    return book.page(*words)


def rule_lines(here: base.Terminal, game: AnyGame, told: "PageTold | SearchTold") -> Iterator[str]:
    """The same, for people."""
    return _page(here, game, told) if isinstance(told, PageTold) else _search(here, told)


def _page(here: base.Terminal, game: AnyGame, page: PageTold) -> Iterator[str]:
    match page.about:
        case RuleTold() as rule:
            yield from _rule(here, rule, page)
        case RulingTold() as ruling:
            yield from _ruling(here, ruling, Rulebook(game, here.lang))
        case OptionTold() as option:
            yield from _option(here, option, page)
        case None:
            yield from _several(here, page)
    if page.scenarios:
        yield ""
        yield here.say("rule_proofs", count=len(page.scenarios))
    for scenario in page.scenarios or ():
        yield here.hanging("  - ", f"{scenario.title} ({scenario.file})")


def _search(here: base.Terminal, told: "SearchTold") -> Iterator[str]:
    """Tell what was found, the best first."""
    for found in told.found[:SHOWN]:
        yield from _found_lines(here, found)


def _found_lines(here: base.Terminal, found: "FoundTold") -> Iterator[str]:
    """The sentence, readings of which the default is marked, and where the rulebook has it."""
    head = " ".join(here.style.bold(word) for word in (found.id, found.name) if word)
    yield here.hanging(f"{head}  ", found.sentence)
    for reading in found.readings:
        yield here.hanging(f"  {'*' if reading.reading == found.default else ' '} {reading.reading}  ", reading.meaning)
    place = f"{found.section} ({', '.join(found.rules)})" if found.rules else found.section
    yield here.style.dim(here.hanging("    ", place))


def _several(here: base.Terminal, page: PageTold) -> Iterator[str]:
    """In a line each, parted by headings of the rulebook."""
    before = ""
    for rule in page.rules:
        if before and heading(rule.id) != before:
            yield ""
        before = heading(rule.id)
        yield here.hanging(f"{here.style.bold(rule.id)}  ", rule.sentence)


def _rule(here: base.Terminal, rule: RuleTold, page: PageTold) -> Iterator[str]:
    yield here.hanging(f"{here.style.bold(rule.id)}  ", rule.sentence)
    yield here.say("rule_section", section=rule.section)
    yield from _touching(here, page)


def _touching(here: base.Terminal, page: PageTold) -> Iterator[str]:
    """The rulings that touch it."""
    for ruling in page.rulings:
        yield ""
        yield from _switch(here, ruling)


def _ruling(here: base.Terminal, ruling: RulingTold, book: Rulebook) -> Iterator[str]:
    yield from _switch(here, ruling)
    if ruling.unclear:
        yield here.hanging("  ", here.say("rule_unclear", text=ruling.unclear))
    for rule in ruling.rule_ids:
        yield here.hanging(f"  {rule}  ", book.told(rule).sentence)


def _switch(here: base.Terminal, ruling: RulingTold) -> list[str]:
    return ruling_lines(here, ruling, "" if ruling.switchable else f" {here.say('rule_fixed')}")


def _option(here: base.Terminal, option: OptionTold, page: PageTold) -> Iterator[str]:
    """With the rules that it is from, and the rulings that touch them."""
    yield from option_lines(here, option)
    for rule in page.rules:
        yield here.hanging(f"  {rule.id}  ", rule.sentence)
    yield from _touching(here, page)
