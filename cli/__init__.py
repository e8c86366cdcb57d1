"""The command line: Click commands and terminal drawing; the only place that talks to a person.

How to add a command is told in `cli.commands`.
"""
