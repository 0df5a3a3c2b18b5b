"""What a header says of the cells beneath it: their unit, scale, currency, era or order."""
