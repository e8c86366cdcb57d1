"""What an error says in ids, in the words of its reader: moves and beginnings of them, verbs, keys, single words."""

import re
from typing import Any

from core.kernel.decoding import convert
from core.kernel.errors import HeraldError, Refused, Usage
from core.kernel.game import Game
from core.kernel.language.error_text import WHOLE
from core.kernel.language.lexicon import FIELD, VERB, Lexicon
from core.kernel.language.pattern import kind_named, parse
from core.kernel.language.spelling import spell_given
from core.kernel.rules.marks import fields_of
from core.kernel.rules.step import kinds_of

OF_VERBS = ("unknown_verb", "unknown_verb_end", "nothing_typed", "which_verb", "taken_elsewhere")
LISTED = dict.fromkeys(OF_VERBS, VERB)
"""What the known words of an error are."""

OF_A_LIST = ("unknown_in_list", "list_comes_first")
"""Those that show how words of a list are joined, by the first two that there are."""

OF_KINDS = ("ambiguous_word", "unknown_word", "comes_later", *OF_A_LIST)
"""Those of which the known words are of a kind, or of several: they say it themselves."""

VERBS = frozenset({"verb", "what"})
"""The terms that are verbs."""


class Respelled:
    """The words of a match as they are spelled in a language."""

    def __init__(self, game: Game[Any, Any], lexicon: Lexicon) -> None:
        self._kinds = kinds_of(game.moves)
        self._lexicon = lexicon

    def move(self, text: str) -> str:
        """The long form of a move, or of its beginning; what is neither stays as it is."""
        try:
            pattern = parse(text, (), self._kinds, self._lexicon)
        except Usage:
            return text
        return spell_given(pattern.kind, pattern.given, self._lexicon)

    def known(self, error: Usage) -> tuple[str, ...]:
        """What there is, where those are words of moves."""
        if error.why in WHOLE:
            return tuple(map(self.move, error.known))
        if error.why in LISTED:
            return tuple(self._lexicon.spelled(LISTED[error.why], word) for word in error.known)
        kinds = _kinds_of_words(error)
        return tuple(self._word(word, kinds) for word in error.known) if kinds else error.known

    def _word(self, word: str, kinds: list[str]) -> str:
        """A word of one of these kinds."""
        *others, last = kinds
        return self._lexicon.spelled(next((kind for kind in others if word in self._lexicon.ids(kind)), last), word)

    def terms(self, error: HeraldError) -> dict[str, object]:
        """Its terms, those of them spelled that are words of moves."""
        terms = dict(error.terms)
        terms |= {name: self._lexicon.spelled(VERB, str(terms[name])) for name in VERBS & terms.keys() if terms[name]}
        if isinstance(error, Refused) and terms.get("part"):
            terms |= {"part": self._part(error), "after": self.move(str(terms["after"]))}
        if isinstance(error, Usage) and error.why in OF_A_LIST:
            terms["joined"] = ",".join(self.known(error)[:2])
        if error.why == "other_payment":
            terms["have"] = self._amounts(str(terms["have"]))
        if isinstance(error, Refused) and terms.get("such"):
            terms["such"] = self.move(str(terms["such"]))
        return terms

    def _amounts(self, text: str) -> str:
        """Respell what is paid, as it is typed: `2wood`."""
        kinds = list(dict.fromkeys(field.kind for kind in self._kinds for field in fields_of(kind) if field.counter))
        return re.sub(r"[a-z_]+", lambda found: self._word(found[0], kinds), text)

    def _part(self, error: HeraldError) -> str:
        """The part at which a large move breaks."""
        kind, _ = kind_named(str(error.terms["after"]).split(), (), self._kinds, self._lexicon)
        field = next(field for field in fields_of(kind) if field.name == error.terms["field"])
        key, equals, word = str(error.terms["part"]).rpartition("=")
        return f"{self._lexicon.spelled(FIELD, key)}{equals}{self._lexicon.spelled(field.kind, word)}"


def _kinds_of_words(error: Usage) -> list[str]:
    """Of which kinds the known words of an error are, if it says so."""
    if error.why not in OF_KINDS:
        return []
    kinds = error.terms.get("kinds")
    kind = error.terms.get("kind")
    return convert(kinds, list[str]) if kinds else [str(kind)] if kind else []
