"""Rise to Nobility: 2 to 6 players, or one against the Automa."""
