"""The steps, one file per heading of the rulebook."""
