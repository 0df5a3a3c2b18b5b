"""Grade research agents that answer with whole tables."""

__version__ = "0.1.0"
