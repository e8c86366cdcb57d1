"""How long tests wait for what must come, on a machine that has much else to do."""

PATIENCE = 120.0
"""Seconds for another process, a thread or a word on a screen: what takes longer never comes."""

LONGEST = 600
"""Seconds for one test; the longest takes a twentieth of it where nobody is in the way."""
