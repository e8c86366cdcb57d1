"""Players that see a view and nothing else, matches among them, and what must always hold."""
