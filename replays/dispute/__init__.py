"""Two readings of an unclear rule on one position: what each allows, what follows, and where they part.

`case.py` is what a dispute is about (a position of a match, or a scenario), `branch.py` what becomes of it under one
reading, `apart.py` where two of them part, `question.py` puts them beside each other. `told.py` says it, `page.py`
draws it, `bundle.py` makes a file of it that anybody can run again.
"""
