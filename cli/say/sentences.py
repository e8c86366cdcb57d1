"""Errors as people read them: what went wrong, under which rule, and what would do."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from cli.language import words
from core.kernel.drawing.printable import printable
from core.kernel.errors import HeraldError, NotYourTurn, Refused, Stale, Usage
from core.kernel.language.damage_text import worded
from core.kernel.language.error_text import WHOLE, sentence
from core.kernel.language.lexicon import ENGLISH
from replays.files.system import in_words

if TYPE_CHECKING:
    from cli.terminal.terminal import Terminal
    from core.kernel.language.respelled import Respelled
    from core.kernel.language.words import Words
    from core.kernel.log.log import Seen
    from core.kernel.rules.engine import AnyGame
    from store.acts import Glance
    from store.desk import Desk

MANY = 12
"""How many names a message lists; all of them stand in `--json`, and where somebody writes a scenario."""


class Here(Protocol):
    """Where an error is told: at a terminal, or on a page."""

    @property
    def at_hand(self) -> "Glance | Seen | None":
        """The match that it is about."""
        ...

    @property
    def desk(self) -> "Desk":
        """The desk that keeps it."""
        ...

    def words(self, game: "AnyGame") -> "Words":
        """The words of a game, in the reader's language."""
        ...


def message(error: HeraldError, lang: str, here: Here | None) -> str:
    """The error in the reader's language; the kernel and the game have words of their own for most."""
    text, near = parted(error, lang, here)
    say: Mapping[str, str] = words.shared(lang)["message"]
    return f"{text} {say['nearest'].format(moves=', '.join(near))}" if near else text


def place(error: HeraldError, lang: str) -> str:
    """Where a scenario is wrong: the file, the scenario, the entry; nothing of another error."""
    if error.code != "scenario":
        return ""
    places = [str(error.terms[name]) for name in ("file", "scenario", "entry")]
    return str(words.shared(lang)["message"]["between"]).join(printable(one) for one in places if one)


def parted(error: HeraldError, lang: str, here: Here | None) -> tuple[str, tuple[str, ...]]:
    """The same, and apart from it the nearest legal moves. A host may name a reason and not what belongs to it."""
    try:
        return _parted(error, lang, here)
    except Exception:
        if not error.said_at:
            raise
    return sentence(HeraldError("host_says", url=error.said_at, detail=error.why), lang), ()


def _parted(error: HeraldError, lang: str, here: Here | None) -> tuple[str, tuple[str, ...]]:
    say: Mapping[str, str] = words.shared(lang)["message"]
    spelled = _spelled(lang, here) if isinstance(error, (Refused, Usage)) else None
    text = _reason(error, lang, here, spelled)
    if isinstance(error, Refused):
        others = isinstance(error, NotYourTurn) and error.terms.get("waiting")  # nobody's turn comes where it is over
        head = say["not_your_turn"] if others else say["refused"]
        rule = f" ({error.rule})" if error.rule else ""
        text = say["headed"].format(head=f"{head}{rule}", text=_ended(text))
        near = error.nearest if spelled is None else tuple(map(spelled.move, error.nearest))
    else:
        near = ()
    if isinstance(error, Usage) and error.known and not error.terms.get("nearest"):
        many = len(error.known) if error.code == "scenario" else MANY
        there = error.known if spelled is None else spelled.known(error)
        told = ", ".join(map(printable, there[:many]))
        known = say["nearest"].format(moves=told) if error.why in WHOLE else say["known"].format(known=told)
        text += f" {known if len(there) <= many else known.removesuffix('.') + ' …'}"
    return text, near


def _spelled(lang: str, here: Here | None) -> "Respelled | None":
    """In whose words an error about the match at hand names moves: those of the reader, where they are not ids."""
    if lang == ENGLISH or here is None or here.at_hand is None:
        return None
    from core.kernel.language.respelled import Respelled
    from core.kernel.log.log import Seen
    from replays.told.choices import lexicon

    log = here.at_hand if isinstance(here.at_hand, Seen) else here.desk.open(here.at_hand.match)
    return Respelled(log.game, lexicon(log, lang))


def _reason(error: HeraldError, lang: str, here: Here | None, spelled: "Respelled | None") -> str:
    """The game's sentence, else the command line's own (for its errors, the store's, where it knows what to do)."""
    log = here.at_hand if here is not None else None
    of_game = here.words(log.game) if here is not None and log is not None else None
    own = words.shared(lang)["errors"].get(error.why)
    if own is not None and not (isinstance(error, Refused) and of_game is not None and error.why in of_game.refusals):
        return words.fill(lang, str(own), _quoted(in_words(lang, worded(lang, error.why, error.terms))))
    if "detail" in error.terms:
        return sentence(HeraldError(error.why, **in_words(lang, error.terms)), lang)
    return sentence(error, lang, of_game, log.seats if log is not None else (), spelled)


def _quoted(terms: Mapping[str, object]) -> dict[str, object]:
    """What others wrote, without what a terminal would heed."""
    return {name: printable(term) if isinstance(term, str) else term for name, term in terms.items()}


def _ended(text: str) -> str:
    """With a stop at its end: the games' reasons have none, so that they can stand in a sentence, too."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."


def since(here: "Terminal", error: Stale) -> tuple[list[Any], list[str]]:
    """What happened after the row that the caller had seen: for `--json`, and in words."""
    from cli.say.report import row_lines  # only when somebody came first
    from replays.told.rows import rows_told

    match = str(error.terms["match"])
    acts = here.acting
    at = here.desk.glance(match)
    key = None if acts is None else here.key_for(at, at.seats[acts])
    log = here.desk.open(match) if acts is None else here.desk.open_if_allowed(match, acts, key)
    rows = rows_told(log, here.lang, error.expected + 1, log.head)
    return [row.document() for row in rows], [line for row in rows for line in row_lines(here, row, log.seats)]
