"""Grade the same answers afresh, several times: how stable is the judge?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from atlas_grader.grader import Grader
from atlas_grader.judge.judge import Judge
from atlas_grader.judge.opening import open_judge
from atlas_grader.judge.options import JudgeOptions
from atlas_grader.session import Progress, grade_files, kept
from atlas_grader.stability import Stability, compare_times


@dataclass(frozen=True, slots=True)
class Regraded:
    """What came of it."""

    stability: Stability
    judge: Judge
    """The one that was asked last, with what all of them cost; no longer open."""


def grade_times(  # noqa: PLR0913 (one for each thing a user may choose)
    grader: Grader,
    sources: Sequence[str],
    options: JudgeOptions,
    *,
    times: int,
    workers: int,
    progress: Progress,
) -> Regraded:
    """Grade with a judge that is asked everything anew each time.

    The cap on the cost holds for all times together. A time that leaves questions open is the
    last, for nothing can be measured then. Raises what `open_judge` and `grade_files` raise.
    """
    found, purse = [], None
    options = replace(options, fresh=True, notice=options.notice and _once(options.notice))
    with kept(sources):
        for _ in range(times):
            with open_judge(options, purse=purse) as judge:
                purse = judge.purse
                judged = Grader(grader.release, grader.task_ids, judge.docket())
                found.append(
                    grade_files(
                        judged,
                        sources,
                        common=False,
                        out=None,
                        workers=workers,
                        progress=progress,
                        judge=judge,
                    )
                )
            if found[-1].unsettled:
                break
    return Regraded(compare_times(found), judge)


def _once(tell: Callable[[str], None]) -> Callable[[str], None]:
    """Tell the first notice, of whichever time, and no other."""
    told: list[str] = []

    def tell_first(notice: str) -> None:
        if not told:
            tell(notice)
        told.append(notice)

    return tell_first
