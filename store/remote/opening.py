"""The desk of a service: where its copy lies, and who speaks for it."""

import os
import time
from urllib.parse import quote

from store.remote.call import Host
from store.remote.copies import Copies
from store.remote.far import Far
from store.remote.looking import Keys, Tell
from store.remote.replica import Judge


def far_desk(url: str, folder: str, keys: Keys, tell: Tell, judge: Judge, *, alone: bool = False) -> Far:
    """`folder`: where the copies of each host lie, one that only its owner opens; `alone`: nobody is asked.

    `judge`: what a host shows is kept only if it refuses nothing.
    """
    host = Host(url)
    place = os.path.join(folder, quote(host.url.partition("://")[2], safe=""))
    copies = Copies(place, lambda: int(time.time()), os.urandom)
    return Far(None if alone else host, copies, keys, tell, judge)
