"""Run by the peers' own Python, each file alone: they import nothing of Herald."""
