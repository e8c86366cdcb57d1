"""What people type and read: notation, sentences, errors in words."""
