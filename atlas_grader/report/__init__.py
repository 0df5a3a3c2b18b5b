"""How a graded run is shown: terminal and JSON."""
