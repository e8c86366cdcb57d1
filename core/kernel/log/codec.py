"""Bodies to bytes and back, for one game: boxes are written in place of secrets, old types are lifted first."""

from collections.abc import Callable, Mapping, MutableMapping
from functools import cache
from typing import Any, Protocol, TypeVar, get_args

import msgspec

from core.kernel.decoding import convert, decode, decoder
from core.kernel.errors import Damaged
from core.kernel.game import Game
from core.kernel.log.kernel_steps import steps_of
from core.kernel.log.row import FORMAT, AnyBody, Body, Kind, StoredRow, is_bare_word
from core.kernel.rules.secret import HOLE, Box, Opening, Secret

W = TypeVar("W")

_LIST: Any = list
_DICT: Any = dict

UNREADABLE = (msgspec.DecodeError, LookupError, RecursionError, TypeError, ValueError)
"""What can come of bytes that are no row, and of a lift that expects another shape."""

Vault = MutableMapping[Box, Opening]
"""The openings that a reader holds, over all rows of a match."""

NOTHING: Vault = {}

Lifts = Mapping[str, Any]

Decode = Callable[[bytes | msgspec.Raw], AnyBody]
"""Bytes to a body, for one reader."""

Skim = Callable[[StoredRow, int], AnyBody]
"""The same of a row and its number."""


class Openings(Protocol):
    """A vault as far as reading needs one: its keeper need not hold all openings at once."""

    def get(self, box: Box, /) -> Opening | None:
        """What opens this box."""
        ...

    def update(self, openings: Mapping[Box, Opening], /) -> None:
        """What stands beside a row joins."""
        ...


class _BoxMark(msgspec.Struct, frozen=True):
    """How a secret stands in a body."""

    box: Box
    by: tuple[int, ...]


class Read(msgspec.Struct, frozen=True, gc=False):
    """A row as one reader can read it: what it says, how many boxes it names, and which of them stay closed to him."""

    body: AnyBody
    boxes: int = 0
    holes: tuple[Box, ...] = ()


class Codec:
    """Encodes and decodes the rows of one game. It keeps nothing of any reader: all may share it, also at once."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self._encoder = msgspec.json.Encoder(enc_hook=_mark)
        self._idle: list[_Reader] = []  # who reads takes one out

    def encode(self, body: AnyBody) -> msgspec.Raw:
        """The bytes that are hashed and kept."""
        return msgspec.Raw(self._encoder.encode(body))

    def decode(self, row: StoredRow, vault: Vault | Openings, number: int = 0) -> AnyBody:
        """The body of a row; its openings join the vault."""
        return self.read(row, vault, number).body

    def skimmer(self, vault: Openings) -> Skim:
        """Reads of a row what was done, for one who decides again what followed: facts and steps stay as they are.

        One reader keeps it to himself, with the openings that he holds.
        """
        raw: Any = msgspec.Raw
        decode = _decoder(_Secrets(self.game, vault).unbox, raw, self.game.moves, raw)

        def skim(row: StoredRow, number: int) -> AnyBody:
            try:
                return decode(row.body)
            except UNREADABLE:  # it is of an older version, or something is wrong with it: that is found here
                return self.decode(row, vault, number)

        return skim

    def read(self, row: StoredRow, vault: Vault | Openings, number: int = 0) -> Read:
        """The same, with what became of its boxes."""
        try:
            if row.openings and any(row.openings):
                seq = number or peek(row)
                vault.update({(seq, n): opening for n, opening in enumerate(row.openings) if opening is not None})
            str(bytes(row.body), "utf-8")  # the decoder lets raw parts pass as they are
            found = self._read(row.body, vault)
        except UNREADABLE as problem:
            found = self._older(row, vault, number, problem)
        if found.body.v > FORMAT:
            raise Damaged("other_format", number or found.body.seq, "version", expected=FORMAT, found=found.body.v)
        return found

    def _older(self, row: StoredRow, vault: Vault | Openings, number: int, problem: Exception) -> Read:
        """A body with types of older versions, in today's shape."""
        if not self.game.lifts:
            raise Damaged("unreadable_row", number, "body", found=str(problem)) from problem
        try:
            return self._read(_lifted(row.body, self.game.lifts), vault)
        except UNREADABLE as again:
            raise Damaged("unreadable_row", number, "body", found=str(again)) from again

    def _read(self, data: msgspec.Raw | bytes, vault: Vault | Openings) -> Read:
        try:
            reader = self._idle.pop()
        except IndexError:  # the first one, or all others are reading at this moment
            reader = _Reader(self.game)
        reader.vault = vault
        try:
            body = reader.decode(data)
            return Read(body, reader.boxes, tuple(reader.holes)) if reader.boxes else Read(body)
        finally:
            reader.vault = NOTHING
            if reader.boxes:
                reader.boxes, reader.holes = 0, []
            self._idle.append(reader)


