"""Grade research agents that answer with whole tables.

    from atlas_grader import Grader, load_release

    report = Grader(load_release()).grade("gaseous-elements", rows)
    print(report.row_f1.low, report.row_f1.high)

Names are imported when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from atlas_grader.answers import Answer
    from atlas_grader.errors import AtlasError, InputError, ReleaseError, UsageError
    from atlas_grader.grader import Grader
    from atlas_grader.judge.opening import open_judge
    from atlas_grader.judge.options import JudgeOptions
    from atlas_grader.reading import read_answers
    from atlas_grader.releases import Release, load_release
    from atlas_grader.run_report import RunReport
    from atlas_grader.task_report import TaskReport
    from atlas_grader.verdicts import Verdict

__version__ = "0.1.0"

_HOMES = {
    "Answer": "answers",
    "AtlasError": "errors",
    "Grader": "grader",
    "InputError": "errors",
    "JudgeOptions": "judge.options",
    "Release": "releases",
    "ReleaseError": "errors",
    "RunReport": "run_report",
    "TaskReport": "task_report",
    "UsageError": "errors",
    "Verdict": "verdicts",
    "load_release": "releases",
    "open_judge": "judge.opening",
    "read_answers": "reading",
}

__all__ = [
    "Answer",
    "AtlasError",
    "Grader",
    "InputError",
    "JudgeOptions",
    "Release",
    "ReleaseError",
    "RunReport",
    "TaskReport",
    "UsageError",
    "Verdict",
    "load_release",
    "open_judge",
    "read_answers",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def __getattr__(name: str) -> Any:  # noqa: ANN401 (whatever the name stands for)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
