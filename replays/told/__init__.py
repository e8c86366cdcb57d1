"""What a reader is told of a match, as data in their language: made here, laid out by whoever shows it.

Everything is made from a `Seen`, so nothing holds more than its reader may know. A terminal, a page and a service lay
out the same values; `document` is what programs get of each.
"""
