"""`herald play`: at the terminal, move by move, for every seat that is played here."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import click

from cli.acts.going_back import last_mover, last_undoer, tell_turn
from cli.app import base
from cli.app.errors import report
from cli.commands.explain import explained, explained_lines
from cli.commands.moves import in_columns
from cli.commands.why import legal, legal_line
from cli.person.seats import playing
from cli.say import boards
from cli.say.final import final_lines, score_lines
from cli.say.report import out_rows
from cli.say.status import head_line, owed_lines
from cli.terminal.pager import out_paged
from cli.terminal.picking import ALOUD, CONSENTS, LEAVING, TABLE, at_table, is_letter, letters
from core.kernel.drawing.parts import Board
from core.kernel.drawing.printable import printable
from core.kernel.drawing.style import pad, width
from core.kernel.errors import HeraldError, Usage
from core.kernel.language.pattern import commands
from core.kernel.language.spelling import format_move
from core.kernel.log.joining import refuse_before_beginning
from core.kernel.log.log import Seen
from core.kernel.rules.engine import asked, waiting
from core.kernel.rules.step import SealedChoice
from replays.told.choices import Choices, ChoiceTold, continuations, menu, numbered, verbs
from replays.told.standing import Asked, request, scores
from store.acts import Act, Written


@base.command("play")
@base.match()
def command(here: base.Terminal, match: str | None) -> None:
    """Until nobody who plays here is asked, or until `quit`."""
    if not here.interactive:
        raise Usage("needs_terminal")
    Table(here, here.public(match)).play()


AROUND: Final = 6
"""So many lines stand around the board: the match, what must be decided, hints, the prompt."""

OPEN: Final = (" ", "=")
"""So ends a line that was begun and says nothing yet."""

LOOKS: Final = ("show", "score", "why", "explain", "rules", "hint")
"""Words that only show something; most of them take what they are about."""

ROWS: Final = 9
"""Digits of the number of a row, at most."""

HINTS: Final = 3
"""Moves that a hint names."""

SHOWN: Final = 6
"""How many moves are named in which a number stands."""


class Quit(Exception):
    """The player has had enough for now."""


class Table:
    """The table at this terminal."""

    def __init__(self, here: base.Terminal, log: Seen) -> None:
        self.here = here
        self.match = log.match
        at = here.desk.glance(log.match)
        self.only = playing(here, at)
        self.log = self._opened(self.only)  # as somebody here saw it last
        self.begun = ""  # what stands on the next line before the player types
        self.board: object = None  # of which stage the board was shown last, and to whom if answers are closed

    def _opened(self, seat: int | None) -> Seen:
        """The match as it is now, for a seat that is played here."""
        return self.here.desk.open(self.match, seat, None if seat is None else self._key(seat))

    def _key(self, seat: int) -> str | None:
        """It may be another one by now."""
        at = self.here.desk.glance(self.match)
        return self.here.key_for(at, at.seats[seat])

    def play(self) -> None:
        refuse_before_beginning(waiting(self.log.state()))
        try:
            while (seat := self._next_seat()) is not None:
                self._turn(seat)
        except (Quit, EOFError):
            self.here.out(self.here.say("bye", match=self.match))
            return
        log = self._opened(self.only)
        ended = final_lines(self.here, log)
        for line in (*owed_lines(self.here, log, self.only), *ended):
            self.here.out(line)
        if not ended:
            self.here.out(self.here.say("over_for_now", match=self.match))

    def _next_seat(self) -> int | None:
        seats = asked(self.log.state()).seats
        return next((seat for seat in seats if self.only is None or seat == self.only), None)

    def _turn(self, seat: int) -> None:
        """Show the match to a seat, then ask until the match has changed or is to be shown again."""
        seen = self.log = self._opened(seat)
        offered = menu(seen, seat, self.here.lang)
        closed = isinstance(waiting(seen.state()), SealedChoice)
        moment = (seen.game.stage(seen.state().table), closed, seat if closed else None)
        if moment != self.board:
            if closed and self.board is not None and self._others_look(seen):
                self._hand_over(seen, seat)
            self._show(seen, seat, len(self._offered(offered)))
            self.board = moment
        self.here.out()
        for line in owed_lines(self.here, seen, seat):
            self.here.out(line)
        self._offer(offered)
        while not self._answered(seen, seat, offered):
            pass

    def _show(self, seen: Seen, seat: int, offered: int) -> None:
        """The board when play begins, with each new stage, and when closed answers are opened.

        In brief where there is no room for it above so many lines of what is `offered`.
        """
        here = self.here
        if self.board is None:
            here.out(head_line(here, seen))
        board = self._described(seen, seat)
        room = None if here.tall is None else here.tall - offered - AROUND
        lines = boards.whole(here, board, legend=True)
        if not boards.fits(lines, room) or not boards.explains(here, board, seen.game.name):
            lines = boards.whole(here, board, legend=False)
        for line in lines if boards.fits(lines, room) else boards.in_brief(here, board, seat, room or 0):
            here.out(line)
        if self.board is None:
            here.out()
            here.out(here.style.dim(here.say("hint")))

    def _described(self, seen: Seen, seat: int, panels: Sequence[str] = ()) -> Board:
        return self.here.described(seen.game, seen.game.view(seen.state().table, seat), seen.seats, panels)

    def _looks(self, what: str, seen: Seen, seat: int, about: str) -> None:
        """What the player wants to see, or why that cannot be."""
        tells = {
            "show": self._show_again,
            "score": self._score,
            "why": self._judge,
            "explain": self._explain,
            "rules": self._rules,
            "hint": self._hint,
        }[what]
        try:
            lines = tells(seen, seat, about)
        except HeraldError as problem:
            report(problem, self.here.preferences, self.here)
            return
        out_paged(self.here, lines)

    def _show_again(self, seen: Seen, seat: int, panel: str) -> list[str]:
        """One panel, or all, with what the signs mean, if the player has not read that."""
        board = self._described(seen, seat, (panel,) if panel else ())
        legend = bool(panel) or boards.explains(self.here, board, seen.game.name)
        return boards.whole(self.here, board, legend=legend)

    def _judge(self, seen: Seen, seat: int, typed: str) -> list[str]:
        """Is this move legal?"""
        lines = commands(typed)
        if not lines:
            raise Usage("nothing_typed")
        return [legal_line(self.here, seen, seat, legal(seen, seat, lines))]

    def _explain(self, seen: Seen, seat: int, thing: str) -> list[str]:
        """The last row, the one of this number, or why a number of the board is what it is."""
        is_row = thing.isdecimal()
        if len(thing) > ROWS and is_row:
            raise Usage("no_such_row", row=thing, last=seen.head)
        log = seen.at(int(thing)) if is_row else seen
        told = explained(log, seen.seats[seat], None if is_row else thing or None, self.here.lang)
        return [*explained_lines(self.here, log, told)]

    def _rules(self, seen: Seen, _seat: int, about: str) -> list[str]:
        """Return what the rules say about these words."""
        from cli.commands.rules import looked_up, rule_lines  # few moves need a look at the rules

        if not about:
            raise Usage("about_what")
        return [*rule_lines(self.here, seen.game, looked_up(seen.game, about.split(), self.here.lang))]

    def _score(self, seen: Seen, _seat: int, _about: str) -> list[str]:
        """Return how the scores stand, and what they are made of so far."""
        stand = ", ".join(f"{printable(name)} {points}" for name, points in scores(seen).items())
        return [*([self.here.say("stand", scores=stand)] if stand else []), *score_lines(self.here, seen)]

    def _hint(self, seen: Seen, seat: int, _about: str) -> list[str]:
        """Return what a greedy bot would do here, and what it would do next best."""
        from replays.told.hint import hints  # few moves are thought about twice

        here, (best, *others) = self.here, hints(seen, seat, self.here.lang, HINTS)
        first = here.say("best", move=here.style.bold(best.text), meaning=best.meaning)
        rest = (here.say("next_best", move=here.style.bold(one.text), meaning=one.meaning) for one in others)
        return [here.hanging("", first), *(here.hanging("  ", line) for line in rest)]

    def _others_look(self, seen: Seen) -> bool:
        """Do two people or more play at this terminal?"""
        return self.only is None and len(set(seen.seats) - {*seen.start.bots}) > 1

    def _hand_over(self, seen: Seen, seat: int) -> None:
        """The next player is called, and nobody else reads what is asked."""
        name = printable(seen.seats[seat])
        called = self.here.broken(self.here.say("hand_over", name=name))
        click.prompt(called, default="", show_default=False, prompt_suffix="")
        self._forget()

    def _told_to_all(self, seen: Seen) -> Seen:
        """What may be told of a change: where a closed answer is given before others, all of it goes from the screen,
        and what everybody may know is told.
        """
        if not (isinstance(waiting(self.log.state()), SealedChoice) and self._others_look(seen)):
            return seen
        self._forget()
        return self._opened(None)

    def _forget(self) -> None:
        """What was typed and told goes: from the screen, from what it can be scrolled back to, from the arrow keys."""
        self.here.wipe()
        with suppress(ImportError):
            import readline  # not on every system

            readline.clear_history()

    def _offer(self, offered: Choices) -> None:
        """The choices with their letters; where there are too many, an example."""
        if offered.example is not None:
            self.here.out(self.here.say("too_many", example=offered.example))
        for line in self._offered(offered):
            self.here.out(line)

    def _offered(self, offered: Choices) -> list[str]:
        return in_columns(self.here, offered, _letters(offered))

    def _answered(self, seen: Seen, seat: int, offered: Choices) -> bool:
        """One line from the player: a letter, a number, a move, or a word of the table. Is there something to show?

        A letter is a line of the list, and a number what the board calls by it; no move is as short as that.
        """
        typed = self._read(seen, seat)
        match _word(seen, seat, typed):
            case "":
                return False
            case "?":
                self._help()
            case "quit":
                raise Quit
            case "moves":
                self._offer(offered)
            case "log":
                self._log(seen)
            case look if look in LOOKS:
                self._looks(look, seen, seat, self._meant(offered, typed.partition(" ")[2].strip()))
            case "undo" | "redo" as back:
                return self._go_back(seat, undo=back == "undo")
            case "give-up":
                return self._says("gives_up", "") and self._asks(self.here.desk.give_up, self._act(seat))
            case word if word in CONSENTS and word not in verbs(seen, seat):
                return self._consents(seen, seat, agree=CONSENTS[word])
            case number if number.isdecimal():
                return self._called(seen, seat, offered, number)
            case letter if is_letter(letter, known := _letters(offered)):
                return self._lettered(seat, offered, known, letter)
            case _:
                return self._move(seat, typed)
        return False

    def _meant(self, offered: Choices, about: str) -> str:
        """The move of the line that is named by its letter (`why a`); else what is typed."""
        lines = dict(zip(_letters(offered), _lines(offered), strict=True))
        return format_move(lines[about].move) if about in lines else about

    def _help(self) -> None:
        """What can be typed in one column, what it does in the next."""
        lines = [line.split("  ", 1) for line in self.here.say("help").splitlines()]
        room = max(width(typed) for typed, _ in lines)
        for typed, does in lines:
            self.here.out(self.here.hanging(f"{pad(typed, room)}  ", does.strip()))

    def _consents(self, seen: Seen, seat: int, *, agree: bool) -> bool:
        """To what is asked at this moment, if this seat is asked; who asks can take it back."""
        waiting = request(seen)
        if waiting is None or not waiting.takes(seen.seats[seat], agree=agree):
            return self._refused(Usage("nothing_asked"))
        return self._answers(seat, waiting, agree=agree)

    def _read(self, seen: Seen, seat: int) -> str:
        """A typed line; the tabulator offers the next words where the system can.

        Behind a line that was begun for the player a word of the table is one, too; without a line one sees all again.
        """
        prompt = self.here.say("prompt", name=printable(seen.seats[seat]))
        begun, self.begun = self.begun, ""
        _completing(seen, seat, begun, self.here.lang)
        sys.stdout.flush()
        typed = input(prompt)
        if not begun:
            return typed.strip()
        added = typed.removeprefix(begun).strip()
        if not typed.strip() or (not added and begun.endswith(OPEN)):
            return "moves"
        return added if at_table(added) else typed.strip()

    def _lettered(self, seat: int, offered: Choices, known: Sequence[str], letter: str) -> bool:
        """The line of the list with this letter."""
        if letter in known:
            return self._chosen(seat, offered, _lines(offered)[known.index(letter)])
        self.here.note(self.here.say("no_letter", letter=letter, last=known[-1] if known else ""))
        return False

    def _called(self, seen: Seen, seat: int, offered: Choices, number: str) -> bool:
        """The move in which the number stands, if it is the only one."""
        lines = numbered(seen, seat, number, self.here.lang)
        if len(lines) == 1:
            return self._chosen(seat, offered, lines[0])
        which = ", ".join(line.text for line in lines[:SHOWN]) + (" …" if len(lines) > SHOWN else "")
        self.here.note(self.here.say("which_number" if lines else "no_number", number=number, moves=which))
        return False

    def _chosen(self, seat: int, offered: Choices, choice: ChoiceTold) -> bool:
        """The move of a line; where something is still open in it, its words are typed for the player."""
        if not choice.begun:
            return self._move(seat, format_move(choice.move))
        self.begun = choice.begun
        is_group = any(choice is group.example for group in offered.groups)
        self.here.note(
            self.here.say("such_moves" if is_group else "how_many" if choice.is_run else "which_one", move=choice.text)
        )
        return False

    def _move(self, seat: int, typed: str) -> bool:
        """A move; a refusal is told, and the player is asked again."""
        try:
            written = self.here.desk.move(self.match, self._act(seat), typed, self.log.head)
        except HeraldError as refused:
            return self._refused(refused)
        told = self._told_to_all(written.log)
        self.log = self.here.at_hand = written.log
        self.here.out()
        out_rows(self.here, told, told.bodies[written.first - 1 : written.last])
        return True

    def _refused(self, error: HeraldError) -> bool:
        """Say why; if somebody else moved meanwhile, look again. Without its database there is no match to play on."""
        if error.why == "gone":
            raise error
        report(error, self.here.preferences, self.here)
        now = self._opened(self.only)  # the key may be another by now
        if now.head == self.log.head:
            return False
        self.log = self.here.at_hand = now
        return True

    def _act(self, seat: int) -> Act:
        return Act(self.log.seats[seat], key=self._key(seat))

    def _go_back(self, seat: int, *, undo: bool) -> bool:
        """Where everybody sits here, the last move is taken back, whoever made it."""
        meant = (last_mover if undo else last_undoer)(self.log) if self.only is None else seat
        act = self._act(seat if meant is None else meant)
        return self._asks(self.here.desk.undo if undo else self.here.desk.redo, act)

    def _asks(self, what: Callable[[str, Act], Written], act: Act) -> bool:
        """What it takes the others' consent for; those who sit here are asked aloud."""
        try:
            self._changed(what(self.match, act))
        except HeraldError as refused:
            return self._refused(refused)
        while self.only is None and (pending := request(self.log)) is not None and pending.waiting:
            seat, name = self.log.seat(pending.waiting[0]), printable(pending.waiting[0])
            if not self._answers(seat, pending, agree=self._says("agrees", name)):
                break
        return True

    def _says(self, question: str, name: str) -> bool:
        """Somebody at this terminal says yes, or not."""
        while (
            said := input(f"{self.here.broken(self.here.say(question, name=name))} ").strip().casefold()
        ) not in ALOUD:
            pass
        return ALOUD[said]

    def _answers(self, seat: int, asked: Asked, *, agree: bool) -> bool:
        """An answer to the request as it was shown; one that came meanwhile is another."""
        act = self._act(seat)
        try:
            self._changed(self.here.desk.answer(self.match, act, asked.row, agree=agree))
        except HeraldError as refused:
            return self._refused(refused)
        return True

    def _changed(self, written: Written) -> None:
        told = self._told_to_all(written.log)
        self.log = self.here.at_hand = written.log
        tell_turn(self.here, written, told)

    def _log(self, seen: Seen) -> None:
        out_rows(self.here, seen, seen.line())


