"""The casebook: what each reading of an unclear rule makes of the same position, out of the scenarios that prove it."""
