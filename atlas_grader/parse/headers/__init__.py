"""Which header is which column: by its name, its words, or what stands under it."""
