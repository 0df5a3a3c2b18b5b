"""What a cell offers beside its first value, and how all of it is judged against gold."""
