"""`herald rules`: a rule in our own words, where the rulebook has it, and the rulings and scenarios that touch it."""

from cli import base
from cli.rulings import option_lines, ruling_lines
from core.games import game_named
from replays.told.rulebook import PageTold, Rulebook, heading
from replays.told.rules import OptionTold, RuleTold, RulingTold


@base.command("rules")
@base.argument("game", shell_complete=base.games)
@base.argument("rule_id", metavar="[ID]", required=False)
def command(here: base.Terminal, game: str, rule_id: str | None) -> None:
    """All rules, one heading of them (`17`), or one rule or ruling."""
    book = Rulebook(game_named(game), here.lang)
    page = book.page(rule_id)
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
    """With the rules that it is from."""
    for line in option_lines(here, option):
        here.out(line)
    for rule in page.rules:
        here.out(here.hanging(f"  {rule.id}  ", rule.sentence))
