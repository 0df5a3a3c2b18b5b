"""The commands that check: answers and releases, this installation, conformance cases, people's verdicts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from atlas_grader.cli.judging import chosen_judge, judge_options, settle_account, show_progress
from atlas_grader.cli.shared import echo_json, json_option, open_grader, page, release_option, told
from atlas_grader.errors import Fault, printable


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@release_option
def validate(files: tuple[str, ...], release: str | None) -> None:
    """Check answers or releases without grading.

    Prints every fault with file, line and reason, and warnings of what is only
    doubtful. Exit status 1 if there is any fault.
    """
    with told():
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
@click.argument("folder", type=click.Path(file_okay=False, exists=True, path_type=Path))
@click.option("--id", "release_id", required=True, help="The release's id, such as 2026.11.")
@click.option("--title", required=True, help="What the release is called.")
@click.option("--licence", required=True, help="SPDX expression for its tasks and gold, such as CC-BY-4.0.")
@click.option("--created", required=True, metavar="DATE", help="Day on which it was frozen (ISO 8601).")
def seal(folder: Path, release_id: str, title: str, licence: str, created: str) -> None:
    """Make a folder of tasks and gold a release.

    FOLDER holds tasks.jsonl and gold.jsonl (see schemas/); checks them as `atlas
    validate` does and, if there is no fault, writes manifest.json with their hashes.
    """
    with told():
        from atlas_grader.records import Manifest
        from atlas_grader.signature import SPEC
        from atlas_grader.vetting import seal_folder

        manifest = Manifest(release_id, title, "", int(SPEC), created, licence, "", {})
        options = {"release": "--id", "title": "--title", "licence": "--licence", "created": "--created"}
        written, doubts = seal_folder(folder, manifest, options)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        click.echo(f"{folder}/manifest.json: release {written.release}, {len(written.files)} files", err=True)


@click.command()
@release_option
def selftest(release: str | None) -> None:
    """Check this installation.

    Gold as an answer scores 1 in every form, and the shipped cases hold.
    """
    with told():
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
    with told():
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


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="LABELS.jsonl...")
@release_option
@judge_options
@json_option
def agreement(
    files: tuple[str, ...],
    release: str | None,
    *,
    as_json: bool,
    **judging: Any,  # noqa: ANN401 (the options of `judge_options`)
) -> None:
    """Compare the grader with people's verdicts.

    A label is one JSON object a line: a line of the cells.jsonl that `atlas-grade --out`
    writes, with a person's verdict as `label`, or a conformance case of a cell, with it as
    `verdict` (see docs/agreement.md and schemas/). For each kind of cell: who said what how
    often, accuracy, precision and recall of `match`, and Cohen's kappa with its interval.

    The matchers alone, and with OPENAI_API_KEY or a ledger the judge on what they leave open.

    Exit status 2 if any label cannot be read, 3 if the judge left any open; otherwise 0,
    whatever the agreement.
    """
    with told(), chosen_judge(judging) as chosen:
        from atlas_grader.labels import compare, compare_judged, read_labels
        from atlas_grader.report.agreement import agreement_to_json, render_agreement
        from atlas_grader.report.wire import dump
        from atlas_grader.session import asking

        judge = None if chosen is None else chosen.judge
        grader = open_grader(release, docket=None if judge is None else judge.docket())
        doubts: list[Fault] = []
        labels = read_labels(files, grader, doubts)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        matchers = compare(labels)
        judged, asked = compare_judged(labels, grader, asking(judge, show_progress()))
        if as_json:
            echo_json(dump(agreement_to_json(matchers, judged, grader.signature), indent=2))
        else:
            with page() as console:
                render_agreement(matchers, judged, grader.signature, console)
        if chosen is not None:
            sys.exit(settle_account(chosen, frozenset(asked.used), len(asked.open)))
