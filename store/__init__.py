"""The event store: append, read, projections; SQLite by default."""
