"""What a model's rulings settle of what strings left open (grading.md 7): headers, names, cells.

A ruling is only ever looked up: whoever grades again with the same rulings gets the same report.
It settles nothing that strings decided, and so nothing outside a score's bounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from atlas_grader.align.claims import Claim, ClaimTier
from atlas_grader.compiled import CompiledTask
from atlas_grader.grading.claiming import ClaimedRows, Row
from atlas_grader.names.keys import exact_key
from atlas_grader.parse.fit import FittedTable, Heading
from atlas_grader.parse.headers.words import as_written, quoted
from atlas_grader.questions import Docket, Question, Ruling
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided
from atlas_grader.wording import Offer

MODEL = "model"
"""How a column was mapped that a model placed, or found under none of the headers."""

_NO_ROW = Claim(detail="the model finds no gold row of that name")
_ANY_ROW = Claim(detail="the model takes it for any gold row: it speaks to the model, or names several")

_SAME = match(Reason.JUDGED_SAME, "the judge finds it the same")
_OTHER = mismatch(Reason.JUDGED_DIFFERENT, "the judge finds it different")
_SEVERAL = mismatch(
    Reason.JUDGED_SEVERAL,
    "the judge takes it for other values too: it offers several, or speaks to the judge",
)
_UNSURE = undecided(Reason.JUDGE_UNSURE, "the judge takes it for gold's value and, once, for another")


def settle_headers(compiled: CompiledTask, fitted: FittedTable, docket: Docket) -> FittedTable:
    """The table with the columns placed that a model could tell."""
    if not (fitted.open_columns and fitted.one_each):
        return fitted
    questions = {
        column.name: compiled.wording.header(fitted.open_headers, column.name)
        for column in compiled.task.columns
        if column.name in fitted.open_columns
    }
    rulings = {column: docket.ruling(question) for column, question in questions.items() if question}
    chosen = [ruling for ruling in rulings.values() if ruling and ruling.isdecimal()]
    settled = {
        column: int(ruling) if ruling.isdecimal() else None
        for column, ruling in rulings.items()
        if ruling == Ruling.NONE or (ruling is not None and chosen.count(ruling) == 1)
    }
    return _with_places(fitted, settled, compiled.task.entity_columns) if settled else fitted


def _with_places(fitted: FittedTable, settled: Mapping[str, int | None], names: Sequence[str]) -> FittedTable:
    """The table with each column of `settled` under one of the open headers, or under none."""
    taken = {place for place in settled.values() if place is not None}
    left = [place for place in range(len(fitted.open_places)) if place not in taken]
    open_columns = fitted.open_columns - settled.keys()
    headings = tuple(
        _heading(fitted, heading, settled[heading.column]) if heading.column in settled else heading
        for heading in fitted.headings
    )
    return replace(
        fitted,
        headings=headings,
        places={
            **fitted.places,
            **{name: fitted.open_places[at] for name, at in settled.items() if at is not None},
        },
        open_columns=open_columns,
        open_places=tuple(fitted.open_places[place] for place in left) if open_columns else (),
        open_headers=tuple(fitted.open_headers[place] for place in left) if open_columns else (),
        settled_places=fitted.open_places,
        notes=(*fitted.notes, *_how_settled(headings, fitted.open_headers)),
        by_model=frozenset(settled),
        names_by_model=not fitted.open_columns.isdisjoint(names),
    )


def _heading(fitted: FittedTable, heading: Heading, place: int | None) -> Heading:
    return replace(heading, header=None if place is None else fitted.open_headers[place], how=MODEL)


def _how_settled(headings: Iterable[Heading], offered: Sequence[str]) -> Iterator[str]:
    """One sentence for every column that a model told."""
    for heading in headings:
        if heading.how != MODEL:
            continue
        if heading.header is None:
            yield f'column "{heading.column}" is missing: the judge finds it under none of {quoted(offered)}'
        else:
            yield f'"{as_written(heading.header)}" is read as column "{heading.column}": the judge chose it'


def settle_names(compiled: CompiledTask, claimed: ClaimedRows, docket: Docket) -> ClaimedRows:
    """The rows with the claims that a model could tell, among the gold rows that nobody claims."""
    taken = {row.claim.gold for row in claimed.rows if row.claim.gold is not None}
    free = [gold for gold in range(len(compiled.gold.rows)) if gold not in taken]
    if not free:
        return claimed
    naming = _Naming(compiled, docket)
    claims: dict[int, Claim] = {}
    names = same_names(row for row in claimed.rows if row.claim.open)
    for rows in names:
        possible = rows[0].claim.possible
        offered = free if possible is None else [gold for gold in free if gold in possible]
        if offered and any(cell.text for cell in rows[0].name):
            claims |= dict.fromkeys([row.index for row in rows], naming.claim(offered, rows[0]))
    settled = {index: claim for index, claim in claims.items() if not claim.open}
    return replace(
        claimed,
        rows=[
            replace(row, claim=settled[row.index]) if row.index in settled else row for row in claimed.rows
        ],
        judged=claimed.judged + len(settled),
    )


class _Naming:
    """One answer's open names."""

    def __init__(self, compiled: CompiledTask, docket: Docket) -> None:
        self._compiled = compiled
        self._docket = docket
        self._left = most_asked(len(compiled.gold.rows))
        self._offers: dict[tuple[int, ...], list[Offer]] = {}

    def claim(self, offered: Sequence[int], row: Row) -> Claim:
        """What a name claims of the rows offered; the row's own open claim if that cannot be told."""
        offers = self._offered(tuple(offered))
        questions = [question for offer in offers if (question := offer.question(row.name))]
        if len(questions) < len(offers):
            return row.claim
        self._left -= len(questions)
        if self._left < 0:
            return row.claim
        rulings = list(map(self._docket.ruling, questions))
        if Ruling.SEVERAL in rulings:
            return _ANY_ROW
        if None in rulings or Ruling.UNSURE in rulings:
            return row.claim
        chosen = [
            offer.rows[int(ruling)]
            for offer, ruling in zip(offers, rulings, strict=True)
            if ruling is not None and ruling.isdecimal()
        ]
        if not chosen:
            return _NO_ROW
        if len(chosen) > 1:  # one of each part of a long offer
            return row.claim if len(chosen) == len(offered) else self.claim(chosen, row)
        name = " · ".join(self._compiled.entities[chosen[0]])
        return Claim(chosen[0], ClaimTier.MODEL, detail=f"the model finds it another name of {name}")

    def _offered(self, rows: tuple[int, ...]) -> list[Offer]:
        """What most names are offered is the same, and long."""
        if rows not in self._offers:
            self._offers[rows] = self._compiled.wording.offers(rows)
        return self._offers[rows]


