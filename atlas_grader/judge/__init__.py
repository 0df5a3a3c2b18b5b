"""The model that settles what strings leave open (grading.md, section 7), and what its rulings cost.

`questions.py`, beside this package, says what may be asked and what may come back; nothing in
here can move any other verdict.
"""
