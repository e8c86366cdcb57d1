"""What is said of the toy game."""
