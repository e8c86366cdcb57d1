"""What another reading would have meant for matches that were played: which would have gone otherwise, and where."""
