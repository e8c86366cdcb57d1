"""The impact of a reading as it is told: a match in sentences, and how many of each kind there are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from core.games import game_named
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError
from core.kernel.language.error_text import sentence
from core.kernel.language.words import filled, listed
from core.kernel.setup import resources
from replays.files.system import in_words
from replays.impact.question import Question
from replays.impact.verdict import End, Fact, Parted, Verdict
from replays.told.rules import RulingTold, ruling_told
from replays.told.telling import Told

NOTABLE = ("otherwise", "closed", "damaged")
"""What is told match by match; the others are counted."""

ENDS = ("same_end", "other_scores", "other_winner", "goes_on", "not_legal", "draw", "unfinished", "stop_closed")
"""What becomes of matches that go otherwise."""

COUNTED = ("same_reading", "never_asked", "as_played", "otherwise", "closed", "other_rules", "damaged")


class FactTold(Told, frozen=True):
    """A fact that follows or does not."""

    rule: str
    sentence: str


class PartTold(Told, frozen=True):
    """A row that goes otherwise."""

    row: int
    how: str
    seat: str | None
    move: str | None
    rule: str | None
    sentence: str | None
    gone: tuple[FactTold, ...]
    come: tuple[FactTold, ...]
    draw: str | None
    box: tuple[int, int] | None
    of: tuple[str, ...]


class EndTold(Told, frozen=True):
    """How a match ended, or would have."""

    scores: tuple[int, ...]
    winners: tuple[str, ...]


class MatchTold(Told, frozen=True):
    """One match. `lines`: what of it is said, the first row that goes otherwise first; `done`: the move that was made
    there, in the words of the reader.
    """

    beside = ("lines", "done")

    at: str
    match: str | None
    names: tuple[str, ...]
    rows: int
    over: bool
    what: str
    ends: str | None
    first: PartTold | None
    stop: PartTold | None
    result: EndTold | None
    then: EndTold | None
    fault: str | None
    lines: tuple[str, ...]
    done: str

    @property
    def called(self) -> str:
        """Its id; one that cannot be judged by its place: there may be many files of one match."""
        return self.at if self.fault else self.match or self.at


def say(lang: str, key: str, **terms: object) -> str:
    """A sentence of the word files here, filled in."""
    return filled(lang, resources.toml("replays.impact", f"words.{lang}.toml")["say"][key], terms)


def told(verdict: Verdict, lang: str) -> MatchTold:
    """A verdict in one language."""
    return MatchTold(
        at=verdict.at,
        match=verdict.match or None,
        names=verdict.seats,
        rows=verdict.rows,
        over=verdict.over,
        what=verdict.what,
        ends=ends(verdict),
        first=_part(verdict.first, lang),
        stop=_part(verdict.stop, lang),
        result=_end(verdict.result),
        then=_end(verdict.then),
        fault=verdict.fault or None,
        lines=tuple(_lines(verdict, lang)),
        done=verdict.first.done.get(lang, "") if verdict.first is not None and verdict.first.move else "",
    )


def ends(verdict: Verdict) -> str | None:
    """What becomes of a match that goes otherwise, with the same moves and draws."""
    if verdict.what != "otherwise":
        return None
    if verdict.stop is not None:
        return "stop_closed" if verdict.stop.how == "closed" else verdict.stop.how
    if verdict.result is None or verdict.then is None:
        return "goes_on"
    if verdict.then == verdict.result:
        return "same_end"
    return "other_scores" if verdict.then.winners == verdict.result.winners else "other_winner"


class Tally:
    """How many matches there are of each kind."""

    def __init__(self) -> None:
        self.whats: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """One more match."""
        self.whats[verdict.what] += 1
        self.ends.update(filter(None, [ends(verdict)]))

    def lines(self, lang: str) -> Iterator[str]:
        """Each kind that there is; below those that go otherwise, what becomes of them."""
        yield say(lang, "counted", n=self.whats.total())
        for what in COUNTED:
            if self.whats[what]:
                yield f"  {say(lang, f'count_{what}', n=self.whats[what])}"
            if what == "otherwise":
                found = [(end, self.ends[end]) for end in ENDS if self.ends[end]]
                yield from (f"    {say(lang, f'count_{end}', n=count)}" for end, count in found)


def title(question: Question, lang: str) -> str:
    """What all this is about."""
    game = game_named(question.game).words(lang).title
    return say(lang, "title_version" if question.version else "title", game=game)


def asked(question: Question, lang: str) -> list[tuple[RulingTold, str]]:
    """The rulings that are in question, each with the reading."""
    game = game_named(question.game)
    keys = {
        **{ruling.option: ruling.id for ruling in game.rulings},
        **{change.option: change.option for change in game.changes},
    }
    return [(ruling_told(game, keys[option], lang), reading) for option, reading in question.readings.items()]


# --- sentences --------------------------------------------------------------------------------------------------------


def _lines(verdict: Verdict, lang: str) -> Iterator[str]:
    if verdict.what == "damaged":
        yield _damage(verdict, lang)
    if verdict.what == "other_rules":
        yield say(lang, "other_rules")
    first = verdict.first
    if first is None:
        return
    yield _sentence(first, lang)
    yield from _facts(first, lang)
    if first == verdict.stop:
        yield say(lang, "here")
    elif verdict.stop is not None:
        yield say(lang, "stop", part=_sentence(verdict.stop, lang))
    elif verdict.then is not None and verdict.result is not None:
        yield _ending(verdict.result, verdict.then, ends(verdict) or "", verdict, lang)
    else:
        yield say(lang, "goes_on")


def _sentence(part: Parted, lang: str) -> str:
    """Which row, whose, and what is otherwise there."""
    done = part.done.get(lang, "")
    if part.seat is None:
        where = say(lang, "row", row=part.row)
    else:
        where = say(lang, "row_done", row=part.row, seat=printable(part.seat), done=done)
    how = f"how_{part.how}"
    how += "_rule" if part.rule else "_seed" if part.how == "closed" and not part.of else ""
    names = listed([*map(printable, part.of)], lang)
    said = say(lang, how, rule=part.rule or "", names=names)
    why = part.why.get(lang, "").rstrip(".")
    return say(lang, "part_why" if why else "part", where=where, how=said, why=why)


def _facts(part: Parted, lang: str) -> Iterator[str]:
    gone, come = ([fact.said[lang] for fact in facts] for facts in (part.gone, part.come))
    yield from (f"  {say(lang, 'gone', fact=fact)}" for fact in gone)
    yield from (f"  {say(lang, 'come' if gone else 'also', fact=fact)}" for fact in come)


def _ending(result: End, then: End, end: str, verdict: Verdict, lang: str) -> str:
    names = {"scores": result, "then": then}
    terms: Mapping[str, object] = {key: _scores(one, verdict) for key, one in names.items()}
    if not then.winners and end == "other_scores":
        end = "other_end"
    return say(lang, end, **terms, winners=_names(then, lang), before=_names(result, lang))


def _scores(end: End, verdict: Verdict) -> str:
    return ", ".join(f"{printable(name)} {score}" for name, score in zip(verdict.seats, end.scores, strict=True))


def _names(end: End, lang: str) -> str:
    return ", ".join(map(printable, end.winners)) or say(lang, "nobody")


def _damage(verdict: Verdict, lang: str) -> str:
    if verdict.fault == "rules_fail":
        return say(lang, "damaged", why=say(lang, "rules_fail"))
    return say(lang, "damaged", why=sentence(HeraldError(verdict.fault, **in_words(lang, verdict.terms)), lang))


def _part(part: Parted | None, lang: str) -> PartTold | None:
    if part is None:
        return None
    return PartTold(
        row=part.row,
        how=part.how,
        seat=part.seat,
        move=part.move,
        rule=part.rule,
        sentence=part.why.get(lang),
        gone=_facts_told(part.gone, lang),
        come=_facts_told(part.come, lang),
        draw=part.draw,
        box=part.box,
        of=part.of,
    )


def _facts_told(facts: Sequence[Fact], lang: str) -> tuple[FactTold, ...]:
    return tuple(FactTold(rule=fact.rule, sentence=fact.said[lang]) for fact in facts)


def _end(end: End | None) -> EndTold | None:
    return None if end is None else EndTold(scores=end.scores, winners=end.winners)
