"""The files that docs/hosting.md shows, as they stand there: tried with other names, ports and folders."""

import re
from collections.abc import Mapping

from tests.support.places import ROOT


def recipe(mark: str, instead: Mapping[str, str]) -> str:
    """The one block with this mark; each of these texts is in it, and is exchanged."""
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (text,) = re.findall(rf"^```{mark}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    for old, new in instead.items():
        assert old in text, f"{old} does not stand there any more"
        text = text.replace(old, new)
    return str(text)
