"""Boards as HTML."""
