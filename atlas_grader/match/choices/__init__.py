"""Names out of a known set: choices of a column, countries, languages, currencies."""
