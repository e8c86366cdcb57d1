"""A whole match as one file for a browser: every position, the log, how long it took, and what the score came from."""
