"""The command line: arguments, exit status, stdout and stderr; no decisions.

Exit status: 0 done · 1 a check failed (validate, selftest, conformance) · 2 input or
usage error · 130 interrupted. Results go to stdout, everything else to stderr.

Only click is imported here; each command loads what it needs when it runs.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from atlas_grader import __version__
from atlas_grader.errors import AtlasError, Fault, InputError, UsageError, printable, word_faults

if TYPE_CHECKING:
    from rich.console import Console

    from atlas_grader.grader import Grader
    from atlas_grader.releases import Release

# More would scroll the first, and likeliest cause, out of sight; `atlas validate` prints them all.
_MOST_FAULTS = 100
# Each holds a whole grader, and several open files.
_MOST_WORKERS = 64
_COMMENT = re.compile(r"(?:^|\s)#.*")
_CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

_release = click.option(
    "--release", metavar="ID|DIR", help="Release to grade against.  [default: newest bundled]"
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
_answers = click.argument("answers", nargs=-1, required=True, metavar="ANSWERS...")


@contextmanager
def _told() -> Iterator[None]:
    """Turn what a user can mend into its message and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ✓ shows a question mark
    try:
        yield
    except InputError as error:
        click.echo(word_faults(error.faults, _MOST_FAULTS), err=True)
        sys.exit(2)
    except AtlasError as error:
        click.echo("\n".join(map(printable, str(error).split("\n"))), err=True)
        sys.exit(2)
    except KeyboardInterrupt:
        click.echo("interrupted; nothing was written", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # the reader of our output left, as `head` does: nothing is wrong
        sys.stdout = None  # so that Python does not flush into the void
        sys.exit(0)
    except OSError as error:
        where = printable(str(error.filename)) if error.filename else "<stdout>"
        if not error.filename:
            sys.stdout = None
        click.echo(f"{where}: cannot go on: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(2)


def _echo_json(text: str) -> None:
    """JSON is UTF-8, whatever the terminal's encoding."""
    click.echo(text.encode())


@contextmanager
def _console() -> Iterator[Console]:
    from atlas_grader.report.page import open_page

    with open_page(lambda text: click.echo(text, nl=False)) as console:
        yield console


def _grader(release: str | None, tasks: str | None = None) -> Grader:
    from atlas_grader.grader import Grader
    from atlas_grader.releases import load_release

    return Grader(load_release(release), None if tasks is None else _task_ids(tasks))


def _task_ids(told: str) -> list[str]:
    """Ids separated by commas or spaces, or `@FILE` with one a line, lines that begin with `#` aside."""
    if told.startswith("@"):
        try:
            lines = Path(told[1:]).read_text(encoding="utf-8-sig").splitlines()
            told = "\n".join(_COMMENT.sub("", line) for line in lines)
        except OSError as error:
            found = (error.strerror or str(error)).lower()
            raise UsageError(f"--tasks {told}: expected a file of task ids, got {found}") from error
        except ValueError as error:  # another encoding, or a NUL in the name
            raise UsageError(f"--tasks {told}: expected a file in UTF-8, got {error}") from error
    ids = told.replace(",", " ").split()
    if not ids:
        raise UsageError("--tasks: expected at least one task id, got none")
    return ids


@click.command("atlas-grade", context_settings=_CONTEXT)
@_answers
@_release
@click.option(
    "--tasks",
    metavar="IDS",
    help="Grade only these tasks: ids with commas between, or @FILE (one a line; # begins a comment).",
)
@click.option("--common", is_flag=True, help="Compare files on the tasks that all of them answer.")
@click.option("--figures", is_flag=True, help="Print precision and recall too.")
@_json
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Also write report.json, cells.jsonl (every verdict) and rows.jsonl into DIR.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, _MOST_WORKERS),
    metavar="N",
    help="Processes.  [default: as many as are worth it]",
)
@click.option("--quiet", "-q", is_flag=True, help="Print the signature and each system's row F1 only.")
@click.version_option(__version__, prog_name="atlas-grade")
def grade(
    answers: tuple[str, ...],
    release: str | None,
    tasks: str | None,
    *,
    common: bool,
    figures: bool,
    as_json: bool,
    out: str | None,
    workers: int | None,
    quiet: bool,
) -> None:
    """Grade answers that are tables.

    ANSWERS are .jsonl, .json or .gz files, folders with one file a task, or - for
    standard input; one system each. Everything happens offline; what strings alone
    cannot decide is left open and widens the score into [low, high].
    """
    with _told():
        from atlas_grader.processes import start_early, workers_for

        workers = workers or workers_for(answers)
        start_early(workers)
        from atlas_grader.session import grade_files

        if quiet and (as_json or figures):
            raise UsageError(f"choose one of --quiet and {'--json' if as_json else '--figures'}")
        if out == "":
            raise UsageError("--out: expected the name of a folder, got none")
        grader = _grader(release, tasks)
        result = grade_files(
            grader,
            answers,
            common=common,
            out=Path(out) if out else None,
            workers=workers,
            progress=_progress(quiet),
        )
        for doubt in result.doubts:
            click.echo(str(doubt), err=True)
        if as_json:
            from atlas_grader.report.wire import dump

            _echo_json(dump(result.to_json(), indent=2))
            return
        from atlas_grader.report.terminal import quiet_lines, render_figures, render_runs

        if quiet:
            click.echo("\n".join(quiet_lines(result.runs)))
            return
        with _console() as console:
            render_runs(result.runs, result.comparisons, console)
            if figures:
                render_figures(result.runs, console)


