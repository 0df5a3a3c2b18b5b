"""Identifiers: schemes, what a text says in each, and when two are the same."""
