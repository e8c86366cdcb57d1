"""What people look at: the board, cards and moves in words."""
