"""Run conformance cases through the matchers and the aligner.

A case is one JSON object a line. Cells: `id`, `kind`, `spec`, `gold`, `answer`,
`verdict`, `why`. Alignment: `id`, `gold` (name, aliases), `returned`, `pairs`,
`needs_llm`, `copies`. Other implementations can check themselves with the same files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Any

from atlas_grader.align.claims import compile_gold
from atlas_grader.answers import RawCell
from atlas_grader.cleaning import clean_cell
from atlas_grader.errors import Fault, InputError
from atlas_grader.match.ladder import compile_cell
from atlas_grader.records.decode import DecodeError, decode_answer
from atlas_grader.tasks import (
    CellType,
    Choice,
    Column,
    EntityPart,
    Gold,
    GoldCell,
    GoldRow,
    IdentifierKind,
    NearMiss,
    Precision,
    State,
    Task,
    Tolerance,
    UrlLevel,
)
from atlas_grader.verdicts import Verdict

Json = Mapping[str, Any]

# One degree of latitude: a case's tolerance in degrees, as a distance (IUGG mean radius).
_KM_PER_DEGREE = Decimal("111.195")


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


def run_case(case: Json, where: str) -> CaseResult:
    """Decide one case. Raises `InputError` where the case itself cannot be read."""
    try:
        return _run_alignment(case) if "returned" in case else _run_cell(case)
    except KeyError as error:
        fault = Fault(
            where, f"expected a conformance case of cells or alignment, got none of the field {error}"
        )
        raise InputError([fault]) from error
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InputError(
            [Fault(where, f"expected a conformance case of cells or alignment: {error}")]
        ) from error


def _run_cell(case: Json) -> CaseResult:
    column, gold, answer = cell_case(case)
    verdict = compile_cell(column, gold)(answer)
    want, got = Verdict(case["verdict"]), verdict.verdict
    if got is want:
        outcome = Outcome.RIGHT
    elif got is Verdict.UNDECIDED:
        outcome = Outcome.OPEN
    elif want is Verdict.UNDECIDED:
        outcome = Outcome.UNSURE
    else:
        outcome = Outcome.WRONG
    shown = f"gold {case['gold']!r}, answer {case['answer']!r}: {case.get('why', '')}"
    reason = f"{verdict.reason.value}{': ' + verdict.detail if verdict.detail else ''}"
    return CaseResult(case["id"], case["kind"], want.value, got.value, outcome, reason, shown)


def cell_case(case: Json) -> tuple[Column, GoldCell, RawCell]:
    """The column, gold cell and raw answer cell that a case describes."""
    spec = case.get("spec") or {}
    kind = _KINDS.get(case["kind"], case["kind"])
    answer = case["answer"]
    raw: RawCell = tuple(map(str, answer)) if isinstance(answer, list) else answer
    if kind == "blank":
        return Column("cell", CellType.TEXT), GoldCell(State.BLANK), raw
    gold = case["gold"]
    values = tuple(
        tuple(map(str, value)) if isinstance(value, list) else str(value)
        for value in (gold, *spec.get("aliases", ()), *spec.get("accepted", ()))
    )
    return _column(CellType(kind), spec), GoldCell(State.VALUE, values[0], values[1:]), raw


# Case files may name a type by an older word.
_KINDS: Mapping[str, str] = {"coordinate": "coordinates", "category": "enum"}


def _column(cell_type: CellType, spec: Json) -> Column:
    def setting(name: str, read: Callable[[Any], Any], default: object) -> Any:  # noqa: ANN401 (JSON)
        return read(spec[name]) if spec.get(name) is not None else default

    ordered = spec.get("ordered", not spec.get("allow_unordered", True))
    return Column(
        name=str(spec.get("name", "cell")),
        type=cell_type,
        unit=setting("unit", str, None),
        currency=setting("currency", str, None),
        tolerance=_tolerance(spec) if cell_type is not CellType.COORDINATES else None,
        precision=setting("date_precision", Precision, setting("precision", Precision, None)),
        choices=setting("choices", lambda names: tuple(map(_choice, names)), ()),
        item_type=setting("item_type", CellType, CellType.TEXT),
        ordered=bool(ordered),
        url_level=setting("url_level", UrlLevel, UrlLevel.PAGE),
        distance_km=_distance(spec),
        body=setting("body", str, "Earth"),
        identifier_kind=setting("identifier_kind", IdentifierKind, IdentifierKind.GENERIC),
    )


def _choice(told: object) -> Choice:
    if isinstance(told, dict):
        return Choice(told["name"], tuple(told.get("aliases", ())), told.get("code"))
    return Choice(str(told))


def _tolerance(spec: Json) -> Tolerance | None:
    if spec.get("tolerance") is not None:
        return Tolerance(relative=Decimal(str(spec["tolerance"])))
    if spec.get("abs_tolerance") is not None:
        return Tolerance(absolute=Decimal(str(spec["abs_tolerance"])))
    return None


def _distance(spec: Json) -> Decimal:
    if spec.get("distance_km") is not None:
        return Decimal(str(spec["distance_km"]))
    if spec.get("abs_tolerance") is not None:
        return Decimal(str(spec["abs_tolerance"])) * _KM_PER_DEGREE
    return Decimal(1)


def _run_alignment(case: Json) -> CaseResult:
    task, gold = _alignment_task(case)
    index = compile_gold(task, gold)
    claims = [index.claim((clean_cell(name, task.columns[0]),)) for name in case["returned"]]
    pairs, needs_llm, copies = (_pairs(case.get(key, ())) for key in ("pairs", "needs_llm", "copies"))
    allowed, wanted = {*pairs, *copies}, set(pairs) - set(needs_llm)
    got = [(row, claim.gold) for row, claim in enumerate(claims) if claim.gold is not None]
    wrong = [pair for pair in got if pair not in allowed]
    missed = sorted(wanted - set(got))
    outcome = Outcome.WRONG if wrong else Outcome.OPEN if missed else Outcome.RIGHT
    said = [f"{case['returned'][row]!r} → {case['gold'][place]['name']!r}" for row, place in wrong]
    said += [
        f"not found: {case['returned'][row]!r} = {case['gold'][place]['name']!r}" for row, place in missed
    ]
    return CaseResult(
        id=case["id"],
        kind="align",
        want=[list(pair) for pair in pairs],
        got=[list(pair) for pair in got],
        outcome=outcome,
        reason="; ".join(dict.fromkeys(claim.detail for claim in claims if claim.detail)),
        shown="; ".join(said) or str(case.get("why", "")),
        pairs={
            Outcome.RIGHT: len(wanted & set(got)),
            Outcome.WRONG: len(wrong),
            Outcome.OPEN: len(missed),
            Outcome.UNSURE: len(set(got) & allowed - wanted),
        },
    )


def _pairs(told: Iterable[Sequence[str]]) -> list[tuple[int, int]]:
    """Indices of returned and gold rows; JSON numbers arrive as their digits."""
    return [(int(returned), int(gold)) for returned, gold in told]


def _alignment_task(case: Json) -> tuple[Task, Gold]:
    column = Column("name", CellType.NAME)
    task = Task(str(case["id"]), "", (column,), ("name",))
    rows = tuple(
        GoldRow((EntityPart(row["name"], tuple(row.get("aliases", ()))),), {}) for row in case["gold"]
    )
    misses = tuple(NearMiss((EntityPart(str(name)),)) for name in case.get("near_misses", ()))
    return task, Gold(task.id, rows, misses)


def tally(results: Sequence[CaseResult]) -> Iterator[tuple[str, dict[Outcome, int]]]:
    """For each kind, sorted, how many cases (for alignment: pairs) went which way."""
    for kind in sorted({result.kind for result in results}):
        counts = dict.fromkeys(Outcome, 0)
        for result in results:
            if result.kind == kind:
                for outcome, count in (result.pairs or {result.outcome: 1}).items():
                    counts[outcome] += count
        yield kind, counts


def read_cases(sources: Sequence[str]) -> Iterator[CaseResult]:
    """Decide every case of some files; at the end `InputError` with all that could not be read."""
    faults: list[Fault] = []
    for source in sources:
        try:
            lines = Path(source).read_bytes().splitlines()
        except OSError as error:
            faults.append(Fault(source, f"expected a file of cases, got {error.strerror or error}"))
            continue
        for number, line in enumerate(lines, start=1):
            where = f"{source}:{number}"
            try:
                if line.strip():
                    yield run_case(_decoded(line, where), where)
            except InputError as error:
                faults += error.faults
    if faults:
        raise InputError(faults)


def _decoded(line: bytes, where: str) -> Json:
    try:
        case = decode_answer(line)
    except DecodeError as error:
        raise InputError([Fault(where, str(error))]) from error
    if not isinstance(case, dict):
        raise InputError([Fault(where, f"expected a JSON object, got {type(case).__name__}")])
    return case


def case_to_json(result: CaseResult) -> dict[str, Any]:
    """The line that `atlas conformance --json` prints for a case."""
    return {"id": result.id, "want": result.want, "got": result.got, "reason": result.reason}
