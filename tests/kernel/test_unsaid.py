"""Why nothing is possible that a text can mean, where it leaves something out."""

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Annotated, Any, ClassVar

from core.kernel.errors import Hidden, Refused
from core.kernel.language.error_text import sentence
from core.kernel.language.pattern import Pattern
from core.kernel.language.unsaid import MOST, refusal
from core.kernel.rules.engine import State
from core.kernel.rules.marks import Key, Name
from core.kernel.rules.step import Blocked, Move, Next, Offer, SeatChoice
from core.kernel.rules.value import Value

WORDS = {"tool": ("saw:1", "saw:2", "axe:1"), "tree": tuple(f"t{number}" for number in range(MOST))}


def vocabulary(_table: object) -> Mapping[str, tuple[str, ...]]:
    return WORDS


def words(_lang: str) -> Any:
    return SimpleNamespace(refusals={"not_yours": "", "not_yours.any": ""})


GAME: Any = SimpleNamespace(vocabulary=vocabulary, words=words)


class Fell(Move, frozen=True, tag="fell"):
    tool: Annotated[str, Name("tool")]
    tree: Annotated[str, Name("tree")]
    times: Annotated[int, Key()] = 1


class Lend(Move, frozen=True, tag="lend"):
    tool: Annotated[str, Name("tool")]


class Whistle(Move, frozen=True, tag="whistle"):
    tune: Annotated[str, Name("tune")]


class Wood(Value, frozen=True):
    """What is offered, and why each tool is of no use."""

    offers: tuple[Offer[Any], ...] = ()
    reasons: Mapping[str, Blocked] = {}


class Work(SeatChoice[Wood, Fell | Lend | Whistle], frozen=True, tag=True):
    rule: ClassVar[str] = "W-1"

    def offers(self, t: Wood, seat: int) -> Iterable[Offer[Any]]:
        return t.offers

    def unoffered(self, t: Wood, seat: int, move: Any) -> Blocked | None:
        if isinstance(move, Whistle):
            raise Hidden((1, 0))
        return t.reasons[move.tool]

    def resolve(self, t: Wood, seat: int, move: Any) -> Next:
        raise AssertionError


def why(kind: type, wood: Wood, **given: tuple[Any, ...]) -> Refused:
    return refusal(GAME, State(wood, (Work(0),)), 0, Pattern(kind, given))


def each(tool: str, why: str, have: str | None = None) -> Mapping[str, Blocked]:
    """One reason for all tools, another for this one."""
    return {one: Blocked("W-2", why if one == tool else "blunt", have=have) for one in WORDS["tool"]}


NOT_YOURS = {tool: Blocked("W-2", "not_yours", have=tool) for tool in WORDS["tool"]}
BLUNT = each("", "")


def test_what_holds_whatever_is_said_is_told_as_it_is() -> None:
    refused = why(Lend, Wood(reasons=BLUNT))
    assert (refused.rule, refused.why, refused.terms.get("such")) == ("W-2", "blunt", None)


def test_of_what_nobody_named_an_example_is_told() -> None:
    refused = why(Lend, Wood(reasons={**NOT_YOURS, "axe:1": Blocked("W-3", "blunt")}))
    assert (refused.rule, refused.why, refused.terms["such"]) == ("W-3", "blunt", "lend axe:1")
    told = sentence(refused, "en")
    assert told.startswith("none of the moves that this can mean is possible now; as for “lend axe:1”: ")
    elsewhere = {tool: Blocked("W-4", "far", need=tool.partition(":")[0]) for tool in WORDS["tool"]}
    refused = why(Lend, Wood(reasons={**elsewhere, "saw:2": Blocked("W-3", "blunt", need="axe")}))
    assert refused.terms["such"] == "lend saw:2", "the other saw would be at a place that nobody named"


def test_where_it_is_one_reason_of_each_the_game_may_have_a_sentence_for_all() -> None:
    refused = why(Lend, Wood(reasons=NOT_YOURS))
    assert (refused.rule, refused.why, refused.have) == ("W-2", "not_yours.any", None)
    assert "such" not in refused.terms
    some = why(Lend, Wood(reasons=NOT_YOURS), tool=("saw:1", "saw:2"))
    assert (some.why, some.terms["such"]) == ("not_yours", "lend saw:1"), "it holds of these: no more is known"


def test_what_is_said_may_be_told_of() -> None:
    refused = why(Fell, Wood(reasons=NOT_YOURS), tool=("saw:1",))
    assert (refused.why, refused.have, refused.terms.get("such")) == ("not_yours", "saw:1", None)


def test_what_is_offered_and_blocked_goes_before_anything_else() -> None:
    offers = (Offer(Lend("saw:1"), Blocked("W-5", "lent")), Offer(Fell("axe:1", "t1")))
    refused = why(Lend, Wood(offers, NOT_YOURS))
    assert (refused.rule, refused.why) == ("W-5", "lent")


def test_a_word_that_is_on_offer_elsewhere_is_nearer_than_one_that_is_not() -> None:
    refused = why(Lend, Wood((Offer(Fell("axe:1", "t1")),), each("axe:1", "needed")))
    assert (refused.why, refused.terms.get("such")) == ("needed", None)


def test_no_more_is_tried_than_can_be() -> None:
    refused = why(Fell, Wood(reasons=each("axe:1", "needed", "axe:1")))
    assert refused.terms["such"] == "fell saw:1 t0", "of each tool, if not with each tree"


def test_what_hangs_on_something_closed_tells_nothing_of_it() -> None:
    refused = why(Whistle, Wood())
    assert (refused.rule, refused.why) == ("W-1", "not_offered")
