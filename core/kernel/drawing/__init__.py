"""Pictures made of text."""
