"""Was a move legal, and is it what the typed text means?"""

from core.kernel.errors import Hidden, Refused, Usage
from core.kernel.language.notation import could_mean, read_move
from core.kernel.language.spelling import format_move
from core.kernel.log.row import AnyBody
from core.kernel.rules import engine
from core.kernel.rules.engine import AnyGame, asked
from core.kernel.rules.secret import HOLE
from core.kernel.rules.step import Ask
from replays.verify.faults import Value, fail
from replays.verify.states import AnyState

FORMS = 500  # of legal moves: none of them is large


class Legality:
    """Judges the moves of a log, and remembers what some texts mean."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._forms: dict[str, Value] = {}

    def judge(self, body: AnyBody, before: AnyState, seat: int, ask: Ask | None) -> tuple[Value, bool]:
        """The move, which is legal and is what the typed text means; a hole where the reader does not hold it.

        And whether that is certain: what is legal may hang on what this reader does not see.
        """
        sealed, words = body.sealed_move, body.sealed_text
        if sealed is not None and not sealed.known:
            if not engine.may_answer(before, seat):
                fail(body.seq, "seat", "not_asked", list(asked(before).seats), seat)
            return HOLE, False
        move: Value = body.move if sealed is None else sealed.value
        text = body.text if sealed is None else words.value if words is not None and words.known else None
        plain = text is None or self._spells(text, move)
        try:
            if text is not None and not plain and self._means(body, before, seat, text, move):
                return move, True
            engine.admit(before, seat, move, ask)
        except Hidden:
            return move, False
        except (Refused, Usage) as refused:
            rule = getattr(refused, "rule", "")
            shown = format_move(move) if sealed is None else ""
            fail(body.seq, "move", "move_not_legal", f"{rule} {refused.why}".strip(), shown)
        return move, plain

    def _spells(self, text: str, move: Value) -> bool:
        """Is the text the long form of the move, but for a remark?"""
        if move == self._forms.get(text):
            return True
        form = format_move(move)
        if text == form and len(self._forms) < FORMS:
            self._forms[text] = move
        return text.partition("#")[0].strip() == form

    def _means(self, body: AnyBody, before: AnyState, seat: int, text: str, move: Value) -> bool:
        """Does a shorter text mean this legal move? False: that hangs on what this reader does not see."""
        try:
            meant = read_move(self._game, before, seat, text, in_log=True)
        except Hidden:
            if could_mean(self._game, before, seat, text, move):
                return False
            meant = None
        if meant != move:
            both = () if meant is None or body.sealed_move is not None else (format_move(meant), format_move(move))
            fail(body.seq, "text", "text_means_other_move", *both)
        return True
