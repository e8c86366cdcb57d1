"""The words that a match understands: ids, which are English, and beside them their names in every language.

Ids come first wherever a text is read. So no name, whenever it is given, changes what a text of ids ever meant; and
what a text means never hangs on the language of its reader. The names are only looked at when a word is no id.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import filterfalse, product
from typing import TYPE_CHECKING, Any, Protocol

from core.kernel.game import Game
from core.kernel.rules.marks import Vocabulary

if TYPE_CHECKING:
    from core.kernel.language.words import Words


class Named(Protocol):
    """Names in one language: of each kind of id, by the id."""

    @property
    def names(self) -> Mapping[str, Mapping[str, str]]: ...


ENGLISH = "en"
"""The language that ids are words of."""

VERB, FIELD = "verb", "field"
"""The kinds of names that word files give to moves, and to what is written `key=value`."""

SHORT = "typed"
"""Here word files say what is typed for an id whose name is too long to be."""

PARTED = re.compile("([:.])")
"""What parts an id, and stands between its parts in every language."""

PART = 3  # letters that tell a later word of a name: `carcassonne` of `château-de-carcassonne`
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


class Lexicon:
    """The words of a match, as they are read, and as they are spelled in one language."""

    def __init__(
        self, vocabulary: Vocabulary, words: Callable[[str], Named] | None = None, lang: str = ENGLISH
    ) -> None:
        self.vocabulary = vocabulary
        self.lang = lang
        self._words = words
        self._spelled: dict[tuple[str, str], str] = {}
        self._others: list[Lexicon] | None = None

    @classmethod
    def of(cls, game: Game[Any, Any], table: object, lang: str = ENGLISH) -> "Lexicon":
        """The words of a match of this game."""
        return cls(game.vocabulary(table), game.words, lang)

    def in_every_language(self) -> "list[Lexicon]":
        """The same in each language, this one first."""
        if self._others is None:
            langs = () if self._words is None else _names(self._words).langs
            self._others = [Lexicon(self.vocabulary, self._words, lang) for lang in langs if lang != self.lang]
        return [self, *self._others]

    def ids(self, kind: str) -> tuple[str, ...]:
        """The ids of a kind, in their canonical order."""
        return self.vocabulary.get(kind, ())

    def begun(self, kind: str, word: str) -> list[str]:
        """The ids that a word can mean by themselves."""
        return begun_by(word, self.ids(kind))

    def meant(self, kind: str, word: str, known: Sequence[str] | None = None) -> list[str]:
        """The ids that a word can mean: by themselves, else by their names."""
        known = self.ids(kind) if known is None else known
        return begun_by(word, known) or self.named(kind, word, known)

    def named(self, kind: str, word: str, known: Sequence[str]) -> list[str]:
        """Those with a name that is the word; else with one that begins so; else with one that goes on so."""
        return [] if self._words is None else _names(self._words).found(kind, word, known)

    def called(self, kind: str, word: str, known: Sequence[str]) -> list[str]:
        """Those with a name that is the word."""
        return [] if self._words is None else _names(self._words).called(kind, word, known)

    def spelled(self, kind: str, word: str, known: Sequence[str] | None = None) -> str:
        """An id as it is typed in this language; as it is, if its name would not be understood."""
        if self.lang == ENGLISH or self._words is None:
            return word
        if (kind, word) not in self._spelled:
            known = self.ids(kind) if known is None else known
            typed = _names(self._words).spelled(kind, word, self.lang)
            understood = typed.count(" ") == word.count(" ") and self.meant(kind, typed, known or (word,)) == [word]
            self._spelled[kind, word] = typed if understood else word
        return self._spelled[kind, word]


def typed_as(word: str, words: "Words") -> str:
    """The ids of a text as they are typed in these words, of whatever kind they are, verbs before all others."""
    if words.lang == ENGLISH:
        return word
    names = _Names({words.lang: words.names})
    verbs = words.names.get(VERB, {})
    parts = [(VERB if one in verbs else names.kind_of(one), one) for one in word.split(" ")]
    return " ".join(names.spelled(kind, one, words.lang) for kind, one in parts)


def begun_by(word: str, names: Iterable[str]) -> list[str]:
    """The names that a word can mean: the exact one, else all that begin with it, part by part."""
    folded = word.casefold()
    names = tuple(names)
    exact = _by_fold(names).get(folded)
    return list(exact) if exact else [name for name in names if folded and _begins(name.casefold(), folded)]


@lru_cache
def _by_fold(names: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """The same names come again with each word that is read."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.casefold(), []).append(name)
    return found


