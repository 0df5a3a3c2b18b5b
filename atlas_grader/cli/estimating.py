"""What asking a judge would cost, printed."""

from __future__ import annotations

from typing import Any

import click

from atlas_grader.cli.judging import chosen_judge
from atlas_grader.cli.options import OF_A_RUN, given
from atlas_grader.cli.shared import echo_json, open_grader, show_progress
from atlas_grader.errors import UsageError


def print_estimate(
    answers: tuple[str, ...],
    release: str | None,
    tasks: str | None,
    judging: dict[str, Any],
    *,
    common: bool = False,
    workers: int,
    times: int = 1,
    as_json: bool,
) -> None:
    """Print what asking the judge of these options would cost, so many times.

    Raises `UsageError` where options were given that it does not depend on.
    """
    from atlas_grader.session import estimate_files

    if idle := given(OF_A_RUN):
        raise UsageError(f"--dry-run only estimates what asking would cost; leave out {', '.join(idle)}")
    with chosen_judge({**judging, "dry_run": True}) as chosen:
        assert chosen is not None  # to estimate takes neither key nor ledger
        found = estimate_files(
            open_grader(release, tasks, chosen.judge.docket()),
            answers,
            common=common,
            workers=workers,
            progress=show_progress(),
            judge=chosen.judge,
        ).times(times)
    if as_json:
        from atlas_grader.report.wire import dump

        echo_json(dump(found.to_json(), indent=2))
    else:
        click.echo("\n".join(found.lines()))
