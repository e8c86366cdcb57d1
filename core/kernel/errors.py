"""One root for everything that can go wrong, in three families: usage, refusal, integrity.

An error carries data, never a finished sentence: `why` names a sentence of the word files, `terms` fill it in,
so that the terminal says it in the reader's language and `--json` says the same as fields.
"""

from collections.abc import Sequence

Term = int | str | None


class HeraldError(Exception):
    """The root: `code` is stable and documented, `why` names the sentence."""

    code = "failure"

    said_at = ""
    """Of an error that a host has told: its address. All of it is the word of whoever is there."""

    def __init__(self, why: str, **terms: object) -> None:
        super().__init__(why, terms)
        self.why = why
        self.terms = terms

    def __str__(self) -> str:
        """Plain text for developers; people read the sentence of the word files."""
        return self.why + "".join(f" {key}={value}" for key, value in self.terms.items())

    def elsewhere(self) -> "HeraldError":
        """The same as somebody may be told who is not at this machine."""
        return self


class Usage(HeraldError):
    """A command that cannot be understood: unknown name, bad notation, nothing there; `known` says what exists."""

    code = "usage"

    def __init__(self, why: str, known: Sequence[str] = (), **terms: object) -> None:
        super().__init__(why, **terms)
        self.known = tuple(known)


class Refused(HeraldError):
    """An illegal move: the rule, what was needed, what was had, the nearest legal moves; never a secret."""

    code = "refused"

    def __init__(
        self, rule: str, why: str, need: Term = None, have: Term = None, nearest: Sequence[str] = (), **terms: object
    ) -> None:
        super().__init__(why, need=need, have=have, **terms)
        self.rule = rule
        self.need = need
        self.have = have
        self.nearest = tuple(nearest)


class NotYourTurn(Refused):
    """Somebody else is asked now."""

    code = "not_your_turn"


class NotAllowed(HeraldError):
    """The seat or the key does not permit it."""

    code = "not_allowed"


class Stale(HeraldError):
    """Somebody moved first: the match has gone on since what the caller saw."""

    code = "stale"

    def __init__(self, match: str, expected: int, head: int) -> None:
        super().__init__("stale", match=match, expected=expected, row=head)
        self.expected = expected
        self.head = head


class Damaged(HeraldError):
    """A log that is damaged, diverges, or was written by an unknown version: row, part, expected, found."""

    code = "damaged"

    def __init__(
        self, why: str, row: int, part: str, expected: object = None, found: object = None, **terms: object
    ) -> None:
        super().__init__(why, row=row, part=part, expected=expected, found=found, **terms)
        self.row = row
        self.part = part
        self.expected = expected
        self.found = found

    def elsewhere(self) -> "Damaged":
        """Where it is, and nothing of what stands there."""
        return Damaged("damaged_there", self.row, self.part)


class AsWritten(HeraldError):
    """A log that holds, but only as it is written: it rests on something that nobody decided again."""

    code = "as_written"


class Hidden(HeraldError):
    """A secret was looked into that this reader does not hold."""

    code = "hidden"

    def __init__(self, box: tuple[int, int]) -> None:
        super().__init__("hidden", box=list(box))
        self.box = box


class EditionError(Usage):
    """An edition file that does not fit: names the file and the entry."""

    code = "edition"
