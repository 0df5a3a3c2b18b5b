"""What all commands share: how their errors, pages and JSON reach the user, and common options."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from atlas_grader.errors import AtlasError, InputError, UsageError, printable, word_faults

if TYPE_CHECKING:
    from rich.console import Console

    from atlas_grader.grader import Grader
    from atlas_grader.questions import Docket
    from atlas_grader.session import Progress
    from atlas_grader.task_report import TaskReport
    from atlas_grader.tasks import Gold, Task

# More would scroll the first, and likeliest cause, out of sight; `atlas validate` prints them all.
_MOST_FAULTS = 100
_COMMENT = re.compile(r"(?:^|\s)#.*")
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

release_option = click.option(
    "--release", metavar="ID|DIR", help="Release to grade against.  [default: newest bundled]"
)
tasks_option = click.option(
    "--tasks",
    metavar="IDS",
    help="Grade only these tasks: ids with commas between, or @FILE (one a line; # begins a comment).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
answers_argument = click.argument("answers", nargs=-1, required=True, metavar="ANSWERS...")


@contextmanager
def errors_told() -> Iterator[None]:
    """Turn what a user can mend into its message and exit status 2.

    An interruption may say what it leaves behind.
    """
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
    except KeyboardInterrupt as stop:
        click.echo(f"interrupted; {stop.args[0] if stop.args else 'nothing was written'}", err=True)
        sys.exit(130)
    except BrokenPipeError:
        _say_no_more()
        sys.exit(0)
    except OSError as error:
        where = printable(str(error.filename)) if error.filename else "<stdout>"
        if not error.filename:
            _say_no_more()
        click.echo(f"{where}: cannot go on: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(2)


@contextmanager
def until_the_reader_leaves() -> Iterator[None]:
    """Print in this block; nothing is wrong if the reader of standard output leaves, as `head` does."""
    try:
        yield
    except BrokenPipeError:
        _say_no_more()


def _say_no_more() -> None:
    sys.stdout = None  # so that Python does not flush into the void


def echo_json(text: str) -> None:
    """JSON is UTF-8, whatever the terminal's encoding."""
    click.echo(text.encode())


def echo_task(task: Task, gold: Gold | None, report: TaskReport | None = None) -> None:
    """A task as JSON and, where they are given, its gold and the verdicts on an answer."""
    import json

    from atlas_grader.records import gold_to_json, task_to_json
    from atlas_grader.report.wire import dump, task_report_to_json

    shown = {"task": json.loads(task_to_json(task))}
    if gold is not None:
        shown["gold"] = json.loads(gold_to_json(gold, task))
    if report is not None:
        shown["report"] = task_report_to_json(report)
    echo_json(dump(shown, indent=2))


@contextmanager
def page() -> Iterator[Console]:
    """A console whose text is printed when it is whole."""
    from atlas_grader.report.page import open_page

    with open_page(lambda text: click.echo(text, nl=False)) as console:
        yield console


def show_progress(*, quiet: bool = False) -> Progress:
    """A bar on a terminal, and nothing elsewhere."""
    from atlas_grader.report.progress import no_progress, terminal_progress

    return no_progress if quiet or not sys.stderr.isatty() else terminal_progress


def open_grader(release: str | None, tasks: str | None = None, docket: Docket | None = None) -> Grader:
    """The grader of a release and, where `tasks` names some, of these only; with a judge's rulings."""
    from atlas_grader.grader import Grader
    from atlas_grader.releases import load_release

    return Grader(load_release(release), None if tasks is None else _task_ids(tasks), docket)


def _task_ids(given: str) -> list[str]:
    """Ids separated by commas or spaces, or `@FILE` with one a line, lines that begin with `#` aside."""
    if given.startswith("@"):
        try:
            lines = Path(given[1:]).read_text(encoding="utf-8-sig").splitlines()
            given = "\n".join(_COMMENT.sub("", line) for line in lines)
        except OSError as error:
            found = (error.strerror or str(error)).lower()
            raise UsageError(f"--tasks {given}: expected a file of task ids, got {found}") from error
        except ValueError as error:  # another encoding, or a NUL in the name
            raise UsageError(f"--tasks {given}: expected a file in UTF-8, got {error}") from error
    ids = given.replace(",", " ").split()
    if not ids:
        raise UsageError("--tasks: expected at least one task id, got none")
    return ids
