"""A dispute on the screen: the answer in a sentence, then what differs, then the boards, as far as they differ."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.kernel.drawing.printable import printable
from replays.dispute.told import DisputedTold, Looks, OutcomeTold, asked, less
from replays.dispute.words import say

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal

FACTS = 6
"""So many things are told that follow under one reading alone; `--json` has them all."""


def disputed_lines(here: "Terminal", told: DisputedTold) -> Iterator[str]:
    """One ruling: the answer first."""
    first, *more = told.sentences
    yield here.style.bold(here.broken(first))
    yield here.hanging("  ", here.style.dim(asked(told, here.lang)))
    for sentence in more:
        yield here.hanging("  ", sentence)
    if told.differs:
        for outcome in told.outcomes:
            yield from outcome_lines(here, told, outcome)


def outcome_lines(here: "Terminal", told: DisputedTold, outcome: OutcomeTold) -> Iterator[str]:
    """What comes out under some readings."""
    yield ""
    mark = f" ({say(here.lang, 'here')})" if outcome.in_force else ""
    for reading in outcome.readings:
        own = mark if reading.reading == told.reading else ""
        yield here.hanging(f"  {here.style.bold(f'{told.ruling}={reading.reading}')}{own}  ", reading.meaning)
    yield here.hanging("    ", f"{outcome.sentence[:1].upper()}{outcome.sentence[1:]}.")
    for fact in outcome.only[:FACTS]:
        yield here.hanging("    + ", f"{fact.sentence} ({fact.rule})")
    if len(outcome.only) > FACTS:
        yield here.say("dispute_more", count=len(outcome.only) - FACTS)
    if outcome.moves:
        yield here.hanging("    + ", say(here.lang, "may", moves=", ".join(outcome.texts)))
    for lack in outcome.lacks[:FACTS]:
        yield here.hanging("    − ", less(lack, here.lang))
    told_rest = outcome.rest.sentence if outcome.rest is not None else ""
    scores = ", ".join(f"{printable(name)} {score}" for name, score in outcome.scores.items())
    yield here.hanging("    ", told_rest or say(here.lang, "scores_then", scores=scores))


def found_lines(here: "Terminal", found: Sequence[DisputedTold]) -> Iterator[str]:
    """After a search: the rulings that make a difference, then those that were asked and make none."""
    if found:
        yield here.style.bold(here.broken(found[0].sentences[0]))
    seen = [one.ruling for one in found if {it.what for it in one.outcomes[1:]} == {"seen"}]
    differing = [one for one in found if one.differs and one.ruling not in seen]
    none = [one.ruling for one in found if one.asked and not one.differs]
    yield here.hanging(
        "", here.say("dispute_found", count=len(differing)) if differing else here.say("dispute_found_none")
    )
    for one in differing:
        yield ""
        yield here.hanging(f"{here.style.bold(one.ruling)}  ", one.question)
        for outcome in one.outcomes:
            for reading in outcome.readings:
                own = f" ({say(here.lang, 'here')})" if reading.reading == one.reading else ""
                yield here.hanging(f"  {reading.reading}{own}  ", reading.meaning)
        for sentence in one.sentences[2:]:
            yield here.hanging("    ", sentence)
    yield ""
    if differing:
        yield here.hanging("", here.style.dim(here.say("dispute_closer")))
    if seen:
        yield here.hanging("", here.say("dispute_seen", rulings=", ".join(seen)))
    if none:
        yield here.hanging("", here.say("dispute_asked_none", rulings=", ".join(none)))
    unasked = sum(not one.asked for one in found)
    if unasked:
        yield here.hanging("", here.say("dispute_unasked", count=unasked))


def board_lines(here: "Terminal", looks: Looks, *, whole: bool) -> list[str]:
    """What differs on the boards, or all of them; nothing where they are the same."""
    from core.kernel.drawing.beside import beside  # only where there is a board to draw
    from core.kernel.drawing.changes import narrowed

    if not looks.differ and not whole:
        return []
    boards = looks.boards if whole else narrowed(looks.boards)
    if not any(board.panels for board in boards):
        return []
    return beside(boards, [", ".join(names) for names in looks.names], here.style, here.wide)
