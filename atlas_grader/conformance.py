"""Run conformance cases through the matchers and the aligner.

A case is one JSON object a line, as docs/conformance.md says. Every case is read before
any is decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from atlas_grader.align.claims import Claim, compile_gold
from atlas_grader.cleaning import clean_cell, marks_used
from atlas_grader.errors import Fault, InputError
from atlas_grader.match.ladder import compile_cell
from atlas_grader.parse.forms.jsoncells import read_object
from atlas_grader.parse.ranks import are_ranked, without_rank
from atlas_grader.reading import AnswerLine, read_case_lines
from atlas_grader.records import DecodeError
from atlas_grader.records.case import AlignmentCase, CellCase, case_doubts, parse_case
from atlas_grader.records.decode import decode_answer
from atlas_grader.records.forms import CELL_CASES, NAME_CASES, as_one, form_of
from atlas_grader.verdicts import Verdict


class Outcome(StrEnum):
    """How a case went. Only `WRONG` is a failure."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "left open"
    UNSURE = "decided though undecided"
    """The case says that strings cannot tell, and yet a rule did: luck, or an error to look at."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case, decided."""

    id: str
    kind: str
    want: Any
    got: Any
    outcome: Outcome
    reason: str
    shown: str
    """The case in one line, for people."""
    pairs: Mapping[Outcome, int] | None = None
    """Alignment only: how many pairs went which way."""


def run_case(case: CellCase | AlignmentCase) -> CaseResult:
    """Decide one case."""
    return _run_cell(case) if isinstance(case, CellCase) else _run_alignment(case)


def _run_cell(case: CellCase) -> CaseResult:
    verdict = compile_cell(case.column, case.gold)(read_object(case.answer))
    want, got = case.verdict, verdict.verdict
    if got is want:
        outcome = Outcome.RIGHT
    elif got is Verdict.UNDECIDED:
        outcome = Outcome.OPEN
    elif want is Verdict.UNDECIDED:
        outcome = Outcome.UNSURE
    else:
        outcome = Outcome.WRONG
    gold = "blank" if case.gold.value is None else repr(case.gold.value)
    shown = f"gold {gold}, answer {case.answer!r}: {case.why}"
    reason = f"{verdict.reason.value}{': ' + verdict.detail if verdict.detail else ''}"
    return CaseResult(case.id, case.kind, want.value, got.value, outcome, reason, shown)


def _run_alignment(case: AlignmentCase) -> CaseResult:
    claims = list(_claims(case))
    allowed, wanted = {*case.pairs, *case.copies}, set(case.pairs) - set(case.needs_llm)
    got = [(row, claim.gold) for row, claim in enumerate(claims) if claim.gold is not None]
    wrong = [pair for pair in got if pair not in allowed]
    missed = sorted(wanted - set(got))
    outcome = Outcome.WRONG if wrong else Outcome.OPEN if missed else Outcome.RIGHT
    names = [row.entity[0].value for row in case.gold.rows]
    said = [f"{case.returned[row]!r} → {names[place]!r}" for row, place in wrong]
    said += [f"not found: {case.returned[row]!r} = {names[place]!r}" for row, place in missed]
    return CaseResult(
        id=case.id,
        kind="align",
        want=[list(pair) for pair in case.pairs],
        got=[list(pair) for pair in got],
        outcome=outcome,
        reason="; ".join(dict.fromkeys(claim.detail for claim in claims if claim.detail)),
        shown="; ".join(said) or case.why,
        pairs={
            Outcome.RIGHT: len(wanted & set(got)),
            Outcome.WRONG: len(wrong),
            Outcome.OPEN: len(missed),
            Outcome.UNSURE: len(set(got) & set(case.needs_llm)),
        },
    )


def _claims(case: AlignmentCase) -> Iterator[Claim]:
    """The claims of the returned names, which stand in one column as in an answer: ranks may precede them."""
    index, column = compile_gold(case.task, case.gold), case.task.columns[0]
    keep = marks_used(column, [name for row in case.gold.rows for name in row.entity[0].names])
    ranked = are_ranked([(name,) for name in case.returned], 0, ())
    for name in case.returned:
        claim = index.claim((clean_cell(name, column, keep),))
        if ranked and claim.gold is None and not claim.near_miss:
            claim = index.claim((clean_cell(without_rank(name), column, keep),))
        yield claim


def tally(results: Sequence[CaseResult]) -> Iterator[tuple[str, dict[Outcome, int]]]:
    """For each kind, sorted, how many cases (for alignment: pairs) went which way."""
    for kind in sorted({result.kind for result in results}):
        counts = dict.fromkeys(Outcome, 0)
        for result in results:
            if result.kind == kind:
                for outcome, count in (result.pairs or {result.outcome: 1}).items():
                    counts[outcome] += count
        yield kind, counts


def read_cases(
    sources: Sequence[str], doubts: list[Fault] | None = None
) -> Iterator[CellCase | AlignmentCase]:
    """Every case of some files; at the end `InputError` with all that could not be read.

    What is only odd is added to `doubts`.
    """
    faults: list[Fault] = []
    for source in sources:
        wrong: list[Fault] = []
        forms = set()
        for line in read_case_lines(source):
            found = (line,) if isinstance(line, Fault) else _parsed(line, doubts)
            if isinstance(found, tuple):
                wrong += found
                forms.add("" if isinstance(line, Fault) else form_of(line.data))
            else:
                forms.add(CELL_CASES)
                yield found
        faults += as_one(wrong, forms, (CELL_CASES, NAME_CASES), _EXPECTED)
    if faults:
        raise InputError(faults)


_EXPECTED = "conformance cases, of a cell (`kind`) or of alignment (`returned`)"


def _parsed(line: AnswerLine, doubts: list[Fault] | None) -> CellCase | AlignmentCase | tuple[Fault, ...]:
    try:
        value = decode_answer(line.data)
        if doubts is not None:
            doubts += case_doubts(value, line.where)
        return parse_case(value, line.where)
    except DecodeError as error:
        return (Fault(line.where, str(error)),)


def run_cases(sources: Sequence[str], doubts: list[Fault] | None = None) -> list[CaseResult]:
    """Decide every case of some files, once all of them are found to be sound."""
    return [run_case(case) for case in list(read_cases(sources, doubts))]


def case_to_json(result: CaseResult) -> dict[str, Any]:
    """The line that `atlas conformance --json` prints for a case."""
    return {"id": result.id, "want": result.want, "got": result.got, "reason": result.reason}
