"""What differs between two positions of a board, told from their HTML alone: parts are known by their keys."""

from collections.abc import Iterator

from tests.support.html import Element

Path = tuple[tuple[str, int], ...]
"""The keys of the parts within which a part lies, and its own; each with how many of that key come before it."""


def parts(element: Element) -> Iterator[Element]:
    """The parts in an element that lie in no other part."""
    for inner in element.inner:
        if isinstance(inner, Element):
            if "data-k" in inner.attributes:
                yield inner
            else:
                yield from parts(inner)


def known(element: Element, path: Path = ()) -> dict[Path, Element]:
    """Every part, at any depth, by its path."""
    found: dict[Path, Element] = {}
    counts: dict[str, int] = {}
    for part in parts(element):
        key = part.attributes["data-k"]
        counts[key] = counts.get(key, -1) + 1
        here = (*path, (key, counts[key]))
        found[here] = part
        found |= known(part, here)
    return found


def plain(element: Element, *, whole: bool = True) -> str:
    """As HTML, without what a script, a reader or a browser does to it; `whole`: with the parts that lie in it."""
    classes = " ".join(sorted(element.classes - {"fresh"}))
    told = {key: value for key, value in element.attributes.items() if key not in {"class", "open"}} | (
        {"class": classes} if classes else {}
    )
    inner = "".join(
        it if isinstance(it, str) else plain(it, whole=whole)
        for it in element.inner
        if whole or isinstance(it, str) or "data-k" not in it.attributes
    )
    return inner if element.name == "tbody" else f"<{element.name} {sorted(told.items())}>{inner}"


def changed(before: Element, now: Element) -> set[Path]:
    """What is to be outlined: what is new, but not what lies in it; what has changed by itself; and that in which
    something is missing now, unless something new has come there.
    """
    old, new = known(before), known(now)
    fresh = {path for path in new if path not in old}
    found = {path for path in fresh if path[:-1] not in fresh}
    found |= {path for path in new.keys() & old if plain(new[path], whole=False) != plain(old[path], whole=False)}
    lost = {path[:-1] for path in old if path not in new and path[:-1] in new}
    return found | {path for path in lost - {()} if not any(it[:-1] == path for it in fresh)}


def outlined(board: Element) -> set[Path]:
    return {path for path, part in known(board).items() if "fresh" in part.classes}
