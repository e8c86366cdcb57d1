"""A match that is handed on: whoever gets it, it holds what its view may show, and no more."""

from cli.app import base
from cli.person.references import find, from_elsewhere, split
from cli.person.seats import key_for
from core.kernel.errors import Usage
from core.kernel.log.keys import check_key, keys_of
from core.kernel.log.log import Seen
from replays.files.export import FULL, PUBLIC, SEAT, cut, finished


class Source:
    """A match that is handed on, at a row of it: in a file, or at the desk."""

    def __init__(self, here: base.Terminal, word: str | None) -> None:
        self.here = here
        name, self.row = split(word)
        self.file = from_elsewhere(here, name)
        here.at_hand = self.whole = self._found(name) if self.file is None else self.file
        self.log = self._cut(self.whole)  # that of a file as it is, else what everybody may know

    def opened(self, view: str) -> Seen:
        """As whoever the view is of may have it."""
        if self.file is not None or view == PUBLIC:
            return self.log
        if view == FULL:
            return self.here.desk.open_full(self.log.match, None if self.row is None else self.log.head)
        name = view.removeprefix(SEAT)
        key = key_for(self.here, self.log.match, name, keys_of(self.whole.bodies))
        return self._cut(self.here.desk.open(self.log.match, self.log.seat(name), key))

    def drawn(self) -> Seen:
        """For a list of the draws, which nobody has before the end."""
        return self.opened(FULL) if finished(self.log) else self.log

    def _found(self, name: str) -> Seen:
        match = find(self.here, name)
        self.here.used(match)
        return self.here.desk.open(match)

    def _cut(self, log: Seen) -> Seen:
        return log if self.row is None else cut(log, self.row)


def own_view(log: Seen) -> str:
    """Of a file, that of its reader; of a match in the store, that of everybody."""
    return PUBLIC if log.reader is None else SEAT + log.seats[log.reader]


def wanted(here: base.Terminal, log: Seen, *, full: bool, public: bool) -> str | None:
    """The view asked for; a seat only if it was named on this very line, for a file may go anywhere."""
    if full + public + here.seat_is_chosen > 1:
        raise Usage("one_view")
    if full or public:
        return FULL if full else PUBLIC
    if not here.seat_is_chosen or here.seat_name is None:
        return None
    seat = log.seats[log.seat(here.seat_name)]
    check_key(log.bodies, seat, key_for(here, log.match, seat, keys_of(log.bodies)))
    return SEAT + seat
