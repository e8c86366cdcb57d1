"""What the script of a page unfolds, and that script: both stand in the page, so that it asks nobody for anything."""

import base64
import re
import zlib
from typing import Any

import msgspec
from markupsafe import Markup

from core.kernel.drawing.page.markup import element
from core.kernel.setup.resources import read


def store(data: Any) -> Markup:
    """In letters of which none ends a script: five for four bytes."""
    packed = base64.b85encode(zlib.compress(msgspec.json.encode(data), 9))
    told = packed.translate(bytes.maketrans(b"<", b".")).decode()
    return element("script", Markup(told), type="text/plain", id="store")  # noqa: S704 - see above


def script(name: str) -> str:
    """Behind what it unfolds the store with. Comments are for those who read it here."""
    text = "".join(read("replays.page", file).decode() for file in ("unpack.js", name))
    return re.sub(r"\n\s*(?://.*|/\*\*.*)?", "\n", text)
