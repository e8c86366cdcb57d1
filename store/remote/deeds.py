"""What was asked for over the wire, done at a desk."""

from store.acts import Act, Written
from store.matches import Matches
from store.remote.wire import Agree, Decline, Deed, GiveUp, Join, Key, Move, Nonce, Redo, Rule, Undo


def done(desk: Matches, match: str, act: Act, deed: Deed, reason: str | None) -> Written:
    """`reason`: of the arbiter."""
    match deed:
        case Move(text, expect):
            return desk.move(match, act, text, expect)
        case Undo(to, meant):
            return desk.undo(match, act, to, reason=reason, meant=meant)
        case Redo(meant):
            return desk.redo(match, act, reason=reason, meant=meant)
        case Agree(row):
            return desk.answer(match, act, row, agree=True)
        case Decline(row):
            return desk.answer(match, act, row, agree=False)
        case Join(committed):
            return desk.join(match, act, committed)
        case Nonce(nonce):
            return desk.open_nonce(match, act, nonce)
        case Key(digest, name):
            return desk.replace_key(match, act, digest, reason=reason, name=name)
        case GiveUp():
            return desk.give_up(match, act, reason=reason)
        case Rule(rulings, why):
            return desk.rule(match, act, rulings, why or reason or "", arbiter=reason is not None)
