"""The desk of a service: where its copy lies, and who speaks for it."""

import os
import time
from urllib.parse import quote

from store.remote.call import Host
from store.remote.copies import Copies
from store.remote.far import Far
from store.remote.looking import Keys, Tell


def far_desk(url: str, folder: str, keys: Keys, tell: Tell, *, alone: bool = False) -> Far:
    """`folder`: where the copies of each host lie, one that only its owner opens; `alone`: nobody is asked."""
    host = Host(url)
    place = os.path.join(folder, quote(host.url.partition("://")[2], safe=""))
    copies = Copies(place, lambda: int(time.time()), os.urandom)
    return Far(None if alone else host, copies, keys, tell)
