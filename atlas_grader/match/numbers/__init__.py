"""Numbers with what stands around them: digits, words, scales, labels, units, currencies, lengths of time."""
