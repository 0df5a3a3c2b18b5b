"""When two names are one: keys, variants and misspellings (grading.md, section 4)."""
