"""What scenarios need: named positions, and what no match comes to."""
