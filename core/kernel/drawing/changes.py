"""What is otherwise on a board than it was before: texts and pieces that are new are marked (`ink.changed`)."""

from collections.abc import Container, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import replace

from core.kernel.drawing import ink
from core.kernel.drawing.parts import Board, Card, Cards, Map, Net, Panel, Part, Row, Space, Table

UNREAD: Final = frozenset({"key", "colour", "colours", "ground", "shape", "form", "kind", "between", "goods", "ends"})
"""Fields of parts that are no texts,"""
DRAWN: Final = frozenset({"sides", "facing", "owners", "label", "heads", "head"})
"""and what is a line of the picture, or the frame around what is told."""

_TUPLE: Any = tuple


def changed(board: Board, before: Board) -> Board:
    """The same board; what it did not say before is marked."""
    known = {panel.key: panel for panel in before.panels}
    panels = (_marked(panel, known[panel.key]) if panel.key in known else panel for panel in board.panels)
    return replace(board, panels=tuple(panels))


def differing(board: Board, before: Board) -> list[Panel]:
    """Of each panel, but for that of the stage, the parts that are not as they were."""
    known = {panel.key: panel.parts for panel in before.panels}
    panels = (
        replace(it, parts=tuple(part for part in it.parts if part not in known.get(it.key, ())))
        for it in board.panels
        if it.kind not in {"stage", "legend"}
    )
    return [panel for panel in panels if panel.parts]


def narrowed(boards: Sequence[Board]) -> list[Board]:
    """Boards in which changes are marked, each with only those panels, cards and rows in which one of them has any."""
    marked = {key for board in boards for panel in board.panels for key in _places(panel)}
    return [
        replace(board, panels=tuple(_narrowed(panel, marked) for panel in board.panels if (panel.key, "") in marked))
        for board in boards
    ]


def _places(panel: Panel) -> Iterator[tuple[str, str]]:
    """Where something is marked: the panel, and cards in it."""
    if panel.kind == "legend" or not _is_marked(panel):
        return
    yield panel.key, ""
    for part in panel.parts:
        if isinstance(part, Cards):
            yield from ((panel.key, card.key) for card in part.cards if _is_marked(card))


def _narrowed(panel: Panel, marked: Container[tuple[str, str]]) -> Panel:
    parts: list[Part] = []
    for part in panel.parts:
        if isinstance(part, Cards):
            cards = tuple(card for card in part.cards if (panel.key, card.key) in marked)
            form = "rows" if part.form in _FRAMED else part.form
            across = min(part.across, len(cards))
            few = replace(part, cards=cards, form=form, across=across, heads=_heads(part, cards))
            parts += [few] if cards else []
        elif isinstance(part, Table):
            rows = tuple(row for row in part.rows if _is_marked(row))
            parts += [replace(part, rows=rows)] if rows else []
        elif isinstance(part, Map | Net) or _is_marked(part):
            parts.append(part)
    return replace(panel, parts=tuple(parts))


def _heads(part: Cards, kept: Sequence[Card]) -> tuple[str, ...]:
    """Return the heads that still have a card: those of a frame go with it, those of a tableau with their group."""
    if part.form in _FRAMED:
        return ()
    if part.form != "tableau":
        return part.heads
    return tuple(head for head, group in part.groups() if head and any(card in kept for card in group))


_FRAMED: Final = frozenset({"ring", "matrix"})  # whole alone


def _is_marked(part: Any) -> bool:
    return ink.is_changed(json.encode(part).decode())


def _marked(new: Any, old: Any) -> Any:
    """A text, some of them, or a part with its fields."""
    if new == old:
        return new
    if isinstance(new, str):
        return ink.changed(new)
    if isinstance(new, _TUPLE):
        return _each(new, old)
    if isinstance(new, Card) and ink.bare(new.name) != ink.bare(old.name if isinstance(old, Card) else ""):
        return replace(new, name=ink.changed(new.name))  # another card: what it does is all new
    if isinstance(new, Row) and isinstance(old, Row) and len(new.cells) == len(old.cells):
        return replace(new, cells=tuple(map(_marked, new.cells, old.cells)))
    if isinstance(new, Space) and isinstance(old, Space) and new.now and not old.now:
        return replace(new, text=ink.changed(new.text))
    if isinstance(new, Struct) and type(new) is type(old):
        names = [name for name in new.__struct_fields__ if name not in UNREAD | DRAWN]
        return replace(new, **{name: _marked(getattr(new, name), getattr(old, name)) for name in names})
    return _new(new)


def _each(new: tuple[Any, ...], old: tuple[Any, ...]) -> tuple[Any, ...]:
    """Each beside what it was, by its key or its place, where it has one. Texts and pieces were there, or are new."""
    if all(hasattr(item, "key") for item in (*new, *old)):
        known = {item.key: item for item in old}
        return tuple(_marked(item, known.get(item.key)) for item in new)
    if len(new) == len(old) and not any(isinstance(item, str) or hasattr(item, "shape") for item in new):
        return tuple(map(_marked, new, old))
    return tuple(item if item in old else _new(item) for item in new)


def _new(item: Any) -> Any:
    """Something that was not there: its first text is marked."""
    if isinstance(item, str):
        return ink.changed(item)
    if isinstance(item, Row):
        return replace(item, cells=tuple(map(ink.changed, item.cells)))
    for name in ("name", "names", "text"):
        said = getattr(item, name, None)
        if said:
            return replace(
                item, **{name: ink.changed(said) if isinstance(said, str) else tuple(map(ink.changed, said))}
            )
    return item
