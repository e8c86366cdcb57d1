"""What happened, written down: rows, their chain and codec, the fold, going back, keys."""