def _begins(name: str, word: str) -> bool:
    """`f:2` begins `forest:2`, and `card st` begins `card step`."""
    for mark in (":", " "):
        if mark in word:
            parts, begun = name.split(mark), word.split(mark)
            return len(parts) >= len(begun) and all(map(str.startswith, parts, begun))
    return name.startswith(word)


def plain(text: str) -> str:
    """Without accents: `chateau` for `château`."""
    import unicodedata  # noqa: PLC0415 - only for who types names

    parted = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(filterfalse(unicodedata.combining, parted))


def folded(text: str) -> str:
    """What counts of a typed name: letters and numbers, what parts an id or a verb, and `+`, which no hyphen is."""
    return "".join(letter for letter in plain(text) if letter.isalnum() or letter in ": +")


def _typed(name: str) -> str:
    """A name as one word: `château-de-carcassonne`, `tour-de-guet-bois-rangée`."""
    return "-".join("".join(letter if letter.isalnum() or letter == "+" else " " for letter in name.casefold()).split())


def _is_code(word: str) -> bool:
    """Is it of no language: `CAS-01`, `G5`, a number?"""
    return any(map(str.isdecimal, word))


@cache
def _names(words: Callable[[str], Named]) -> "_Names":
    from core.kernel.language.words import SINGULAR  # noqa: PLC0415 - only for who types names

    return _Names({lang: words(lang).names for lang in SINGULAR})


class _Names:
    """What the word files of a game call its ids, as it can be typed."""

    def __init__(self, files: Mapping[str, Mapping[str, Mapping[str, str]]]) -> None:
        self.langs = tuple(files)
        self._files = files
        self._whole: dict[tuple[str, str], list[str]] = {}
        self._later: dict[tuple[str, str], list[str]] = {}

    def spelled(self, kind: str, word: str, lang: str) -> str:
        """The first name in a language; a code such as `TRA4`, a number, and what has no name stay as they are."""
        return next(self._of(kind, word, lang), word)

    def called(self, kind: str, word: str, known: Sequence[str]) -> list[str]:
        said = folded(word)
        return [one for one in known if said.strip(": ") and said in self._all(kind, one)]

    def found(self, kind: str, word: str, known: Sequence[str]) -> list[str]:
        """Those with this name; else those of which one begins so; else those of which a later word begins so."""
        said = folded(word)
        if not said.strip(": "):
            return []
        tells = len(said) >= PART
        return (
            self.called(kind, word, known)
            or [one for one in known if any(_begins(name, said) for name in self._all(kind, one))]
            or [one for one in known if tells and any(part.startswith(said) for part in self._parts(kind, one))]
        )

    def _all(self, kind: str, word: str) -> list[str]:
        """Its names in all languages, folded."""
        if (kind, word) not in self._whole:
            typed = [*self._named(kind, word), *(name for lang in self.langs for name in self._of(kind, word, lang))]
            self._whole[kind, word] = list(dict.fromkeys(map(folded, typed)))
        return self._whole[kind, word]

    def _parts(self, kind: str, word: str) -> list[str]:
        """Its names of several words, folded, from each of the later words on."""
        if (kind, word) not in self._later:
            names = [name.split("-") for name in self._named(kind, word)]
            self._later[kind, word] = [folded("".join(name[at:])) for name in names for at in range(1, len(name))]
        return self._later[kind, word]

    def _named(self, kind: str, word: str, langs: Sequence[str] = ()) -> Iterator[str]:
        """What the word files call it: for short where they do; one and many of it, or each of two names."""
        for lang in langs or self.langs:
            forms = self._files[lang].get(kind, {}).get(word, "").split("|")
            short = "" if kind == VERB or not any(forms) else self._files[lang].get(SHORT, {}).get(word, "")
            for name in (short, *forms):
                if name:
                    yield " ".join(map(_typed, name.split())) if kind == VERB else _typed(name)

    def _of(self, kind: str, word: str, lang: str) -> Iterator[str]:
        """How it is spelled in a language: part by part, `forêt:2`, `bois.1`, if it has parts; codes as they are."""
        parts = PARTED.split(word)
        if len(parts) == 1:
            yield from () if kind != VERB and _is_code(word) else self._named(kind, word, (lang,))
            return
        ways = ([*self._named(self.kind_of(part), part, (lang,)), part] for part in parts)
        yield from map("".join, product(*ways))

    def kind_of(self, part: str) -> str:
        """The first vocabulary that has a name for a part of an id; a number is called by itself."""
        files = next(iter(self._files.values()))
        kinds = (kind for kind, names in files.items() if kind != SHORT and part in names)
        return "" if _is_code(part) else next(kinds, "")
