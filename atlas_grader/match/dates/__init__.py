"""Dates: words, forms, the readings they allow, stretches of the calendar."""