class _Secrets:
    """What stands in boxes, for somebody: each becomes a secret, filled if he holds the opening, else a hole."""

    def __init__(self, game: Game[Any, Any], vault: Vault | Openings) -> None:
        self.vault = vault
        self._lifts = game.lifts
        self._decoders: dict[
            int, msgspec.json.Decoder[Any]
        ] = {}  # by what is the same `kind` each time: its hash is slow

    def unbox(self, kind: Any, mark: Any) -> Secret[Any]:
        box = convert(mark, _BoxMark)
        opening = self.vault.get(box.box)
        if opening is None:
            return Secret(box.box, box.by, "", HOLE)
        decoder = self._decoders.get(id(kind)) or self._decoders.setdefault(id(kind), _value_decoder(kind))
        try:
            value = decoder.decode(opening.value)
        except msgspec.ValidationError:
            value = self._older(decoder, opening, box.box)
        return Secret(box.box, box.by, opening.salt, value)

    def _older(self, decoder: msgspec.json.Decoder[Any], opening: Opening, box: Box) -> Any:
        """What lies in the box, in today's shape. Where it has none, an error says so and quotes nothing of it."""
        try:
            return decoder.decode(_lifted(opening.value, self._lifts))
        except UNREADABLE:
            raise ValueError(f"what lies in box {box[1]} of row {box[0]}") from None


class _Reader(_Secrets):
    """Reads a row for somebody, and notes its boxes.

    Nobody else can use it meanwhile, and between two rows it holds nothing.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game, NOTHING)
        self.decode = _decoder(self.unbox, game.facts, game.moves, steps_of(game))
        self.boxes = 0
        self.holes: list[Box] = []

    def unbox(self, kind: Any, mark: Any) -> Secret[Any]:
        secret = super().unbox(kind, mark)
        self.boxes += 1
        if not secret.known:
            self.holes.append(secret.box)
        return secret


def _decoder(unbox: Callable[[Any, Any], Secret[Any]], *kinds: Any) -> Decode:
    """Reads bodies of which facts, moves and steps are of these kinds."""
    generic: Any = Body
    return decoder(generic[kinds], unbox).decode


@cache
def _value_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Reads what lies in a `Secret` of this kind."""
    return decoder(get_args(kind)[0])


def _mark(secret: Any) -> Any:
    if isinstance(secret, Secret):
        return _BoxMark(secret.box, secret.by)
    raise NotImplementedError(f"cannot be written into a log: {type(secret)}")


def build_decoders(game: Game[Any, Any]) -> None:
    """Build all types that the rows of a game are read into, so that no later thread has to."""
    _Reader(game)
    Codec(game).skimmer(NOTHING)
    for kind in (_BoxMark, _Seq, _Kind, _First):
        decoder(kind)


class _Seq(msgspec.Struct):
    seq: int


class _Kind(msgspec.Struct):
    kind: Kind


class _Seeded(msgspec.Struct):
    seed_chosen: bool = False
    practice: bool = False


class _First(msgspec.Struct):
    v: int
    about: _Seeded


def peek(row: StoredRow) -> int:
    """The number of a row, without reading the rest."""
    return decode(row.body, _Seq).seq


def begins_guessable(first: StoredRow) -> bool:
    """`is_guessable` of the match that begins so, without reading the rest of row 1."""
    said = _glance(first, 1, _First)
    return is_bare_word(said.v, chosen=said.about.seed_chosen, practice=said.about.practice)


def kind_of(row: StoredRow, number: int) -> Kind:
    """The kind of a row, without reading the rest."""
    return _glance(row, number, _Kind).kind


def _glance(row: StoredRow, number: int, wanted: type[W]) -> W:
    try:
        return decode(row.body, wanted)
    except UNREADABLE as problem:
        raise Damaged("unreadable_row", number, "body", found=str(problem)) from problem


def _lifted(old: msgspec.Raw | str, lifts: Lifts) -> bytes:
    """JSON in today's shape: what no lift changes stays the same bytes."""
    return msgspec.json.encode(_lift(msgspec.json.decode(old), lifts))


def _lift(value: Any, lifts: Lifts) -> Any:
    """Lift every tagged object of an old type, inside out."""
    if isinstance(value, _LIST):
        return [_lift(item, lifts) for item in value]
    if not isinstance(value, _DICT):
        return value
    made: dict[str, Any] = {key: _lift(item, lifts) for key, item in value.items()}
    for tag in ("type", "step"):
        while isinstance(old := made.get(tag), str) and (lift := lifts.get(old)) is not None:
            made = lift(made)
            if made.get(tag) == old:  # the same type in another shape
                break
    return made
