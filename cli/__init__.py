"""Commands and terminal drawing: the only place that talks to a person."""
