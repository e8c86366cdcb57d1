"""One file for each figure: `lines` measures it."""
