"""Which gold row a returned row is (grading.md, section 4)."""
