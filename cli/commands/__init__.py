"""One module per command, loaded when its command runs and not before.

To add the command `herald rules`:

1. `cli/main.py` has it in its table (name, section). A module that is missing does no harm to the others.
2. `cli/commands/rules.py` exports `command` (`import` and other Python keywords: `import_.py`):

        from cli.app import base

        @base.command("rules")
        @base.argument("game")
        @base.argument("rule_id", metavar="[ID]", required=False)
        @base.option("--every", is_flag=True)
        def command(here: base.Terminal, game: str, rule_id: str | None, every: bool) -> None:
            ...

   The first argument is the terminal (`cli/terminal/terminal.py`): store, matches, reader, words, output. The shared
   options (`--db`, `--as`, `--lang`, `--json` ...) belong to every command by themselves, before and after its name.
   A command of commands is `command = base.group("db")` with `@base.command("check", group=command)`.

3. `cli/commands/rules.en.toml` and `rules.fr.toml` hold what it says. A group and its commands share one file, with
   their helps under `[commands]` and the lines of the list under `[short]`.

        help = "What `herald rules --help` says first."
        [arguments]            # one line for each, under the name of the parameter
        game = "..."
        [options]
        every = "..."
        [say]                  # sentences of this command: here.say("found", count=3)
        found = "{count:rule|rules} found."

   The short line of `herald --help` stands in `cli/language/words.<language>.toml` under `[commands]`.

What a command can rely on:

* read a match:      `reading = here.read(word)`: `MATCH`, a beginning, `@`, `MATCH@N`, an exported file, `-`;
                     what comes back (`reading.log`, `reading.seat`) is what the reader may know, the key having been
                     checked; what hands a log on has a `Source` (`cli/acts/sources.py`)
* act in a match:    `at, act = here.act(word)`, then `here.desk.move(at.match, act, ...)`
* print:             `here.out(text)`; `here.note(text)` on stderr; `here.json(value)`, `here.json_line(value)`;
                     `if here.is_json:`; boards take `here.style`; rows: `cli/say/report.py`;
                     long work: `here.progress()`
* say something:     `here.say(key, **terms)`; names of the game: `here.words(log.game)`
* go wrong:          raise the errors of `core.kernel.errors`; nobody else prints an error or chooses an exit code.
                     An exit code that is no error (`herald why`: 3) is what the command returns.
* heavy imports (asyncio, sqlite_utils, structlog) stand inside functions; what a command always needs, on top
"""