def _progress(quiet: bool) -> Callable[[int], Any]:
    from atlas_grader.report.progress import no_progress, terminal_progress

    return no_progress if quiet or not sys.stderr.isatty() else terminal_progress


@click.group("atlas", context_settings=_CONTEXT)
@click.version_option(__version__, prog_name="atlas")
def main() -> None:
    """Grade research agents, look into their grades, check releases and answers."""


main.add_command(grade, "grade")


@main.command()
@click.argument("task")
@click.argument("answers", required=False)
@_release
@_json
def explain(task: str, answers: str | None, release: str | None, *, as_json: bool) -> None:
    """Show every verdict on one task, with its reason.

    Without ANSWERS, the task and its gold.
    """
    with _told():
        from atlas_grader.report.explain import render_gold, render_task, render_verdicts
        from atlas_grader.session import grade_one

        grader = _grader(release)
        asked, gold = grader.compiled(task).task, grader.release.gold[task]
        report = grade_one(grader, task, answers) if answers is not None else None
        if as_json:
            _print_json(asked, gold, report)
            return
        with _console() as console:
            render_task(asked, console)
            if report is None:
                render_gold(asked, gold, console)
            else:
                render_verdicts(asked, gold, report, console)


def _print_json(task: Any, gold: Any, report: Any) -> None:  # noqa: ANN401 (imported lazily)
    import json

    from atlas_grader.records import gold_to_json, task_to_json
    from atlas_grader.report.wire import dump, task_report_to_json

    told = {"task": json.loads(task_to_json(task))}
    if gold is not None:
        told["gold"] = json.loads(gold_to_json(gold, task))
    if report is not None:
        told["report"] = task_report_to_json(report)
    _echo_json(dump(told, indent=2))


@main.group()
def tasks() -> None:
    """List a release's tasks, or show one."""


@tasks.command("list")
@_release
@_json
def list_tasks(release: str | None, *, as_json: bool) -> None:
    """List every task: id, question and columns."""
    with _told():
        found = _load(release)
        if as_json:
            from atlas_grader.records import task_to_json

            for task in found.tasks.values():
                _echo_json(task_to_json(task))
            return
        from atlas_grader.report.explain import render_task_list

        with _console() as console:
            render_task_list(found, console)


@tasks.command("show")
@click.argument("task")
@_release
@click.option("--gold", is_flag=True, help="Show the right answers too.")
@_json
def show_task(task: str, release: str | None, *, gold: bool, as_json: bool) -> None:
    """Show one task as a system sees it; its gold only when asked."""
    with _told():
        grader = _grader(release)
        asked = grader.compiled(task).task
        right = grader.release.gold[task] if gold else None
        if as_json:
            _print_json(asked, right, None)
            return
        from atlas_grader.report.explain import render_gold, render_task

        with _console() as console:
            render_task(asked, console)
            if right is not None:
                render_gold(asked, right, console)


def _load(release: str | None) -> Release:
    from atlas_grader.releases import load_release

    return load_release(release)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILES...")
@_release
def validate(files: tuple[str, ...], release: str | None) -> None:
    """Check answers or releases without grading.

    Prints every fault with file, line and reason, and warnings of what is only
    doubtful. Exit status 1 if there is any fault.
    """
    with _told():
        from atlas_grader.vetting import check_path

        passed = True
        for file in files:
            checked = check_path(file, release)
            for fault in checked.faults:
                click.echo(str(fault))
            passed = passed and checked.passed
            click.echo(printable(checked.summary), err=True)
        sys.exit(0 if passed else 1)


@main.command()
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
    with _told():
        from atlas_grader.records import Manifest
        from atlas_grader.signature import SPEC
        from atlas_grader.vetting import seal_folder

        manifest = Manifest(release_id, title, "", int(SPEC), created, licence, "", {})
        options = {"release": "--id", "title": "--title", "licence": "--licence", "created": "--created"}
        written, doubts = seal_folder(folder, manifest, options)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        click.echo(f"{folder}/manifest.json: release {written.release}, {len(written.files)} files", err=True)


@main.command()
@_release
def selftest(release: str | None) -> None:
    """Check this installation.

    Gold as an answer scores 1 in every form, and the shipped cases hold.
    """
    with _told():
        from atlas_grader.selftest import cases_hold, gold_scores_one

        failed = passed = 0
        for checks in (gold_scores_one(_grader(release)), cases_hold()):
            for check in checks:
                passed += check.passed
                failed += not check.passed
                if not check.passed:
                    click.echo(f"failed: {check.name}: {check.detail}")
        click.echo(f"{passed} checks passed, {failed} failed")
        sys.exit(1 if failed else 0)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE.jsonl...")
@_json
def conformance(files: tuple[str, ...], *, as_json: bool) -> None:
    """Run conformance cases.

    A case is one JSON object a line: a cell, with `kind`, `gold`, `answer` and `verdict`,
    or names to align, with `gold`, `returned` and `pairs` (see docs/conformance.md and
    schemas/). With --json, a line for each case: id, want, got, reason.

    Exit status 1 if any case is decided wrong, 2 if any cannot be read.
    """
    with _told():
        from atlas_grader.conformance import Outcome, case_to_json, run_cases
        from atlas_grader.report.terminal import render_conformance
        from atlas_grader.report.wire import dump

        doubts: list[Fault] = []
        results = run_cases(files, doubts)
        for doubt in doubts:
            click.echo(str(doubt), err=True)
        if as_json:
            for result in results:
                _echo_json(dump(case_to_json(result)))
        else:
            with _console() as console:
                render_conformance(results, console)
        sys.exit(1 if any(result.outcome is Outcome.WRONG for result in results) else 0)
