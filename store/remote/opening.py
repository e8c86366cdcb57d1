"""The desk of a service: where its copy lies, and who speaks for it."""

import os
import time
from collections.abc import Callable
from urllib.parse import quote

from core.kernel.errors import HeraldError
from store.matches import Matches
from store.remote.call import Host
from store.remote.far import Far, Keys
from store.sqlite.adapter import open_store


def far_desk(url: str, folder: str, keys: Keys, tell: Callable[[HeraldError], None], *, alone: bool = False) -> Far:
    """`folder`: the person's own, in which the copy of each host lies; `alone`: nobody is asked."""
    host = Host(url)
    own = os.path.join(folder, "far")
    os.makedirs(own, mode=0o700, exist_ok=True)
    store = open_store(os.path.join(own, f"{quote(host.url.partition('://')[2], safe='')}.db"), create=True)
    return Far(None if alone else host, Matches(store, lambda: int(time.time()), os.urandom), keys, tell)
