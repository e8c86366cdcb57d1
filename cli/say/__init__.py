"""What is told, as a terminal shows it: nobody else lays out words and lines."""
