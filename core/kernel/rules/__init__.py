"""The rules side of every game: steps, chance, secrets, amounts, and the one loop that decides."""
