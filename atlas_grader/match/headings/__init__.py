"""What a header says of the numbers beneath it: their unit, scale or currency."""

from atlas_grader.tasks import CellType

COUNTED = frozenset({CellType.NUMBER, CellType.PERCENT, CellType.MONEY, CellType.QUANTITY, CellType.DURATION})
"""The types whose cells may be bare numbers in a unit of their header."""
