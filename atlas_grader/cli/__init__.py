"""The command line: arguments, exit status, stdout and stderr; no decisions.

Exit status: 0 done · 1 a check failed (validate, selftest, conformance) · 2 input or
usage error · 3 a judge was asked for and left questions open · 130 interrupted. Results
go to stdout, everything else to stderr.

Only click is imported here; each command loads what it needs when it runs.
"""

from __future__ import annotations

import click

from atlas_grader import __version__
from atlas_grader.cli.checks import conformance, selftest, validate
from atlas_grader.cli.comparing import agreement
from atlas_grader.cli.explaining import explain
from atlas_grader.cli.grading import grade
from atlas_grader.cli.regrading import regrade
from atlas_grader.cli.releasing import release
from atlas_grader.cli.sealing import seal
from atlas_grader.cli.shared import CONTEXT
from atlas_grader.cli.tasks import tasks

__all__ = ["grade", "main"]


@click.group("atlas", context_settings=CONTEXT)
@click.version_option(__version__, prog_name="atlas")
def main() -> None:
    """Grade research agents, look into their grades, check releases, answers and judges."""


main.add_command(grade, "grade")
for command in (explain, tasks, validate, seal, selftest, conformance, regrade, agreement, release):
    main.add_command(command)
