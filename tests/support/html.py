"""HTML as a browser reads it: elements with their attributes, and the text between them."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset({"meta"})


class Element:
    """An element, the elements and texts in it."""

    def __init__(self, name: str, attributes: dict[str, str]) -> None:
        self.name = name
        self.attributes = attributes
        self.inner: list[Element | str] = []

    @property
    def classes(self) -> set[str]:
        return {*self.attributes.get("class", "").split()}

    @property
    def text(self) -> str:
        """All that is read in it, without the style sheet."""
        return self.text_without("")

    def text_without(self, name: str) -> str:
        """The same without the elements of a class."""
        if self.name == "style" or name in self.classes:
            return ""
        return "".join(part if isinstance(part, str) else part.text_without(name) for part in self.inner)

    def walk(self) -> "Iterator[Element]":
        """It and all elements in it, in their order."""
        yield self
        for part in self.inner:
            if isinstance(part, Element):
                yield from part.walk()

    def of(self, name: str) -> "list[Element]":
        """The elements of this class in it, or of this name."""
        return [it for it in self.walk() if name in it.classes or it.name == name]

    def skeleton(self) -> list[tuple[str, dict[str, str]]]:
        """All elements with their attributes, without what is a text of somebody's."""
        free = {"title", "data-k"}
        return [(it.name, {key: told for key, told in it.attributes.items() if key not in free}) for it in self.walk()]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"an attribute twice: {attrs}"
        found = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inner.append(found)
        if tag not in VOID:
            self.open.append(found)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag, f"</{tag}> closes another element"

    def handle_data(self, data: str) -> None:
        self.open[-1].inner.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


def read_html(text: str) -> Element:
    """The elements of a text, each of which is closed where it was opened."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1, f"not closed: {[it.name for it in reader.open]}"
    return reader.open[0]