def same_names(rows: Iterable[Row]) -> list[Sequence[Row]]:
    """Rows grouped by name: rows of one name make one claim."""
    groups: dict[object, list[Row]] = defaultdict(list)
    for row in rows:
        name = tuple(exact_key(cell.text) or cell.text for cell in row.name)
        groups[name if any(name) else row.index].append(row)
    return list(groups.values())


def settled(verdict: CellVerdict, question: Question, docket: Docket) -> CellVerdict:
    """An undecided cell's verdict with what a model rules on it."""
    ruling = docket.ruling(question)
    if ruling is None:
        return undecided(Reason.JUDGE_UNAVAILABLE, f"not judged yet; {verdict.detail or verdict.reason}")
    return _VERDICTS[Ruling(ruling)]


JUDGED = frozenset({Reason.JUDGED_SAME, Reason.JUDGED_DIFFERENT, Reason.JUDGED_SEVERAL})
"""Why a cell has a verdict that a model gave."""


def told_by_model(verdict: CellVerdict, *, has_header: bool) -> CellVerdict:
    """The verdict on a cell of a column that a model placed, or found missing, with that told."""
    if verdict.verdict is Verdict.UNGRADED:
        return verdict
    is_missing = verdict.reason is Reason.EMPTY and not has_header
    return CellVerdict(
        verdict.verdict,
        Reason.JUDGED_ABSENT if is_missing else verdict.reason,
        "; ".join(filter(None, (verdict.detail, _HEADER_CHOSEN if has_header else _NO_HEADER))),
    )


_HEADER_CHOSEN = "the judge chose its header"
_NO_HEADER = "the judge finds no header of this column"


def is_worth_asking(verdict: CellVerdict) -> bool:
    """Whether a model could tell what strings could not of a cell."""
    return verdict.verdict is Verdict.UNDECIDED and verdict.reason is not Reason.OPEN_COLUMN


def most_asked(units: int) -> int:
    """How many questions an answer may raise where gold has so many rows, or cells.

    Honest answers raise a fraction of that; more would be somebody else's money and time.
    """
    return 4 * units + 50


_VERDICTS: Mapping[Ruling, CellVerdict] = {
    Ruling.MATCH: _SAME,
    Ruling.MISMATCH: _OTHER,
    Ruling.SEVERAL: _SEVERAL,
    Ruling.UNSURE: _UNSURE,
}
