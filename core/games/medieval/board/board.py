"""The board: what a view shows, as a tree of parts, with every word and number that a move needs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from core.games.medieval.board.cardtext import effect_texts, lasting_texts, play_cost
from core.games.medieval.board.contests import controllers, takers
from core.games.medieval.data.edition import SEALS, EventCard, edition
from core.games.medieval.names import FIGHTERS, MAYOR, RESOURCES, CardId
from core.games.medieval.view import SeatView, SlotView, View
from core.kernel.drawing import ink
from core.kernel.drawing.description import Description
from core.kernel.drawing.parts import Board, Card, Cards, Line, Panel, Part, Piece
from core.kernel.language.words import Words

MODES: Final = ("realm", "majority", "auction")
GOES: Final = "→"
ACROSS: Final = 4  # slots of a row, which have one price (MED-3.4)


def board(v: View, words: Words, seats: Sequence[str]) -> Board:
    """The match as the viewer sees it: what is on offer, the map, the palaces, each seat."""
    return _Board(v, words, seats).board()


class _Board(Description[View]):
    """With the cards of the match."""

    def __init__(self, v: View, words: Words, seats: Sequence[str]) -> None:
        super().__init__(v, words, seats)
        self.cards = edition(v.edition).cards
        self.between = words.effects["between"]  # of two effects

    def board(self) -> Board:
        """From what is to be had to what everybody has; after the end, who won instead."""
        v = self.v
        seats = (self._palaces(), *map(self._seat, sorted(v.seats, key=lambda seat: seat.seat != v.viewer)))
        if v.end is not None:
            panels = (self.ranking(v.end.ranks, v.end.scores, v.end.winners), *seats)  # MED-20
        else:
            panels = (self._round(), self._current(), *self._upcoming(), self._map(), *seats, self._legend())
        scores = tuple(seat.vp for seat in v.seats) if v.end is None else v.end.scores
        return Board(panels, tuple(self.seats), scores=scores)

    # --- what concerns everybody

    def _round(self) -> Panel:
        """MED-12.1: who acts after whom, and who has passed."""
        v, labels = self.v, self.labels
        stage = labels["round"].format(round=v.round, rounds=v.rounds) if v.round else labels["setup"]
        turns = (
            ink.quiet(f"{self.seats[seat]} ({labels['passed']})") if v.seats[seat].passed else self.seat(seat)
            for seat in v.order
        )
        return Panel("stage", f"{self.words.title} · {stage}", "", (self.line("order", turns, " › "),), kind="stage")

    def _current(self) -> Panel:
        v, labels = self.v, self.labels
        slots = Cards(tuple(map(self._slot, v.current)), ACROSS, between=", ")
        afoot = () if v.afoot is None else (self._list((v.afoot,), v.viewer, labels["afoot"]),)
        stacks = labels["stacks"].format(reserve=v.reserve, discarded=len(v.discard))
        return Panel("current", labels["current"], stacks, (slots, *afoot), kind="offer")

    def _slot(self, slot: SlotView) -> Card:
        """MED-3.5: the price belongs to the slot; an auction has none."""
        if slot.card is None:
            return Card(f"slot{slot.slot}", title=str(slot.slot), name=self.labels["empty"], empty=True)
        card = self.cards[slot.card]
        price = (
            ""
            if card.mode == "auction"
            else " · " + ink.good(self.labels["price"].format(price=slot.price), "production")
        )
        found = self._card(card, self.v.viewer, title=f"{slot.slot}{price}")
        return replace(found, pieces=tuple(self._takers(card, slot.price)))

    def _takers(self, card: EventCard, price: int) -> Iterable[Piece]:
        """MED-14: to whom a majority card goes that is activated now; several, where it depends on who does."""
        if card.mode != "majority" or not self.v.round:
            return
        for seat in takers(self.v, card, price):
            yield Piece(seat, GOES, self.labels["nobody"] if seat is None else self.seats[seat])

    def _upcoming(self) -> Iterable[Panel]:
        """MED-18.4: what comes next, first card first. MED-R40: do they lie face down?"""
        v, title = self.v, self.labels["upcoming"]
        hidden = v.upcoming_count - len(v.upcoming)
        if v.upcoming:
            yield Panel("upcoming", title, "", (self._list(v.upcoming, v.viewer),), kind="offer")
        elif hidden:
            note = self.labels["face_down"].format(count=self.words.number(hidden))
            pile = Card("upcoming", back=True, count=hidden)
            yield Panel("upcoming", title, note, (Cards((pile,), form="rows"),), kind="offer")

    def _map(self) -> Panel:
        """MED-4.3: what each terrain gives; when the walls are gone, who stands there."""
        won = controllers(self.v)
        cells = tuple(
            Card(
                f"t{at}",
                title=str(at),
                cost=self.words.amounts("short", goods),
                text=(self._controlled(won[at]),) if at in won else (),
                pieces=tuple(self._on(at)),
            )
            for at, goods in self.v.terrains.items()
        )
        combat = edition(self.v.edition).stock.combat
        note = self.labels["strength"].format(**combat)
        return Panel("map", self.labels["terrains"], note, (Cards(cells, ACROSS),), kind="map")

    def _controlled(self, seat: int | None) -> str:
        """MED-10.4, MED-10.5."""
        return self.labels["tied"] if seat is None else f"{GOES} {self.seat(seat)}"

    def _on(self, terrain: int) -> Iterable[Piece]:
        for seat in self.v.seats:
            letters = "".join(piece[0] for piece in seat.placement or () if piece[1:] == str(terrain))
            if letters:
                yield Piece(seat.seat, letters, self.seats[seat.seat], shape="meeple")

    def _palaces(self) -> Panel:
        """MED-2.3: everything that is counted is open; a line for each seat."""
        words, labels = self.words, self.labels
        leaders = ("mayor", "general", "admiral")
        head = [labels["vp"], *(words.name("short", kind) for kind in RESOURCES), *(labels[kind] for kind in leaders)]
        rows = [
            self.counted(
                self.seats[seat.seat],
                (seat.vp, *map(seat.palace.of, RESOURCES), *(getattr(seat.leaders, kind) for kind in leaders)),
                seat.seat,
            )
            for seat in self.v.seats
        ]
        table = self.counters(head, rows, ("vp", *RESOURCES, *leaders))
        return Panel("palaces", labels["palaces"], "", (table,))

    # --- what concerns one seat

    def _seat(self, seat: SeatView) -> Panel:
        words, labels = self.words, self.labels
        monarch = words.name("monarch", seat.monarch) if seat.monarch else labels["no_monarch"]
        parts: list[Part] = []
        if seat.placement is not None and self.v.end is None:
            parts.append(self.line("placed", self._placed(seat.placement)))
        if seat.deployed:
            parts.append(self._list(seat.deployed, seat.seat, labels["deployed"], modes=False))
        if seat.realm:
            parts.append(self._realm(seat.realm))
            parts.append(self.line("lasting", self._lasting(seat.realm), self.between))
        return self.of_seat(seat.seat, [monarch], self._notes(seat), parts)

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

    def _realm(self, realm: Sequence[CardId]) -> Cards:
        """By seal, in the order in which they came into play."""
        cards = sorted(map(self.cards.__getitem__, realm), key=lambda card: SEALS.index(card.seal))
        counted = Counter(card.seal for card in cards)
        first = {card.seal: card for card in reversed(cards)}
        heads = (
            self.labels["of_seal"].format(seal=self._seal(first[seal]), count=count) for seal, count in counted.items()
        )
        played = tuple(self._card(card, None) for card in cards)
        return Cards(played, 0, "tableau", self.labels["realm"], self.between, tuple(heads))

    def _lasting(self, realm: Sequence[CardId]) -> Iterable[str]:
        """What the cards in play still do, alike ones together."""
        counted = Counter(text for card in realm for text in lasting_texts(self.v, self.cards[card], self.words))
        return (text if times == 1 else f"{times}× {text}" for text, times in counted.items())

    # --- cards

    def _list(self, cards: Sequence[CardId], seat: int | None, label: str = "", *, modes: bool = True) -> Cards:
        """A line for each: what to type, name, seal, perhaps the mode, what playing it costs, effects."""
        listed = tuple(self._card(self.cards[card], seat, modes=modes) for card in cards)
        return Cards(listed, 0, "rows", label, self.between)

    def _card(self, card: EventCard, seat: int | None, *, title: str = "", modes: bool = True) -> Card:
        """MED-16.1: what it takes for this seat to get it into play: its cost, or in an auction the bid."""
        words, labels = self.words, self.labels
        if modes and card.bid is not None:
            cost, brief = (labels["bid"].format(resource=words.name(kind, card.bid)) for kind in ("resource", "short"))
        else:
            cost = labels["play"].format(cost=play_cost(self.v, card, words, seat))
            brief = play_cost(self.v, card, words, seat, "short")
        return Card(
            card.id,
            str(card.id),
            title,
            words.name("card", card.id),
            card.seal,
            (self._seal(card), *((words.name("mode", card.mode),) if modes else ())),
            cost,
            brief,
            text=tuple(map(words.goods, effect_texts(self.v, card, words))),
        )

    def _seal(self, card: EventCard) -> str:
        return ink.chip(self.words.name("seal", card.seal), card.seal)

    def _legend(self) -> Panel:
        """What the modes mean, the letters of the pieces, and words that are typed otherwise than they are read."""
        words, labels = self.words, self.labels
        decoys = edition(self.v.edition).stock.decoys[len(self.v.seats)]
        letters = {letter: "decoy" if kind == MAYOR else kind for letter, kind in FIGHTERS.items()}
        pieces = [
            f"{letter} = {words.name('leader', kind)}" for letter, kind in letters.items() if decoys or kind != "decoy"
        ]
        modes = [Line(words.name("mode", mode), (labels[f"legend_{mode}"],)) for mode in MODES]
        told = self.line("pieces", [labels["legend_pieces"].format(pieces=", ".join(pieces))])
        goes = Line("", (labels["legend_goes"],))
        return self.legend(*modes, goes, told, self.typed("resource", RESOURCES))
