"""The board as text: what a view shows, at most 100 columns wide, with every word and number that a move needs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from core.games.medieval.board.cardtext import effect_texts, lasting_texts, play_cost
from core.games.medieval.data.edition import SEALS, EventCard, edition
from core.games.medieval.names import FIGHTERS, MAYOR, RESOURCES, CardId
from core.games.medieval.view import SeatView, SlotView, View
from core.kernel.drawing.canvas import Cell, Style, cut, flow, grid, wrap
from core.kernel.drawing.picture import Picture
from core.kernel.language.words import Words

ACROSS: Final = 4  # slots of a row, which have one price (MED-3.4)
INNER: Final = 23
COLUMN: Final = 11  # of the name of a seat, so much is shown where it has a column
CARD: Final = 26


def board(v: View, words: Words, seats: Sequence[str], style: Style) -> str:
    """The match as the viewer sees it: what is on offer, the map, the palaces, each seat."""
    return "\n".join(_Board(v, words, seats, style).lines())


class _Board(Picture[View]):
    """With the cards of the match."""

    label: ClassVar[int] = 10

    def __init__(self, v: View, words: Words, seats: Sequence[str], style: Style) -> None:
        super().__init__(v, words, seats, style)
        self.cards = edition(v.edition).cards

    def lines(self) -> Iterable[str]:
        """From what is to be had to what everybody has; after the end, who won instead."""
        if self.v.end is not None:
            yield from self.ranking(self.v.end.ranks, self.v.end.scores, self.v.end.winners)  # MED-20
        else:
            yield from self._round()
            yield from self._current()
            yield from self._upcoming()
            yield from self._map()
        yield from self._palaces()
        for seat in self.v.seats:
            yield from self._seat(seat)
        if self.v.end is None:
            yield from self._legend()

    # --- what concerns everybody

    def _round(self) -> Iterable[str]:
        """MED-12.1: who acts after whom, and who has passed."""
        v, labels = self.v, self.labels
        stage = labels["round"].format(round=v.round, rounds=v.rounds) if v.round else labels["setup"]
        yield self.heading(f"{self.words.title} · {stage}")
        turns = [
            self.style.dim(f"{self.seats[seat]} ({labels['passed']})")
            if v.seats[seat].passed
            else self.style.bold(self.seats[seat])
            for seat in v.order
        ]
        yield from self.listed(labels["order"], turns, " › ")

    def _current(self) -> Iterable[str]:
        v, labels = self.v, self.labels
        stacks = labels["stacks"].format(reserve=v.reserve, discarded=len(v.discard))
        yield self.heading(labels["current"], stacks)
        yield from grid([self._slot(slot) for slot in v.current], ACROSS, INNER, self.style)
        if v.afoot is not None:
            yield from self.labelled(labels["afoot"], self._list((v.afoot,), v.viewer, self.label, modes=True))

    def _slot(self, slot: SlotView) -> Cell:
        """MED-3.5: the price belongs to the slot; an auction has none."""
        if slot.card is None:
            return Cell(str(slot.slot), "", (self.style.dim(self.labels["empty"]),))
        card, room = self.cards[slot.card], INNER - 2
        cost = self._cost(card, self.v.viewer)
        price = "" if card.mode == "auction" else " · " + self.labels["price"].format(price=slot.price)
        return Cell(
            f"{slot.slot}{price}",
            card.id,
            (
                self.style.bold(cut(self.words.name("card", card.id), room)),
                f"{self._seal(card)} · {self.words.name('mode', card.mode)}",
                *wrap(cost if card.bid else self.labels["play"].format(cost=cost), room),
                *flow(effect_texts(self.v, card, self.words), room, ", "),
            ),
        )

    def _upcoming(self) -> Iterable[str]:
        """MED-18.4: what comes next, first card first. MED-R40: do they lie face down?"""
        v = self.v
        hidden = v.upcoming_count - len(v.upcoming)
        if v.upcoming:
            yield self.heading(self.labels["upcoming"])
            yield from (f" {line}" for line in self._list(v.upcoming, v.viewer, 0, modes=True))
        elif hidden:
            yield self.heading(
                self.labels["upcoming"], self.labels["face_down"].format(count=self.words.number(hidden))
            )

    def _map(self) -> Iterable[str]:
        """MED-4.3: what each terrain gives; when the walls are gone, who stands there."""
        yield self.heading(self.labels["terrains"])
        cells = [
            Cell(
                str(terrain),
                "",
                (self.words.amounts("short", goods), *flow(self._pieces_on(terrain), INNER - 2, ", ", ",")),
            )
            for terrain, goods in self.v.terrains.items()
        ]
        yield from grid(cells, ACROSS, INNER, self.style)

    def _pieces_on(self, terrain: int) -> Iterable[str]:
        for seat in self.v.seats:
            letters = "".join(piece[0] for piece in seat.placement or () if piece[1:] == str(terrain))
            if letters:
                yield f"{letters} {self.seats[seat.seat]}"

    def _palaces(self) -> Iterable[str]:
        """MED-2.3: everything that is counted is open; a line for each seat."""
        words, labels = self.words, self.labels
        yield self.heading(labels["palaces"])
        resources = [words.name("short", resource) for resource in RESOURCES]
        rows = [["", labels["vp"], *resources, *(labels[leader] for leader in ("mayor", "general", "admiral"))]]
        for seat in self.v.seats:
            leaders = (seat.leaders.mayor, seat.leaders.general, seat.leaders.admiral)
            counts = (seat.vp, *(seat.palace.of(resource) for resource in RESOURCES), *leaders)
            rows.append([cut(self.seats[seat.seat], COLUMN), *(str(count or "·") for count in counts)])
        yield from self.columns(rows, range(1, len(rows[0])))

    # --- what concerns one seat

    def _seat(self, seat: SeatView) -> Iterable[str]:
        words, labels = self.words, self.labels
        name = f"{self.seats[seat.seat]} ({labels['you']})" if seat.seat == self.v.viewer else self.seats[seat.seat]
        monarch = words.name("monarch", seat.monarch) if seat.monarch else labels["no_monarch"]
        yield self.heading(f"{name} · {monarch}", " · ".join(self._notes(seat)))
        if seat.placement is not None and self.v.end is None:
            yield from self.listed(labels["placed"], self._placed(seat.placement))
        if seat.deployed:
            yield from self.labelled(labels["deployed"], self._list(seat.deployed, seat.seat, self.label, modes=False))
        if seat.realm:
            between = words.effects["between"]
            yield from self.listed(labels["realm"], self._realm(seat.realm), between)
            yield from self.listed(labels["lasting"], self._lasting(seat.realm), between)

    def _notes(self, seat: SeatView) -> Iterable[str]:
        """What else is to be known about a seat now."""
        v, labels = self.v, self.labels
        if not v.round and seat.pair:
            yield labels["pair"].format(pair=", ".join(self.words.name("resource", kind) for kind in seat.pair))
        if seat.committed:
            yield labels["committed"].format(count=self.words.number(seat.committed))
        if seat.picks:
            yield labels["milestones"].format(count=self.words.number(seat.picks))
        if v.round and not all(other.has_placed for other in v.seats):
            yield labels["has_placed" if seat.has_placed else "placing"]
        if seat.passed and v.end is None:
            yield labels["passed"]

    def _placed(self, pieces: Sequence[str]) -> Iterable[str]:
        counted = Counter(self.words.name("piece", piece) for piece in pieces)
        return (name if times == 1 else f"{times}× {name}" for name, times in counted.items())

    def _realm(self, realm: Sequence[CardId]) -> Iterable[str]:
        """By seal, in the order in which they came into play."""
        for seal in SEALS:
            cards = [card for card in map(self.cards.__getitem__, realm) if card.seal == seal]
            if cards:
                names = ", ".join(self.words.name("card", card.id) for card in cards)
                yield self.labels["of_seal"].format(seal=self._seal(cards[0]), count=len(cards), cards=names)

    def _lasting(self, realm: Sequence[CardId]) -> Iterable[str]:
        """What the cards in play still do, alike ones together."""
        counted = Counter(text for card in realm for text in lasting_texts(self.v, self.cards[card], self.words))
        return (text if times == 1 else f"{times}× {text}" for text, times in counted.items())

    # --- small parts

    def _list(self, cards: Sequence[CardId], seat: int | None, indent: int, *, modes: bool) -> list[str]:
        """A line for each card: what to type, name, seal, perhaps the mode, what playing it costs, effects."""
        between = self.words.effects["between"]
        rows = [
            (
                str(card.id),
                cut(self.words.name("card", card.id), CARD),
                self._seal(card),
                *((self.words.name("mode", card.mode),) if modes else ()),
                self._cost(card, seat, "short") if modes else play_cost(self.v, card, self.words, seat, "short"),
                between.join(effect_texts(self.v, card, self.words)),
            )
            for card in map(self.cards.__getitem__, cards)
        ]
        return self.explained(rows, indent + 1, between=between)

    def _cost(self, card: EventCard, seat: int | None, kind: str = "resource") -> str:
        """What it takes to get it into play: its cost, or in an auction the bid."""
        if card.bid is not None:
            return self.labels["bid"].format(resource=self.words.name(kind, card.bid))
        return play_cost(self.v, card, self.words, seat, kind)

    def _seal(self, card: EventCard) -> str:
        return self.style.chip(self.words.name("seal", card.seal), card.seal)

    def _legend(self) -> Iterable[str]:
        """What the modes mean, the letters of the pieces, and words that are typed otherwise than they are read."""
        words, labels = self.words, self.labels
        decoys = edition(self.v.edition).stock.decoys[len(self.v.seats)]
        letters = {letter: "decoy" if kind == MAYOR else kind for letter, kind in FIGHTERS.items()}
        pieces = [
            f"{letter} = {words.name('leader', kind)}" for letter, kind in letters.items() if decoys or kind != "decoy"
        ]
        yield self.legend()
        for mode in ("realm", "majority", "auction"):
            yield from self.told(words.name("mode", mode), labels[f"legend_{mode}"])
        yield from self.labelled(labels["pieces"], [labels["legend_pieces"].format(pieces=", ".join(pieces))])
        yield from self.typed("resource", RESOURCES)
