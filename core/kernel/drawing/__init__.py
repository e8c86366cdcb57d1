"""What a board is made of, and how it is drawn: as text for a terminal, as a page for a browser."""
