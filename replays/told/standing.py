"""How a match stands: who must do what since when, the scores, what is asked of whom; at the end, who won."""

from collections.abc import Mapping

from msgspec import Struct

from core.kernel.drawing.printable import printable
from core.kernel.game import Outcome
from core.kernel.log.history import consenting
from core.kernel.log.log import Seen
from core.kernel.log.row import Request, is_guessable
from core.kernel.rules import engine
from core.kernel.rules.result import Result
from replays.told.telling import Told, age, readings_told, say


class Asked(Told, frozen=True):
    """What waits for consent (`undo`, `redo`, `end`, `ruling`): the row, who asks, for what, who has not agreed yet.

    Of a ruling, how it is to be read, what that means, and why.
    """

    beside = ("rulings_told", "meanings")

    row: int
    seat: str
    kind: str
    to: int | None
    waiting: tuple[str, ...]
    rulings: Mapping[str, str] | None = None
    reason: str | None = None
    rulings_told: str | None = None
    meanings: tuple[str, ...] = ()

    def takes(self, name: str, *, agree: bool) -> bool:
        """May this seat agree or decline? Who asks may withdraw the request."""
        return name in self.waiting or (not agree and name == self.seat)


class AgreedTold(Told, frozen=True):
    """Other readings than the match began with: since which row, who asked for them (not the arbiter), and why."""

    beside = ("sentence",)

    row: int
    at: int
    seat: str | None
    rulings: Mapping[str, str]
    by: str
    reason: str
    sentence: str


class Standing(Told, frozen=True):
    """A match as it stands for one reader. `must`: what those who are waited for have to do; `learned`: how often
    something was taken back that had shown what was hidden, or what bots would answer, with nobody there to ask.
    """

    beside = ("lang", "scores")

    match: str
    game: str
    edition_name: str
    row: int
    digest: str
    stage: tuple[int, ...]
    names: tuple[str, ...]
    reader: str | None
    over: bool
    given_up: bool
    learned: int
    practice: bool
    waiting: tuple[str, ...]
    may_answer_again: tuple[str, ...]
    since: int
    rule: str | None
    must: str | None
    request: Asked | None
    agreed: tuple[AgreedTold, ...]
    result: Result | None
    outcome: Outcome | None
    scores: Mapping[str, int]
    lang: str


class Sentence(Struct, frozen=True):
    """A sentence; `first`: the one that matters most."""

    text: str
    first: bool = False


def standing(log: Seen, seat: int | None, lang: str) -> Standing:
    """`seat`: who is told, which may be somebody who knows no more of the match than everybody."""
    state, game = log.state(), log.game
    step, ask = engine.waiting(state), engine.asked(state)
    return Standing(
        match=log.match,
        game=game.name,
        edition_name=log.start.edition.name,
        row=log.head,
        digest=log.digest,
        stage=game.stage(state.table),
        names=log.seats,
        reader=None if seat is None else log.seats[seat],
        over=step is None,
        given_up=log.history.given_up(),
        learned=log.history.learned,
        practice=is_guessable(log.bodies[0]),
        waiting=tuple(log.seats[other] for other in ask.seats),
        may_answer_again=tuple(log.seats[other] for other in ask.also),
        since=log.bodies[-1].at,
        rule=(step.asked_under() or None) if step is not None else None,
        must=game.words(lang).step(step, log.seats) if step is not None else None,
        request=request(log, lang),
        agreed=agreed(log, lang),
        result=game.result(state.table),
        outcome=game.outcome(state.table),
        scores=scores(log),
        lang=lang,
    )


def agreed(log: Seen, lang: str) -> tuple[AgreedTold, ...]:
    """The rulings on which the table has agreed since the match began."""
    if not log.history.rulings:
        return ()
    from replays.told.agreed import agreed_rulings  # noqa: PLC0415 - few matches have any

    return agreed_rulings(log, lang)


def scores(log: Seen) -> dict[str, int]:
    """By name, as they stand; nothing where a game has no score."""
    return dict(zip(log.seats, log.game.scores(log.state().table, len(log.seats)), strict=False))


