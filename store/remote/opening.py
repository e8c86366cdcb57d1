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
    """`folder`: where the copy of each host lies, one that only its owner opens; `alone`: nobody is asked."""
    host = Host(url)
    store = open_store(os.path.join(folder, f"{quote(host.url.partition('://')[2], safe='')}.db"), create=True)
    return Far(None if alone else host, Matches(store, lambda: int(time.time()), os.urandom), keys, tell)
