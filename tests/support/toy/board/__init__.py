"""What the toy looks like."""
