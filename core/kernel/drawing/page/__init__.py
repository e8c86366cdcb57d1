"""Boards as pages of HTML: without scripts, and without a request for anything else."""
