"""The forms in which an answer can hold a table, one a module."""
