"""The port on SQLite: one file, opened, locked, made and mended here, and nowhere else."""
