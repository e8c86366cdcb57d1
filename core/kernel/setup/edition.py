"""Component data: the edition of a game that ships, and those of its owners, each by its digest."""

from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from itertools import chain
from typing import Any, TypeVar
from weakref import WeakValueDictionary, finalize

from msgspec import Struct

from core.kernel.decoding import building
from core.kernel.errors import EditionError
from core.kernel.game import Edition
from core.kernel.rules.marks import Vocabulary
from core.kernel.setup import resources
from core.kernel.setup.edition_file import EditionFile, tables_of_ids
from core.kernel.setup.entries import LONGEST_ID

SHIPPED = "edition.toml"

E = TypeVar("E")


class Named(Struct, frozen=True):
    """What every edition says of itself; that of a game adds what lies in the box."""

    name: str
    digest: str


ADOPTED = 32
"""Owners' editions of a game that a process keeps although no log holds them."""


class Editions(dict[str, E]):
    """The editions of a game that are known here, by their digests.

    These are the one that ships, those that somebody holds (`adopt` returns what to hold), and those adopted last.
    """

    def __init__(
        self, package: str, kind: type[E], words: Vocabulary, claims: str = "", groups: Vocabulary | None = None
    ) -> None:
        """`words` are those of every match, which may stand in a file, too, as `groups` of them do there alone.

        The module `claims` says what must hold between the entries of a file.
        """
        self._package = package
        self._kind = kind
        self._words = words
        self._in_file = {**words, **(groups or {})}
        self._claims = claims
        self._vocabularies: dict[str, Vocabulary] = {}
        self._adopted: dict[tuple[str, str], Edition] = {}  # by file and digest, the one adopted last at the end
        self._held: WeakValueDictionary[tuple[str, str], Edition] = WeakValueDictionary()  # by somebody, or `_adopted`
        self._shipped: Edition | None = None

    def __missing__(self, digest: str) -> E:
        """The one that ships is read when the first one is asked for."""
        self.shipped()
        if digest not in self:
            raise EditionError("edition_unknown", digest=digest[:12], file="")
        return self[digest]

    def known(self, digest: str) -> E:
        """The edition of this digest."""
        return self[digest]

    def vocabulary(self, digest: str) -> Vocabulary:
        """The words of each match with this edition: where they are not the game's, the ids of its entries."""
        found = self._vocabularies.get(digest)
        if found is None:
            declared: Any = self._kind
            tables = tables_of_ids(declared)
            ids = {kind: _ids(self[digest], tables[kind]) for kind in tables if kind not in self._words}
            found = self._vocabularies[digest] = {**self._words, **ids}
        return found

    def shipped(self) -> Edition:
        """The edition that comes with the program: the tests adopt it, so that nobody has to check it again."""
        if self._shipped is None:
            data = resources.read(self._package, SHIPPED)
            self._shipped = self._take(SHIPPED, resources.toml(self._package, SHIPPED), data, None)
        return self._shipped

    def adopt(self, file: str, text: str) -> Edition:
        """Check an owner's edition and make it usable for as long as what is returned is held."""
        data = text.encode()
        called = file, sha256(data).hexdigest()
        with building:
            found = self._adopted.pop(called, None) or self._held.get(called)
            if found is None:
                try:
                    tables = resources.parse(data)
                except ValueError as problem:
                    raise EditionError("edition_not_toml", file=file, detail=str(problem)) from problem
                found = self._take(file, tables, data, text)
                self._held[called] = found
                finalize(found, self._forget, found.digest).atexit = False
            self._adopted[called] = found
            while len(self._adopted) > ADOPTED:
                del self._adopted[next(iter(self._adopted))]
        return found

    def _forget(self, digest: str) -> None:
        """Let go of an edition that nobody holds any more, unless it is known under another name.

        The collector calls this, perhaps while the same thread adopts another one.
        """
        with building:
            if digest != self.shipped().digest and all(other.digest != digest for other in self._held.values()):
                self.pop(digest, None)
                self._vocabularies.pop(digest, None)

    def _take(self, file: str, tables: dict[str, Any], data: bytes, text: str | None) -> Edition:
        digest, name = sha256(data).hexdigest(), _name(file, tables)
        named = {**tables, "name": name, "digest": digest}
        self[digest] = EditionFile().read(self._kind, named) if text is None else self._checked(file, named)
        return Edition(name, digest, text or "")

    def _checked(self, file: str, tables: Mapping[str, Any]) -> E:
        """What an owner wrote, where it fits."""
        from core.kernel.setup.owners_file import OwnersFile  # noqa: PLC0415 - most matches have the one that ships

        entries = OwnersFile(file, self._in_file)
        made: E = entries.read(self._kind, tables)
        claims = import_module(self._claims).claims(made) if self._claims else ()
        for claim in claims:
            if not claim.fits:
                raise entries.wrong(claim.why, (claim.entry,), claim.expected, claim.found)
        return made


def _ids(edition: Any, tables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(chain.from_iterable(getattr(edition, table) for table in tables))


def _name(file: str, tables: dict[str, Any]) -> str:
    """What the edition calls itself, else the name of its file: wherever it is shown, that is one line."""
    found: Any = tables.get("name", file)
    if not isinstance(found, str) or not found.isprintable() or not found:
        raise EditionError("edition_entry", file=file, entry="name", detail="no name that can be shown")
    if len(found) > LONGEST_ID:
        raise EditionError("edition_name_long", file=file, expected=LONGEST_ID, found=len(found))
    return found
