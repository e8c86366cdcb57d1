"""What the greedy bot thinks."""
