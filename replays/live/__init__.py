"""A match as it goes on, for a browser: what one reader is told of it, as fragments that are put into a page."""
