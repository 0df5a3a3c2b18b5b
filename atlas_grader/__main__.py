"""`python -m atlas_grader` is the command `atlas`."""

from atlas_grader.cli import main

main(prog_name="atlas")
