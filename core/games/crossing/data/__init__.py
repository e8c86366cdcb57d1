"""What lies in the box and what is said of it: components, rules and words."""
