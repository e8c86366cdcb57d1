"""`herald rules`: a rule in our own words, where the rulebook has it, and the rulings and scenarios that touch it.

By its id, or by words that it is about.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from cli.app import base
from cli.say.rulings import option_lines, ruling_lines
from replays.told.rulebook import PageTold, Rulebook, heading, sought
from replays.told.rules import OptionTold, RuleTold, RulingTold

if TYPE_CHECKING:
    from replays.told.finding import FoundTold

SHOWN: Final = 6
"""How much of what was found is told."""


@base.command("rules")
@base.argument("game", shell_complete=base.offered("games_or_rules"))
@base.argument("words", nargs=-1, metavar="[ID|WORDS]...", shell_complete=base.offered("rule_ids"))
def command(here: base.Terminal, game: str, words: tuple[str, ...]) -> None:
    """All rules, one heading of them (`17`), one rule or ruling, or what is about some words."""
    rules, words = sought(game, words)
    book = Rulebook(rules, here.lang)
    if len(words) > 1 or not all(map(book.names, words)):
        _search(here, book, words)
        return
    page = book.page(*words)
    if here.is_json:
        here.json(page.document())
        return
    match page.about:
        case RuleTold() as rule:
            _rule(here, rule, page)
        case RulingTold() as ruling:
            _ruling(here, ruling, book)
        case OptionTold() as option:
            _option(here, option, page)
        case None:
            _several(here, page)
    if page.scenarios:
        here.out()
        here.out(here.say("scenarios", count=len(page.scenarios)))
    for scenario in page.scenarios or ():
        here.out(here.hanging("  - ", f"{scenario.title} ({scenario.file})"))


def _search(here: base.Terminal, book: Rulebook, words: tuple[str, ...]) -> None:
    """What is about these words, the best first; the rest is counted."""
    from replays.told.finding import search  # who has an id seeks nothing

    told = search(book.game, words, here.lang)
    if here.is_json:
        here.json(told.document())
        return
    for found in told.found[:SHOWN]:
        for line in _found_lines(here, found):
            here.out(line)
    if len(told.found) > SHOWN:
        here.note(here.say("more", count=len(told.found) - SHOWN))


def _found_lines(here: base.Terminal, found: "FoundTold") -> Iterator[str]:
    """The sentence, readings of which the default is marked, and where the rulebook has it."""
    head = " ".join(here.style.bold(word) for word in (found.id, found.name) if word)
    yield here.hanging(f"{head}  ", found.sentence)
    for reading in found.readings:
        yield here.hanging(f"  {'*' if reading.reading == found.default else ' '} {reading.reading}  ", reading.meaning)
    place = f"{found.section} ({', '.join(found.rules)})" if found.rules else found.section
    yield here.style.dim(here.hanging("    ", place))


def _several(here: base.Terminal, page: PageTold) -> None:
    """In a line each, parted by headings of the rulebook."""
    before = ""
    for rule in page.rules:
        if before and heading(rule.id) != before:
            here.out()
        before = heading(rule.id)
        here.out(here.hanging(f"{here.style.bold(rule.id)}  ", rule.sentence))


def _rule(here: base.Terminal, rule: RuleTold, page: PageTold) -> None:
    here.out(here.hanging(f"{here.style.bold(rule.id)}  ", rule.sentence))
    here.out(here.say("section", section=rule.section))
    _touching(here, page)


def _touching(here: base.Terminal, page: PageTold) -> None:
    """The rulings that touch it."""
    for ruling in page.rulings:
        here.out()
        for line in _switch(here, ruling):
            here.out(line)


def _ruling(here: base.Terminal, ruling: RulingTold, book: Rulebook) -> None:
    for line in _switch(here, ruling):
        here.out(line)
    if ruling.unclear:
        here.out(here.hanging("  ", here.say("why", text=ruling.unclear)))
    for rule in ruling.rule_ids:
        here.out(here.hanging(f"  {rule}  ", book.told(rule).sentence))


def _switch(here: base.Terminal, ruling: RulingTold) -> list[str]:
    return ruling_lines(here, ruling, "" if ruling.switchable else f" {here.say('fixed')}")


def _option(here: base.Terminal, option: OptionTold, page: PageTold) -> None:
    """With the rules that it is from, and the rulings that touch them."""
    for line in option_lines(here, option):
        here.out(line)
    for rule in page.rules:
        here.out(here.hanging(f"  {rule.id}  ", rule.sentence))
    _touching(here, page)
