"""The terminal at which somebody sits: what is asked there, shown, paged and written."""
