"""The command line: Click commands and terminal drawing; the only place that talks to a person.

From the top: `commands`, `acts`, `app`, `terminal`, `say`, `person`, `language`; each knows only those below it.
How to add a command is told in `cli.commands`.
"""
