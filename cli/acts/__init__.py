"""Acts of commands: what several of them do alike, and what is too much for the file of the one that does it."""
