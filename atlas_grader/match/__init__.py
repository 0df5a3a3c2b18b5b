"""Whether a cell says what gold says, one module per column type (grading.md, section 5)."""
