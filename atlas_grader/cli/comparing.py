"""The command that compares the grader with people."""

from __future__ import annotations

from typing import Any

import click

from atlas_grader.cli.account import accounted_for
from atlas_grader.cli.judging import chosen_judge
from atlas_grader.cli.options import judge_options
from atlas_grader.cli.shared import (
    echo_json,
    errors_told,
    json_option,
    open_grader,
    page,
    release_option,
    show_progress,
)
from atlas_grader.errors import Fault


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
    with errors_told(), chosen_judge(judging) as chosen:
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
        with accounted_for(chosen, frozenset(asked.used), len(asked.open)):
            if as_json:
                echo_json(dump(agreement_to_json(matchers, judged, grader.signature), indent=2))
                return
            with page() as console:
                render_agreement(matchers, judged, grader.signature, console)