def request(log: Seen, lang: str = "") -> Asked | None:
    """What waits for consent, if anything does; in a language: with what the readings mean."""
    row, agreed = log.history.pending or (None, frozenset[int]())
    if row is None or not isinstance(row.about, Request):
        return None
    return Asked(
        row=row.seq,
        seat=log.seats[row.seat] if row.seat is not None else row.actor,
        kind=row.about.what,
        to=row.about.to or None,
        waiting=tuple(log.seats[seat] for seat in sorted(consenting(log.start, row.seat) - agreed)),
        rulings=row.about.rulings or None,
        reason=row.about.reason or None,
        rulings_told=readings_told(log.game, row.about.rulings) or None,
        meanings=_meanings(log, row.about.rulings, lang) if lang and row.about.rulings else (),
    )


def _meanings(log: Seen, rulings: Mapping[str, str], lang: str) -> tuple[str, ...]:
    from replays.told.agreed import meant  # noqa: PLC0415 - seldom is a ruling asked for

    return tuple(meant(log.game, rulings, lang))


def waits_for(log: Seen, seat: int) -> bool:
    """Must this seat decide something, or answer a request?"""
    asked = request(log)
    return seat in engine.asked(log.state()).seats or (asked is not None and log.seats[seat] in asked.waiting)


def sentences(told: Standing, now: int | None) -> list[Sentence]:
    """First what the reader must decide, then who else is waited for, then what is asked; at the end, who won.

    `now`: None where the moment is past, of which nobody says how long ago it was.
    """
    if told.over:
        learned = [Sentence(say(told.lang, "learned", n=told.learned))] if told.learned else []
        return [Sentence(_result(told), first=True), *learned]
    lang, found = told.lang, list[Sentence]()
    if told.reader in told.waiting:
        found.append(Sentence(say(lang, "you_must", must=told.must), first=True))
    elif told.reader in told.may_answer_again:
        found.append(Sentence(say(lang, "you_may", must=told.must)))
    others = ", ".join(printable(name) for name in told.waiting if name != told.reader)
    if others:
        key = "others_must" if found else "they_must"
        since = "" if now is None else age(now - told.since, lang)
        found.append(Sentence(say(lang, key, names=others, must=told.must, since=since)))
    if told.request is not None:
        found.append(Sentence(_asks(told.request, lang)))
        found += map(Sentence, told.request.meanings)
    return found


def warning(log: Seen, lang: str) -> str:
    """Where the seed is a word that others may guess, nobody should take the match for more than it is."""
    if not is_guessable(log.bodies[0]):
        return ""
    return say(lang, "practice" if log.start.practice else "guessable")


def _asks(asked: Asked, lang: str) -> str:
    names = ", ".join(map(printable, asked.waiting))
    said = {"rulings": printable(asked.rulings_told or ""), "reason": printable(asked.reason or "")}
    return say(lang, f"asked_{asked.kind}", name=printable(asked.seat), to=asked.to, names=names, **said)


def _result(told: Standing) -> str:
    result = told.result
    if told.given_up:
        return say(told.lang, "given_up")
    if result is None:
        return say(told.lang, "over")
    if told.outcome is not None:
        return _alone(told, told.outcome)
    order = sorted(range(len(told.names)), key=lambda seat: result.ranks[seat])
    scores = ", ".join(f"{printable(told.names[seat])} {result.scores[seat]}" for seat in order)
    winners = ", ".join(printable(told.names[seat]) for seat in result.winners)
    if not winners:
        return say(told.lang, "nobody_won", scores=scores)
    return say(told.lang, "won", winners=winners, scores=scores)


def _alone(told: Standing, outcome: Outcome) -> str:
    """A score; or whether somebody was beaten, or what had to be reached was."""
    name, score, rival = printable(told.names[0]), outcome.score, outcome.rival
    if outcome.won is None:
        return say(told.lang, "scored", name=name, score=score)
    if rival is None:
        return say(told.lang, "reached" if outcome.won else "not_reached", name=name, score=score)
    return say(told.lang, "beaten" if outcome.won else "not_beaten", name=name, score=score, rival=rival)
