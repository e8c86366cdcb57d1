"""Logs as files: the lines of an export, written and read, the rows in them, and the draws beside them."""
