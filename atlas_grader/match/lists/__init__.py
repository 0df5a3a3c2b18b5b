"""Lists: ways to cut a cell into items, and which items are the same."""
