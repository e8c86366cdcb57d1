"""The language of the reader, and how the program speaks to them."""
