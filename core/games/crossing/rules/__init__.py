"""The rules: the order of play, and a file for each heading of the rulebook."""
