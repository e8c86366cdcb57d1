"""What the shell offers while a line is being typed: matches, seats, and the legal next words of a half-typed move.

Nothing here may fail or talk: a person is typing. What a key would be needed for is offered to who has the key.
"""

from collections.abc import Sequence
from contextlib import suppress

import click
from click.shell_completion import CompletionItem

from cli.app import base, helping
from cli.language.preferences import Preferences
from cli.language.words import language
from cli.person.references import is_reference
from cli.terminal.terminal import Terminal
from core.games import NAMES, game_called, game_named, game_of_id
from core.kernel.errors import HeraldError
from core.kernel.game import Option, Ruling
from core.kernel.setup.options import values_of

Items = list[CompletionItem[str]]

MOST = 30


def terminal(ctx: click.Context) -> Terminal:
    """The terminal of the line that is being typed, in the language that the line says, or the reader's."""
    said = base.shared_values(ctx)
    here = Terminal(Preferences(language(said["lang"])), said, helping.module_of(ctx))
    here.is_alone = True  # nobody waits for a network between two letters
    return here


def matches(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The matches of the store, the last ones first, with who plays."""
    here = terminal(ctx)
    try:
        found = here.desk.listed(prefix=begun, limit=MOST)
        return [CompletionItem(known.match, help=", ".join(known.seats)) for known in found]
    except HeraldError:
        return []
    finally:
        here.close()


def held(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The matches of which there is a key in the ring, with whose it is."""
    seats: dict[str, list[str]] = {}
    with suppress(HeraldError):
        for key in terminal(ctx).keyring.keys:
            if key.match.startswith(begun):
                seats.setdefault(key.match, []).append(key.seat)
    return [CompletionItem(match, help=", ".join(names)) for match, names in seats.items()]


def request(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The row of the request that waits in the match that is named, or in the last one used here."""
    from replays.told.standing import request as waiting

    here = terminal(ctx)
    found: Items = []
    with suppress(HeraldError):
        asked = waiting(here.desk.open(here.find(ctx.params.get("match"))))
        if asked is not None and str(asked.row).startswith(begun):
            found = [CompletionItem(str(asked.row), help=asked.seat)]
    here.close()
    return found


def request_or_matches(ctx: click.Context, param: click.Parameter, begun: str) -> Items:
    """The row of a request, or the match before it."""
    return [*request(ctx, param, begun), *matches(ctx, param, begun)]


def games(_ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The games there are."""
    return [CompletionItem(name) for name in NAMES if name.startswith(begun)]


def games_or_rules(ctx: click.Context, param: click.Parameter, begun: str) -> Items:
    """The same, or the rules of the one whose id was begun."""
    return games(ctx, param, begun) or rule_ids(ctx, param, begun)


def seats(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The seats of the match that is named, or of the last one used here; else everybody who plays."""
    here = terminal(ctx)
    try:
        left = [word for word in ctx.args if not word.startswith("-")]  # click stops reading at an option without value
        named = [*left, *map(str, ctx.params.get("words") or ()), str(ctx.params.get("match") or "@")]
        return [CompletionItem(name) for name in _names(here, named) if name.casefold().startswith(begun.casefold())]
    finally:
        here.close()


def _names(here: Terminal, named: Sequence[str]) -> list[str]:
    for word in named:
        with suppress(HeraldError):
            if is_reference(here, word):
                return list(here.desk.glance(here.find(word)).seats)
    with suppress(HeraldError):
        return sorted({name for known in here.desk.listed(limit=MOST) for name in known.seats})
    return []


def options(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """`NAME=VALUE` for each option of the game that is named."""
    typed = (f"{option.name}={value}" for option in _options(ctx) for value in values_of(option))
    return [CompletionItem(pair) for pair in typed if pair.startswith(begun)]


def option_values(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """Bash parts a line at `=`: what stands behind the sign looks like a name of its own, and is a value."""
    option, ruling = (next(reversed(ctx.params.get(name) or ("",))) for name in ("options", "rulings"))
    values = [value for known in _options(ctx) if known.name == option for value in values_of(known)]
    readings = [reading for known in _rulings(ctx) if ruling in {known.id, known.option} for reading in known.readings]
    return [CompletionItem(value) for value in (*values, *readings) if value.startswith(begun)]


def rulings(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """`ID=READING` for each ruling of the game that is named, by its id or by its name, as it was begun."""
    from replays.told.rules import ruling_told

    found: Items = []
    for known in _rulings(ctx):
        name = next((one for one in (known.id, known.option) if f"{one}=".startswith(begun[: len(one) + 1])), None)
        if name is not None:
            told = ruling_told(game_called(_game(ctx)), known.id, terminal(ctx).lang)
            found += [CompletionItem(f"{name}={one.reading}", help=one.meaning) for one in told.readings]
    return [item for item in found if item.value.startswith(begun)]


def question(ctx: click.Context, param: click.Parameter, begun: str) -> Items:
    """The games, as long as none is named; then its rulings. A ruling's id says itself which game it is of."""
    words = [str(word) for word in ctx.params.get("words") or ()]
    named = [word for word in words if word in NAMES]
    game = game_named(named[0]) if named else game_of_id(begun)
    if game is None:
        return games(ctx, param, begun)
    ctx.params["game"] = game.name
    return rulings(ctx, param, begun)


def rulings_of_match(ctx: click.Context, param: click.Parameter, begun: str) -> Items:
    """The match, if it is not there yet; then each reading that a running match could take instead of its own."""
    from core.kernel.setup.readings import all_agreeable
    from replays.told.rules import switch_told

    typed = [str(word) for word in ctx.params.get(str(param.name)) or ()]
    here = terminal(ctx)
    here.preferences.json = here.is_json = True  # notes would disturb who is typing
    found: Items = []
    with suppress(HeraldError):
        log = here.read(typed[0] if typed and "=" not in typed[0] else "@").log
        for ruling, readings in all_agreeable(log.game, log.state()):
            name = next((one for one in (ruling.option, ruling.id) if f"{one}=".startswith(begun[: len(one) + 1])), "")
            for one in switch_told(log.game, ruling, here.lang).readings if name else ():
                if one.reading in readings and f"{name}={one.reading}".startswith(begun):
                    found.append(CompletionItem(f"{name}={one.reading}", help=one.meaning))
    here.close()
    return found if typed else [*found, *matches(ctx, param, begun)]


def disputed(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """`ID` and `ID=READING` for each ruling of the match that is named, or of the last one used here."""
    from replays.told.rules import ruling_told

    here = terminal(ctx)
    here.preferences.json = here.is_json = True  # notes would disturb who is typing
    found: Items = []
    left = [*map(str, ctx.params.get("words") or ()), *(word for word in ctx.args if not word.startswith("-"))]
    with suppress(HeraldError):
        game = here.read(next((word for word in left if is_reference(here, word)), "@")).log.game
        for known in game.rulings:
            told = ruling_told(game, known.id, here.lang)
            found.append(CompletionItem(known.id, help=told.question))
            if begun.casefold().startswith(known.id.casefold()):
                found += [CompletionItem(f"{known.id}={one.reading}", help=one.meaning) for one in told.readings]
    here.close()
    return [item for item in found if item.value.casefold().startswith(begun.casefold())]


def _rulings(ctx: click.Context) -> tuple[Ruling, ...]:
    with suppress(HeraldError):
        return game_called(_game(ctx)).rulings
    return ()


def _options(ctx: click.Context) -> tuple[Option, ...]:
    with suppress(HeraldError):
        return game_called(_game(ctx)).options
    return ()


def _game(ctx: click.Context) -> str:
    left = [word for word in ctx.args if not word.startswith("-")]  # click stops reading at an option without value
    return str(ctx.params.get("game") or next(iter(left), ""))


def rule_ids(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The rules, rulings and options of the game that is named, with what they say; the names of rulings, too."""
    from replays.told.rulebook import Rulebook, sought

    with suppress(HeraldError):
        rules, _ = sought(_game(ctx) or begun, ())
        named = Rulebook(rules, terminal(ctx).lang).named()
        return [CompletionItem(id_, help=said) for id_, said in named if id_.casefold().startswith(begun.casefold())]
    return []


def things(ctx: click.Context, _param: click.Parameter, begun: str) -> Items:
    """The numbers of a match that `explain` tells of: of the one that is named, or of the last one used here."""
    from replays.explain import numbers_of

    here = terminal(ctx)
    here.preferences.json = here.is_json = True  # notes would disturb who is typing
    found: list[str] = []
    with suppress(HeraldError):
        log = here.read(ctx.params.get("match")).log
        found = numbers_of(log, here.words(log.game))
    here.close()
    return [CompletionItem(thing) for thing in found if thing.startswith(begun.casefold())]


def matches_or_things(ctx: click.Context, param: click.Parameter, begun: str) -> Items:
    """Matches; or the numbers of the last one used here."""
    return [*matches(ctx, param, begun), *things(ctx, param, begun)]


def moves(ctx: click.Context, param: click.Parameter, begun: str) -> Items:
    """The match, if it is not there yet; then the words that can legally follow."""
    typed = _joined([str(word) for word in ctx.params.get(str(param.name)) or ()])
    here = terminal(ctx)
    here.preferences.json = here.is_json = True  # notes would disturb who is typing
    found: Items = []
    with suppress(HeraldError):
        first = bool(typed) and is_reference(here, typed[0])
        found = _next(here, typed[0] if first else "@", typed[1:] if first else typed, begun)
    here.close()
    return found if typed else [*found, *matches(ctx, param, begun)]


def _joined(words: Sequence[str]) -> list[str]:
    """Bash parts a line at `=`, too: `bid`, `=`, `2` is one word."""
    joined: list[str] = []
    glue = False
    for word in words:
        if joined and (word == "=" or glue):
            joined[-1] += word
        else:
            joined.append(word)
        glue = word == "="
    return joined


def _next(here: Terminal, match: str, typed: Sequence[str], begun: str) -> Items:
    """The next words; `begun` may be a whole quoted line such as `activate 5 b`: what is offered then repeats it."""
    from replays.told.choices import continuations  # only while a move is typed

    reading = here.player(match)
    seat = reading.seat if reading.seat is not None else 0
    before, space, last = begun.rpartition(" ")
    found = continuations(reading.log, seat, " ".join([*typed, before]), last, here.lang)
    if found or not typed or space:
        return [CompletionItem(f"{before}{space}{word}") for word in found]
    key = typed[-1].removesuffix("=")  # bash parts a word at the sign, and wants what stands behind it
    found = continuations(reading.log, seat, " ".join(typed[:-1]), f"{key}={begun}", here.lang)
    return [CompletionItem(word.partition("=")[2]) for word in found]
