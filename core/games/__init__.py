"""One folder per game, all of the same shape."""
