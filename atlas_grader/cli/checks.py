"""The commands that check: answers and releases, this installation, conformance cases."""

from __future__ import annotations

import sys

import click

from atlas_grader.cli.shared import echo_json, errors_told, json_option, open_grader, page, release_option
from atlas_grader.errors import Fault, printable


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@release_option
def validate(files: tuple[str, ...], release: str | None) -> None:
    """Check answers or releases without grading.

    Prints every fault with file, line and reason, and warnings of what is only
    doubtful. Exit status 1 if there is any fault.
    """
    with errors_told():
        from atlas_grader.vetting import check_path

        passed = True
        for file in files:
            checked = check_path(file, release)
            for fault in checked.faults:
                click.echo(str(fault))
            passed = passed and checked.passed
            click.echo(printable(checked.summary), err=True)
        sys.exit(0 if passed else 1)


@click.command()
@release_option
def selftest(release: str | None) -> None:
    """Check this installation.

    Gold as an answer scores 1 in every form, and the shipped cases hold.
    """
    with errors_told():
        from atlas_grader.selftest import cases_hold, gold_scores_one

        failed = passed = 0
        for checks in (gold_scores_one(open_grader(release)), cases_hold()):
            for check in checks:
                passed += check.passed
                failed += not check.passed
                if not check.passed:
                    click.echo(f"failed: {check.name}: {check.detail}")
        click.echo(f"{passed} checks passed, {failed} failed")
        sys.exit(1 if failed else 0)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE.jsonl...")
@json_option
def conformance(files: tuple[str, ...], *, as_json: bool) -> None:
    """Run conformance cases.

    A case is one JSON object a line: a cell, with `kind`, `gold`, `answer` and `verdict`,
    or names to align, with `gold`, `returned` and `pairs` (see docs/conformance.md and
    schemas/). With --json, a line for each case: id, want, got, reason.

    Exit status 1 if any case is decided wrong, 2 if any cannot be read.
    """
    with errors_told():
        from atlas_grader.conformance import Outcome, case_to_json, run_cases
        from atlas_grader.report.terminal import render_conformance
        from atlas_grader.report.wire import dump

        doubts: list[Fault] = []
        results = run_cases(files, doubts)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        if as_json:
            for result in results:
                echo_json(dump(case_to_json(result)))
        else:
            with page() as console:
                render_conformance(results, console)
        sys.exit(1 if any(result.outcome is Outcome.WRONG for result in results) else 0)
