"""Matches over HTTP: the same desk as the commands', for who is elsewhere."""
