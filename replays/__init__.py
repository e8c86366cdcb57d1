"""The read side: replay, transcript, ledger, export, verify and disputes."""
