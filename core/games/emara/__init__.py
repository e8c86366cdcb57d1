"""The Crown of Emara."""
