"""Grade one answer: parse → align → match → score.

Grading is pure, and shares nothing but caches of pure results: it is safe in threads
and processes, and nothing that an answer holds can move another answer's verdict.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlas_grader.answers import Content, RawCell
from atlas_grader.bounds import low_counts, score_task
from atlas_grader.cleaning import verbatim
from atlas_grader.compiled import CompiledTask
from atlas_grader.grading.claiming import ClaimedRows, Row, claim_rows
from atlas_grader.grading.counting import Counting
from atlas_grader.grading.matching import Matched, worst
from atlas_grader.grading.settling import settle_headers, settle_names
from atlas_grader.parse.fit import fit_answer
from atlas_grader.questions import Docket
from atlas_grader.task_report import CellReport, Fate, GoldReport, HeaderReport, RowReport, TaskReport
from atlas_grader.verdicts import CellVerdict


def grade_task(
    compiled: CompiledTask, content: Content, docket: Docket | None = None, *, given: bool = True
) -> TaskReport:
    """Grade what one system returned for one task (grading.md, sections 2 to 7).

    `docket` tells what a model ruled on what strings leave open, and is told what it has yet to rule on.
    Without `given`, the report's rows leave out what was given in each cell.
    """
    fitted = fit_answer(content, compiled.task, compiled.reads, compiled)
    if docket is not None:
        fitted = settle_headers(compiled, fitted, docket)
    claimed = claim_rows(compiled, fitted)
    if docket is not None:
        claimed = settle_names(compiled, claimed, docket)
    matched = Matched(compiled, fitted, claimed, docket)
    counting = Counting(matched)
    counts = counting.counts()
    return TaskReport(
        task_id=compiled.task.id,
        answered=True,
        scores=score_task(counts, list(counting.ways())),
        counts=low_counts(counts),
        gold=tuple(_gold_report(matched, gold) for gold in range(len(matched.gold))),
        rows=_row_reports(matched, given=given),
        headers=tuple(HeaderReport(h.column, h.header, h.how) for h in fitted.headings),
        notes=(*fitted.notes, *fitted.what_is_open(), *_headed(matched), *_left_out(claimed)),
        loose=counts.loose,
        unread=fitted.is_unread,
        judged_cells=0 if docket is None else matched.judged_cells,
        judged_rows=claimed.judged,
        judged_columns=len(fitted.by_model),
    )


def _headed(matched: Matched) -> Iterator[str]:
    """Which bare numbers are read in a unit of their header."""
    for column, _, _, headed in matched.places:
        if headed is not None and headed.unit:
            yield f'bare numbers of column "{column}" are read in its header\'s unit, "{headed.unit}"'


def _left_out(claimed: ClaimedRows) -> Iterator[str]:
    if claimed.dropped:
        yield f"{claimed.dropped} empty row{'s'[: claimed.dropped > 1]} dropped"
    if claimed.asides:
        yield f"{claimed.asides} captions and totals are no rows"


def _gold_report(matched: Matched, gold: int) -> GoldReport:
    row = matched.gold[gold]
    return GoldReport(
        entity=matched.compiled.entities[gold],
        ungraded=row.ungraded,
        graded_cells=matched.compiled.graded_cells[gold],
        rows=tuple([claimant.index for claimant in matched.claimants.get(gold, ())]),
        verdicts=worst(matched.verdicts[gold]) if gold in matched.verdicts else {},
    )


def _row_reports(matched: Matched, *, given: bool) -> tuple[RowReport, ...]:
    still_open = {row.index for row in matched.open}
    verdicts = {
        row.index: found
        for gold, copies in (matched.verdicts.items() if given else ())
        for row, found in zip(matched.claimants[gold], copies, strict=True)
    }
    return tuple(
        RowReport(
            row.index,
            tuple([cell.raw for cell in row.name]),
            _fate(matched, row, still_open),
            row.claim.gold,
            row.claim.detail,
            tuple(
                _cell_report(column, matched.fitted.cell(row.raw, column), verdict)
                for column, verdict in verdicts.get(row.index, {}).items()
            ),
        )
        for row in matched.rows
    )


def _cell_report(column: str, raw: RawCell, verdict: CellVerdict) -> CellReport:
    return CellReport(column, verbatim(raw), verdict, raw if isinstance(raw, tuple) else None)


def _fate(matched: Matched, row: Row, still_open: set[int]) -> Fate:
    gold = row.claim.gold
    if gold is None:
        if row.claim.near_miss:
            return Fate.NEAR_MISS
        return Fate.OPEN if row.index in still_open else Fate.EXTRA
    if matched.gold[gold].ungraded:
        return Fate.UNGRADED
    return Fate.MATCHED if matched.claimants[gold][0] is row else Fate.COPY
