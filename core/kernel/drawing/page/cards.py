"""Cards as HTML: a card with its price, cost and effects, and the ways in which cards lie beside each other."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from core.kernel.drawing.boxes import LINES
from core.kernel.drawing.page.markup import NOTHING, Seats, colour, element, labelled, scrolling, text
from core.kernel.drawing.parts import Card, Cards, Piece, Spot


def cards(part: Cards, seats: Seats) -> Markup:
    """Cards that belong together, as they lie; without a card there is nothing."""
    return labelled(part.label, _laid(part, seats), seats) if part.cards else NOTHING


def _laid(part: Cards, seats: Seats) -> Markup:
    match part.form:
        case "tableau":
            return _tableau(part, seats)
        case "matrix":
            return _matrix(part, seats)
        case "ring":
            return _ring(part, seats)
        case "rows":
            return element("div", *(card(it, seats, brief=True) for it in part.cards), cls=f"cards {_lines(part)}")
        case "grid":
            across = f"grid n{part.across}" if part.across else ""
            return element("div", *(card(it, seats) for it in part.cards), cls=f"cards {across} {_lines(part)}")


def _ring(part: Cards, seats: Seats) -> Markup:
    """Clockwise: what lies below goes from right to left; in a narrow place, up again on the left.

    Where one row holds all of them, only a narrow place has to part them.
    """
    told = [card(it, seats) for it in part.cards]
    row = len(told) <= part.across
    half = (len(told) + 1) // 2 if row else part.across
    halves = (element("div", *side) for side in (told[:half], told[half:]))
    return element("div", *halves, cls=f"cards ring {'row' * row} {_lines(part)}")


def _lines(part: Cards) -> str:
    """Do the texts of a card stand on lines of their own?"""
    return "lines" * (part.between == LINES)


def _matrix(part: Cards, seats: Seats) -> Markup:
    """Rows and columns with their heads: a table, which never loses its shape."""
    across = part.across
    rows = [part.cards[at : at + across] for at in range(0, len(part.cards), across)]
    corner = element("td") if part.sides else NOTHING
    heads = [element("th", text(head, seats), scope="col") for head in part.heads]
    told = [element("tr", corner, *heads)] if heads else []
    for number, row in enumerate(rows):
        side = element("th", text(part.sides[number], seats), scope="row") if part.sides else NOTHING
        told.append(element("tr", side, *(element("td", card(it, seats)) for it in row)))
    return scrolling(element("table", *told, cls=f"matrix n{across}"))


def _tableau(part: Cards, seats: Seats) -> Markup:
    """What has been played: a stack for each colour, below its head, in which every card shows its name."""
    told = (_stack(head, stack, seats) for head, stack in part.groups())
    return element("div", *told, cls="cards tableau")


def _stack(head: str, stack: Sequence[Card], seats: Seats) -> Markup:
    title = element("p", text(head, seats), cls="head") if head else NOTHING
    names = (element("li", text(it.name or it.typed, seats), data_k=it.key) for it in stack)
    return element("div", title, element("ol", *names), cls=f"stack {colour(stack[0].colour)}")


def card(it: Card, seats: Seats, *, brief: bool = False) -> Markup:
    """A card: where it lies and what is typed for it, its name and kind, what it costs, what it does, who is there."""
    typed = element("code", text(it.typed, seats)) if it.typed else NOTHING
    title = element("span", text(it.title, seats)) if it.title else NOTHING
    head = element("header", title, typed) if title or typed or it.colour else NOTHING
    cost = it.brief if brief and it.brief else it.cost
    state = " empty" * it.empty + " back" * it.back
    return element(
        "article",
        head,
        element("h3", text(it.name, seats)) if it.name else NOTHING,
        _count(it),
        element("p", Markup(" ").join(text(tag, seats) for tag in it.tags), cls="tags") if it.tags else NOTHING,
        element("p", text(cost, seats), cls="cost") if cost else NOTHING,
        element("p", text(it.worth, seats), cls="worth") if it.worth else NOTHING,
        *(element("p", text(line, seats), cls="effect") for line in it.text),
        element("ul", *(_spot(spot, seats) for spot in it.spots), cls="spots") if it.spots else NOTHING,
        pieces(it.pieces, seats),
        pieces(it.reach, seats, "reach"),
        cls=f"card {colour(it.colour)}{state}",
        data_k=it.key,
    )


def _count(it: Card) -> Markup:
    """How many lie there, unless the name says so."""
    said = it.count == 1 or str(it.count) in it.name.split()
    return NOTHING if said else element("b", f"×{it.count}", cls="count")


def _spot(it: Spot, seats: Seats) -> Markup:
    taken = piece(it.piece, seats) if it.piece else NOTHING
    label = element("code", text(it.label, seats)) if it.label else NOTHING
    told = element("span", text(it.text, seats)) if it.text else NOTHING
    return element("li", label, told, taken, cls="taken" if it.piece else "")


def pieces(found: Iterable[Piece], seats: Seats, more: str = "") -> Markup:
    """Pieces side by side; without one there is nothing."""
    told = [piece(it, seats) for it in found]
    return element("p", *told, cls=f"pieces {more}") if told else NOTHING


def piece(it: Piece, seats: Seats) -> Markup:
    """A piece in the colour of its seat, with the seat's sign where its own letters do not say whose it is."""
    letters = text(it.text, seats)
    if it.seat is None:
        return element("span", letters, cls=f"piece nobody {it.shape}{' spent' * it.spent}", title=it.name)
    sign = seats.letter(it.seat)
    shown = letters if sign in letters else Markup("{} {}").format(sign, letters)
    look = f"piece {seats.colour(it.seat)} {it.shape}{' spent' * it.spent}"
    return element("span", shown, cls=look, title=it.name)
