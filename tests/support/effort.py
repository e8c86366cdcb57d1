"""How long random tests look: `HERALD_FUZZ=20 pytest tests/contract` plays twenty times as many matches."""

import os

EFFORT = max(1, int(os.environ.get("HERALD_FUZZ", "1")))
