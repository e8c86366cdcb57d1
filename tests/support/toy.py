"""A toy game that needs every word of the kernel: pledges, guesses, lanterns and coins.

Each seat pledges a number in secret; the pledges are opened at the end. In every round all guess a number at once, and
who alone guessed highest earns coins. Then each seat in turn earns a coin or two, or draws a lantern. Whoever has too
many coins must spend some at once, in whosever turn it is.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from core.kernel.errors import EditionError, Usage
from core.kernel.game import Edition, Game, Result, Setup, Viewer
from core.kernel.language.words import Words
from core.kernel.rules.chance import Draw, Drawn, Stream
from core.kernel.rules.marks import Name, Seat, Vocabulary
from core.kernel.rules.secret import Opened, Secret
from core.kernel.rules.step import Ask, Auto, Blocked, Chance, Entry, Next, Offer, SealedChoice, SeatChoice
from core.kernel.rules.step import Fact as AnyFact
from core.kernel.setup.options import Joined, Number, as_options, options_of
from core.kernel.setup.rulings import Id, as_struct, rulings_of

LANTERNS = ("amber", "azure", "coral", "jade", "pearl")
ROUNDS = 3
MOST = 3  # the highest pledge or guess
THREE = 3
PURSE = 4  # with so many coins one must spend


class Rulings(Struct, frozen=True):
    guesses: Annotated[Literal["locked", "revisable"], Id("TOY-R1")] = "locked"
    lanterns: Annotated[Literal["drawn", "none"], Id("TOY-R2")] = "drawn"
    omens: Annotated[Literal["none", "seen"], Id("TOY-R3")] = "none"  # each seat sees one of its own in every round


class Options(Struct, frozen=True):
    purse: Annotated[str, Number(("empty",))] = "empty"  # how many coins everybody begins with
    crowd: Literal["any", "three"] = "any"  # who may sit there at all
    bag: Annotated[str, Joined(THREE, LANTERNS, words=("full",))] = "full"  # the lanterns that are there


# --- moves --------------------------------------------------------------------------------------------------------


class Guess(Struct, frozen=True, tag="guess", omit_defaults=True):
    number: int


class Earn(Struct, frozen=True, tag="earn", omit_defaults=True):
    coins: int


class Light(Struct, frozen=True, tag="light", omit_defaults=True):
    pass


class Spend(Struct, frozen=True, tag="spend", omit_defaults=True):
    coins: int


Moves = Guess | Earn | Light | Spend

# --- table --------------------------------------------------------------------------------------------------------


class Player(Struct, frozen=True, omit_defaults=True):
    coins: int = 0
    lanterns: tuple[str, ...] = ()
    pledge: Secret[Guess] | None = None
    guess: Secret[Guess] | None = None
    omen: Secret[Drawn] | None = None


class Table(Struct, frozen=True, omit_defaults=True):
    rulings: Rulings
    seats: tuple[Player, ...]
    bag: tuple[str, ...] = LANTERNS
    round: int = 0
    end: Result | None = None


# --- facts --------------------------------------------------------------------------------------------------------


class Fact(AnyFact[Table], frozen=True, tag=True, omit_defaults=True):
    pass


class SeatFact(Fact, frozen=True, tag=True, omit_defaults=True):
    seat: Seat

    def on(self, t: Table) -> Table:
        changed = self.change(t.seats[self.seat])
        return replace(t, seats=(*t.seats[: self.seat], changed, *t.seats[self.seat + 1 :]))

    def change(self, p: Player) -> Player:
        return p


class RoundBegan(Fact, frozen=True, tag=True):
    round: int

    def on(self, t: Table) -> Table:
        return replace(t, round=self.round, seats=tuple(replace(p, guess=None) for p in t.seats))


class Pledged(SeatFact, frozen=True, tag=True):
    pledge: Secret[Guess]

    def change(self, p: Player) -> Player:
        return replace(p, pledge=self.pledge)


class Guessed(SeatFact, frozen=True, tag=True):
    guess: Secret[Guess]

    def change(self, p: Player) -> Player:
        return replace(p, guess=self.guess)


class GuessesShown(Fact, frozen=True, tag=True):
    guesses: tuple[Opened[Guess], ...]
    best: int | None  # the seat that guessed highest, if it is alone

    def on(self, t: Table) -> Table:
        return t


class Coins(SeatFact, frozen=True, tag=True):
    amount: int

    def change(self, p: Player) -> Player:
        return replace(p, coins=p.coins + self.amount)

    def entries(self) -> Iterable[Entry]:
        return (Entry(self.seat, "coins", self.amount, "toy"),)


class Lit(SeatFact, frozen=True, tag=True):
    lantern: Annotated[str, Name("lantern")]

    def on(self, t: Table) -> Table:
        return replace(super().on(t), bag=tuple(lantern for lantern in t.bag if lantern != self.lantern))

    def change(self, p: Player) -> Player:
        return replace(p, lanterns=(*p.lanterns, self.lantern))


class Foreseen(SeatFact, frozen=True, tag=True):
    omen: Secret[Drawn]

    def change(self, p: Player) -> Player:
        return replace(p, omen=self.omen)


class Ended(Fact, frozen=True, tag=True):
    pledges: tuple[Opened[Guess], ...]
    scores: tuple[int, ...]

    def on(self, t: Table) -> Table:
        best = max(self.scores)
        ranks = tuple(1 + sum(other > score for other in self.scores) for score in self.scores)
        winners = tuple(seat for seat, score in enumerate(self.scores) if score == best)
        return replace(t, end=Result(self.scores, ranks, winners))


Facts = RoundBegan | Pledged | Guessed | GuessesShown | Coins | Lit | Foreseen | Ended

# --- steps --------------------------------------------------------------------------------------------------------


class Numbers(SealedChoice[Table, Guess], frozen=True):
    def check(self, t: Table, seat: int, move: Guess, *, whole: bool = True) -> Blocked | None:
        if 0 <= move.number <= MOST:
            return None
        return Blocked("TOY-1", "number_too_high", need=MOST, have=move.number)

    def sample(self, t: Table, seat: int, dice: Stream) -> Guess:
        return Guess(dice.below(MOST + 1))


class Pledging(Numbers, SealedChoice[Table, Guess], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-1"

    def asks(self, t: Table) -> Ask | None:
        missing = tuple(seat for seat, p in enumerate(t.seats) if p.pledge is None)
        return Ask(missing) if missing else None

    def receive(self, t: Table, seat: int, answer: Secret[Guess]) -> Next:
        return [Pledged(self.rule, seat, answer), self]


class Guessing(Numbers, SealedChoice[Table, Guess], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-2"

    def asks(self, t: Table) -> Ask | None:
        missing = tuple(seat for seat, p in enumerate(t.seats) if p.guess is None)
        again = tuple(seat for seat, p in enumerate(t.seats) if p.guess and t.rulings.guesses == "revisable")
        return Ask(missing, again) if missing else None

    def receive(self, t: Table, seat: int, answer: Secret[Guess]) -> Next:
        return [Guessed(self.rule, seat, answer), self]


class ShowGuesses(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-2"

    def then(self, t: Table) -> Next:
        guesses = [p.guess for p in t.seats if p.guess is not None]
        numbers = [guess.value.number for guess in guesses]
        first = numbers.index(max(numbers))
        best = first if numbers.count(numbers[first]) == 1 else None
        shown = GuessesShown(self.rule, tuple(guess.open() for guess in guesses), best)
        return [shown] if best is None else [shown, Coins("TOY-3", best, 2)]


class Round(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-4"
    number: int

    def then(self, t: Table) -> Next:
        if self.number > ROUNDS:
            return [Finish()]
        turns = (Turn(seat) for seat in range(len(t.seats)))
        omens = (Omen(seat) for seat in range(len(t.seats)))
        began = RoundBegan(self.rule, self.number)
        return [began, *omens, Guessing(), ShowGuesses(), *turns, Round(self.number + 1)]


class Turn(SeatChoice[Table, Earn | Light], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-5"

    def asks(self, t: Table) -> Ask:
        return Ask((self.seat,))

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Earn | Light]]:
        yield Offer(Earn(1))
        yield Offer(Earn(2))
        yield Offer(Earn(3), Blocked("TOY-5", "too_many_coins", need=2, have=3))
        yield Offer(Light(), None if t.bag else Blocked("TOY-6", "no_lantern_left", have=0))

    def resolve(self, t: Table, seat: int, move: Earn | Light) -> Next:
        return [Coins(self.rule, seat, move.coins)] if isinstance(move, Earn) else [Lantern(seat)]


class Lantern(Chance[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-6"
    seat: Seat

    def draw(self, t: Table) -> Draw | None:
        return Draw(f"lantern for {self.seat}", t.bag, 1) if t.bag and t.rulings.lanterns == "drawn" else None

    def drew(self, t: Table, drawn: Drawn) -> Next:
        return [Lit(self.rule, self.seat, drawn[0])]


class Omen(Chance[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-9"
    seat: Seat

    def draw(self, t: Table) -> Draw | None:
        return Draw(f"omen for {self.seat}", LANTERNS, 1, by=(self.seat,)) if t.rulings.omens == "seen" else None

    def dealt(self, t: Table, drawn: Secret[Drawn]) -> Next:
        return [Foreseen(self.rule, self.seat, drawn)]


class Spending(SeatChoice[Table, Spend], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-7"

    def asks(self, t: Table) -> Ask:
        return Ask((self.seat,))

    def offers(self, t: Table, seat: int) -> Iterable[Offer[Spend]]:
        have = t.seats[seat].coins
        yield from (Offer(Spend(coins)) for coins in range(1, have + 1))
        yield Offer(Spend(have + 1), Blocked(self.rule, "too_few_coins", need=have + 1, have=have))

    def resolve(self, t: Table, seat: int, move: Spend) -> Next:
        return [Coins(self.rule, seat, -move.coins)]


class Finish(Auto[Table], frozen=True, tag=True):
    rule: ClassVar[str] = "TOY-8"

    def then(self, t: Table) -> Next:
        pledges = [p.pledge for p in t.seats if p.pledge is not None]
        scores = tuple(p.coins + len(p.lanterns) for p in t.seats)
        return [Ended(self.rule, tuple(pledge.open() for pledge in pledges), scores)]


Steps = Pledging | Guessing | ShowGuesses | Round | Turn | Lantern | Omen | Spending | Finish

# --- view and game ------------------------------------------------------------------------------------------------


class SeatView(Struct, frozen=True):
    coins: int
    lanterns: tuple[str, ...]
    pledge: int | None
    guess: int | None
    has_pledged: bool
    has_guessed: bool
    omen: str | None


class View(Struct, frozen=True):
    viewer: int | None
    round: int
    bag: tuple[str, ...]
    seats: tuple[SeatView, ...]
    end: Result | None


def view(t: Table, viewer: Viewer) -> View:
    def own(seat: int, answer: Secret[Guess] | None) -> int | None:
        return answer.value.number if seat == viewer and answer is not None and answer.known else None

    def foreseen(seat: int, omen: Secret[Drawn] | None) -> str | None:
        return omen.value[0] if seat == viewer and omen is not None and omen.known else None

    seats = tuple(
        SeatView(
            coins=p.coins,
            lanterns=p.lanterns,
            pledge=own(seat, p.pledge),
            guess=own(seat, p.guess),
            has_pledged=p.pledge is not None,
            has_guessed=p.guess is not None,
            omen=foreseen(seat, p.omen),
        )
        for seat, p in enumerate(t.seats)
    )
    return View(viewer, t.round, t.bag, seats, t.end)


def _new(setup: Setup) -> tuple[Table, tuple[Any, ...]]:
    options = as_options(Options, setup.options)
    coins = int(options.purse) if options.purse.isdecimal() else 0
    if coins >= PURSE:
        raise Usage("option_not_here", word="purse", players=len(setup.seats))
    if options.crowd == "three" and len(setup.seats) < THREE:
        raise Usage("option_not_here", word="crowd", players=len(setup.seats))
    table = Table(as_struct(Rulings, setup.rulings), (Player(coins),) * len(setup.seats))
    table = table if options.bag == "full" else replace(table, bag=tuple(options.bag.split("+")))
    return table, (Pledging(), Round(1))


def _owed(t: Table) -> Spending | None:
    return next((Spending(seat) for seat, p in enumerate(t.seats) if p.coins >= PURSE), None)


def _vocabulary(_t: Table) -> Vocabulary:
    return {"lantern": LANTERNS}


def _counters(t: Table) -> dict[tuple[int, str], int]:
    return {(seat, "coins"): p.coins for seat, p in enumerate(t.seats)}


def _components(t: Table) -> dict[str, int]:
    found = [*t.bag, *(lantern for p in t.seats for lantern in p.lanterns)]
    return {lantern: found.count(lantern) for lantern in found}


def _words(lang: str) -> Words:
    return Words(
        lang=lang,
        title="Toy" if lang == "en" else "Jouet",
        names={},
        facts={
            "RoundBegan": "round {round}",
            "Pledged": "{seat} pledges",
            "Guessed": "{seat} guesses",
            "GuessesShown": "the guesses are shown",
            "Coins": "{seat}: {amount:coin|coins}",
            "Lit": "{seat} lights {lantern}",
            "Foreseen": "{seat} sees an omen",
            "Ended": "the end: {scores}",
        },
        moves={"guess": "{number}", "earn": "{coins:coin|coins}", "light": "a lantern", "spend": "{coins:coin|coins}"},
        steps={"Pledging": "pledge", "Guessing": "guess", "Turn": "earn or light", "Spending": "spend"},
        refusals={},
        numbers={"coins": "coins"},
    )


def _edition() -> Edition:
    return Edition("toy", "0" * 64, "")


def _adopt(file: str, _text: str) -> Edition:
    """There is nothing in the box of which an owner could have another one."""
    raise EditionError("edition_missing", file=file, entry="toy")


def _both(text: str) -> dict[str, str]:
    """The same in both languages."""
    return {"en": text, "fr": text}


def _rule_texts() -> Mapping[str, Any]:
    rules = {f"TOY-{id_}": {"en": "", "fr": ""} for id_ in (*range(1, 10), "S1", "S2")}
    options = {
        "purse": {
            "rules": ["TOY-5"],
            **_both("What is in every purse?"),
            "number": _both("So many coins."),
            "values": {"empty": _both("Nothing.")},
        },
        "crowd": {
            "rules": ["TOY-1"],
            **_both("Who may sit there?"),
            "values": {"any": _both("Everybody."), "three": _both("Three.")},
        },
        "bag": {
            "rules": ["TOY-6"],
            **_both("Which lanterns are in the bag?"),
            "joined": _both("These."),
            "values": {"full": _both("All of them.")},
        },
    }
    return {"rules": rules, "rulings": {"TOY-R1": {}, "TOY-R2": {}, "TOY-R3": {}}, "options": options}


def _board(v: View, *_: object) -> str:
    return "\n".join(f"{seat}: {p.coins} coins, {' '.join(p.lanterns)}" for seat, p in enumerate(v.seats))


TOY: Game[Table, View] = Game(
    name="toy",
    prefix="TOY",
    rules_version="1",
    players=(2, 3),
    table=Table,
    facts=Facts,
    moves=Moves,
    steps=Steps,
    options=options_of(Options),
    rulings=rulings_of(Rulings),
    edition=_edition,
    adopt=_adopt,
    rule_texts=_rule_texts,
    words=_words,
    new=_new,
    owed=_owed,
    vocabulary=_vocabulary,
    view=view,
    teller=lambda _view, words: words.move,
    board=_board,
    counters=_counters,
    components=_components,
    result=lambda t: t.end,
    stage=lambda t: (t.round,),
    openings={},
    thinker=lambda _view, _seat: lambda move: getattr(move, "coins", 0),
    lifts={},
)
