"""How a match stands: what the reader must decide, who else is waited for and since when, which undo is asked for."""

from typing import TYPE_CHECKING, Any

from core.kernel.drawing.canvas import printable
from core.kernel.game import Outcome
from core.kernel.log.history import consenting
from core.kernel.log.log import Seen
from core.kernel.log.row import AnyBody, Request, is_guessable
from core.kernel.rules import engine

if TYPE_CHECKING:
    from cli.terminal import Terminal


def owed_lines(here: "Terminal", log: Seen, seat: int | None) -> list[str]:
    """First what the reader must decide, then who else is waited for; at the end of the match, who won."""
    step = engine.waiting(log.state())
    if step is None:
        return [here.style.bold(here.hanging("", _result(here, log))), *practice_lines(here, log)]
    ask = engine.asked(log.state())
    must = here.words(log.game).step(step, log.seats)
    lines: list[str] = []
    if seat in ask.seats:
        lines.append(here.style.bold(here.hanging("", here.say("you_must", must=must))))
    elif seat in ask.also:
        lines.append(here.hanging("", here.say("you_may", must=must)))
    others = [printable(log.seats[other]) for other in ask.seats if other != seat]
    if others:
        key = "others_must" if lines else "they_must"
        lines.append(here.hanging("", here.say(key, names=", ".join(others), must=must, since=since(here, log))))
    return [*lines, *request_lines(here, log, seat), *practice_lines(here, log)]


def practice_lines(here: "Terminal", log: Seen) -> list[str]:
    """Where the seed is a word that others may guess, nobody should take the match for more than it is."""
    if not is_guessable(log.bodies[0]):
        return []
    return [here.say("practice" if log.start.practice else "guessable")]


def _result(here: "Terminal", log: Seen) -> str:
    result = log.game.result(log.state().table)
    if result is None:
        return here.say("over")
    outcome = log.game.outcome(log.state().table)
    if outcome is not None:
        return _alone(here, log, outcome)
    order = sorted(range(len(log.seats)), key=lambda seat: result.ranks[seat])
    scores = ", ".join(f"{printable(log.seats[seat])} {result.scores[seat]}" for seat in order)
    winners = ", ".join(printable(log.seats[seat]) for seat in result.winners)
    return here.say("won", winners=winners, scores=scores) if winners else here.say("nobody_won", scores=scores)


def _alone(here: "Terminal", log: Seen, outcome: Outcome) -> str:
    """A score; or whether somebody was beaten."""
    name = printable(log.seats[0])
    key = "scored" if outcome.won is None else "beaten" if outcome.won else "not_beaten"
    return here.say(key, name=name, score=outcome.score, rival=outcome.rival, start=outcome.start)


def note_practice(here: "Terminal", log: Seen) -> None:
    """The same beside a result that is a list of moves, or a verdict on one."""
    for line in practice_lines(here, log):
        here.note(line)


class Asked:
    """An undo or redo that waits for consent: the row, who asks, for what, and who has not agreed yet."""

    def __init__(self, log: Seen, row: AnyBody, request: Request, agreed: frozenset[int]) -> None:
        left = sorted(consenting(log.start, row.seat) - agreed)
        self.row = row.seq
        self.seat = row.seat
        self.by = log.seats[row.seat] if row.seat is not None else row.actor
        self.kind = request.what
        self.to = request.to
        self.left = left
        self.names = [log.seats[seat] for seat in left]

    def takes(self, seat: int, *, agree: bool) -> bool:
        """May this seat agree or decline? Who asks may withdraw the request."""
        return seat in self.left or (not agree and seat == self.seat)


def request(log: Seen) -> Asked | None:
    """The undo or redo that waits for consent, if there is one."""
    pending = log.history.pending
    if pending is None or not isinstance(pending[0].about, Request):
        return None
    return Asked(log, pending[0], pending[0].about, pending[1])


def request_lines(here: "Terminal", log: Seen, seat: int | None) -> list[str]:
    """What is asked, and how to answer for who has to, or to withdraw it for who asks."""
    asked = request(log)
    if asked is None:
        return []
    names = ", ".join(map(printable, asked.names))
    told = here.hanging("", here.say(f"asked_{asked.kind}", name=printable(asked.by), to=asked.to, names=names))
    named = asked.row if here.at_hand is not None else f"{log.match} {asked.row}"  # in the inbox no match is at hand
    if seat is None or seat in asked.left:
        return [told, here.say("answer", row=named)]
    return [told, here.say("withdraw", row=named, seat=_quoted(asked.by))] if seat == asked.seat else [told]


def _quoted(name: str) -> str:
    from shlex import quote  # requests are seldom

    return quote(printable(name))


def since(here: "Terminal", log: Seen) -> str:
    """How long the match has waited; nothing for less than a minute."""
    return age(here, log.bodies[-1].at)


def age(here: "Terminal", at: int) -> str:
    """How long ago, in the largest unit that says something; nothing for less than a minute."""
    from time import time

    seconds = max(int(time()) - at, 0)
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= length:
            return here.say(unit, n=seconds // length)
    return ""


def standing_fields(here: "Terminal", log: Seen, seat: int | None) -> dict[str, Any]:
    """How a match stands, for `--json`."""
    step, ask = engine.waiting(log.state()), engine.asked(log.state())
    asked = request(log)
    result = log.game.result(log.state().table)
    return {
        "match": log.match,
        "game": log.game.name,
        "row": log.head,
        "digest": log.digest,
        "stage": list(log.game.stage(log.state().table)),
        "names": list(log.seats),
        "reader": None if seat is None else log.seats[seat],
        "over": step is None,
        "practice": is_guessable(log.bodies[0]),
        "waiting": [log.seats[other] for other in ask.seats],
        "may_answer_again": [log.seats[other] for other in ask.also],
        "since": log.bodies[-1].at,
        "rule": (step.rule or None) if step is not None else None,
        "must": here.words(log.game).step(step, log.seats) if step is not None else None,
        "request": request_fields(asked) if asked is not None else None,
        "result": result,
        "outcome": log.game.outcome(log.state().table),
    }


def request_fields(asked: Asked) -> dict[str, Any]:
    """An open request, for `--json`."""
    return {"row": asked.row, "seat": asked.by, "kind": asked.kind, "to": asked.to, "waiting": asked.names}
