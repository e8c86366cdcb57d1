"""The eight places: what each gives now, its huts, and whose councilors stand there."""

from collections.abc import Callable, Iterable
from typing import Final

from core.games.emara.board.cardtext import cost_text, goods_text
from core.games.emara.board.pen import Pen
from core.games.emara.data.edition import Event
from core.games.emara.names import CASTLE, CATHEDRAL, CONSTRUCTION_SITE, MARKET, RESOURCES, Goods, MarkerId, PlaceId
from core.games.emara.rules.construction import BREADS, STONES
from core.kernel.drawing import ink
from core.kernel.drawing.parts import Card, Cards, Piece, Spot

ACROSS: Final = 4
LINES: Final = "\n"
COUNCILOR: Final = "▲"
SECTORS: Final = {CASTLE: "red", CATHEDRAL: "turquoise", CONSTRUCTION_SITE: "orange", MARKET: "blue"}
YIELDS: Final = {"wood": "green", "stone": "grey", "cloth": "violet", "grain": "yellow"}
"""Each sector has its colour, those of the country that of what they yield."""
BOXED: Final = "*"
THEN: Final = "›"


class Places(Pen):
    """The places of a ring, clockwise."""

    def ring(self, places: Iterable[PlaceId]) -> Cards:
        return Cards(tuple(map(self._place, places)), ACROSS, "ring", between=LINES)

    def _place(self, place: PlaceId) -> Card:
        """What is typed, what it is called, what is to be had there, and who is there."""
        country = self.data.countryside.get(place)
        if country is None:
            gives = self._town(place)
        else:  # EMA-7.1: what it yields
            gives = [self.labels["yields"].format(goods=self.words.count("good", country.resource, 1))]
        here = (seat.seat for seat in self.v.seats for at in seat.councilors if at == place)
        return Card(
            place,
            str(place),
            name=self._sector(place),
            text=tuple(map(self.words.goods, gives)),
            spots=tuple(self._huts(place)),
            pieces=tuple(Piece(seat, COUNCILOR, self.seats[seat], shape="meeple") for seat in here),
        )

    def _sector(self, place: PlaceId) -> str:
        country = self.data.countryside.get(place)
        colour = SECTORS[place] if country is None else YIELDS[country.resource]
        return ink.chip(self.words.name("place", place), colour)

    def _huts(self, place: PlaceId) -> Iterable[Spot]:
        """EMA-11.8: each with its cost, or whose craftsman is in it."""
        for hut in self.v.huts:
            at, _, number = hut.hut.partition(":")
            if at == place:
                owner = None if hut.owner is None else Piece(hut.owner, "", self.seats[hut.owner], shape="meeple")
                yield Spot(f":{number}", cost_text(hut.cost, self.words), owner)

    # --- town

    def _town(self, place: PlaceId) -> list[str]:
        """EMA-8: what each place offers, with the numbers that count now."""
        boxes: dict[PlaceId, Callable[[], list[str]]] = {
            CASTLE: self._castle,
            CATHEDRAL: self._cathedral,
            CONSTRUCTION_SITE: self._construction,
        }
        return boxes.get(place, self._market)()

    def _castle(self) -> list[str]:
        """EMA-8.6, 8.7."""
        book = Goods(bp=self.data.board.book_bp)
        return [*self._prices("gift", self.data.board.gift), self.labels["book"].format(gain=self._goods(book))]

    def _cathedral(self) -> list[str]:
        """EMA-8.1, 8.2."""
        return self._prices("donation", self.data.board.donation)

    def _prices(self, kind: str, gain: Goods) -> list[str]:
        """What a gift or a donation gives, and how many of each resource it takes."""
        prices = (self._price(resource, MarkerId(f"{kind}:{resource}")) for resource in RESOURCES)
        return [self.labels[kind].format(gain=cost_text(gain, self.words)), ", ".join(prices)]

    def _price(self, resource: str, marker: MarkerId) -> str:
        name = self.words.name("short", resource)
        return ink.good(self.labels["price"].format(resource=name, price=self._shows(marker)), resource)

    def _market(self) -> list[str]:
        """EMA-8.9, 8.10; EMA-14.11: with foreign traders more at a time."""
        board = self.data.board
        event = None if self.v.event is None or not self.v.round else self.data.events[self.v.event]
        most = 1 + (event.sales if isinstance(event, Event) else 0)
        lines = [
            self.labels["sale"].format(count=self.words.number(count), gain=self._goods(board.sale.times(count)))
            for count in range(1, most + 1)
        ]
        for books, points in board.books.items():
            lines.append(self.labels["books"].format(books=self.words.number(books), points=points))
        return lines

    def _construction(self) -> list[str]:
        """EMA-8.12, EMA-8.13, EMA-8.14. EMA-R37: are all breads worth the same?"""
        board, labels = self.data.board, self.labels
        cp = f"{self._shows(STONES)} {self.words.name('good', 'cp')}"
        lines = [labels["stone"].format(bp=self._goods(Goods(bp=board.stone_bp)), cp=cp)]
        mark = BOXED if BREADS in self.v.boxed else ""
        for breads, points in enumerate(self.v.breads, 1):
            shown = self._shows(BREADS) if breads == 1 else f"{points}{mark}"
            lines.append(labels["breads"].format(breads=self.words.number(breads), points=shown))
        for wood, points in board.wood_bp.items():
            lines.append(labels["wood"].format(wood=wood, gain=self._goods(Goods(bp=points))))
        return lines

    # --- small parts

    def _shows(self, marker: MarkerId) -> str:
        """EMA-9.1, 9.2: the number that counts, and the next one; EMA-9.3: starred if the marker is gone for good."""
        now, then = self.v.markers[marker], self.v.turned[marker]
        if marker in self.v.boxed:
            return f"{now}{BOXED}"
        return str(now) if now == then else f"{now}{THEN}{then}"

    def _goods(self, goods: Goods) -> str:
        return goods_text(goods, self.words)
