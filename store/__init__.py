"""The event store: append, read, snapshots and projections; SQLite by default."""
