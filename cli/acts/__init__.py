"""What several commands do alike: going back, handing keys on, disputing, restoring."""
