"""Kingdom Crossing: 2 to 4 players, or one against Paco & Paca."""
