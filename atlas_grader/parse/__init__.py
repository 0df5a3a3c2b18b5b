"""From whatever an answer holds to a table of cells (grading.md, section 2)."""