def _word(seen: Seen, seat: int, typed: str) -> str:
    """What stands for this at the table: `plateau carte` is `show`, too."""
    word, first = typed.casefold(), typed.partition(" ")[0].casefold()
    if (look := TABLE.get(first)) in LOOKS:
        return str(look)
    return "quit" if word == LEAVING and word not in verbs(seen, seat) else TABLE.get(word, word)


def _lines(offered: Choices) -> list[ChoiceTold]:
    """What can be chosen by its letter."""
    return [*(group.example for group in offered.groups), *offered.moves]


def _letters(offered: Choices) -> list[str]:
    return letters(len(_lines(offered)))


def _completing(seen: Seen, seat: int, begun: str, lang: str) -> None:
    """The tabulator offers the legal next words, the arrow keys bring back what was typed, a line may be begun."""
    try:
        import readline  # not on every system, and only where somebody types
    except ImportError:
        return

    def complete(word: str, number: int) -> str | None:
        typed = readline.get_line_buffer()[: readline.get_begidx()]
        try:
            words = continuations(seen, seat, typed, word, lang)
        except HeraldError:
            return None
        return f"{words[number]} " if number < len(words) else None

    readline.set_startup_hook(lambda: readline.insert_text(begun))
    readline.set_completer_delims(" ;")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
