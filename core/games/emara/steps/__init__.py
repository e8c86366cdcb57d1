"""A file for each heading of the rulebook."""
