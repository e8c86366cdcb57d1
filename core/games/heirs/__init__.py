"""The Two Heirs."""
