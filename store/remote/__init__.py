"""A desk far away: what goes over the wire, and the copy that a player keeps at home."""
