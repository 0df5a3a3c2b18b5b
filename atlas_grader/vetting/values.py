"""Whether the graders can read a gold value as what its author meant.

Gold that its type cannot read matches by equality only, and gold that says two things
matches neither cleanly. So a value has to read to the end, as one value, in the column's
unit or currency, and as precisely as the column asks. What is only unusual is doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from atlas_grader.cleaning import clean_cell
from atlas_grader.emptiness import read_emptiness
from atlas_grader.errors import Severity
from atlas_grader.folding import fold_characters
from atlas_grader.match.cleaner import LONGEST_CELL
from atlas_grader.match.ladder import compile_reads
from atlas_grader.match.registry import rules_of
from atlas_grader.names.offered import offered, side_by_side
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.tasks import WORDS, CellType, Column, GoldCell, GoldValue, value_text
from atlas_grader.verdicts import Reason, Verdict
from atlas_grader.vetting.amounts import AMOUNTS
from atlas_grader.vetting.dates import date_findings
from atlas_grader.vetting.findings import Finding, doubt, fold_name

_READABLE: Mapping[CellType, Callable[[Column, str], Iterator[Finding]]] = {
    **AMOUNTS,
    CellType.DATE: date_findings,
    CellType.COORDINATES: lambda _, text: _position_findings(text),
}
"""Type → what only it can find in a value that it reads."""

_PAIR = re.compile(r"([-+]?\d{1,3}(?:\.\d+)?)\s*[,;]\s*[-+]?\d{1,3}(?:\.\d+)?")
_POLE = 90


def cell_findings(column: Column, cell: GoldCell) -> Iterator[Finding]:
    """What is wrong with the values of one gold cell."""
    for place, value in enumerate(cell.values):
        for finding in value_findings(column, value, is_preferred=place == 0):
            # An accepted value is there to be equal to: it may be unusual.
            if place == 0 or finding.severity is Severity.ERROR:
                yield finding
        if value in cell.values[:place]:
            shown = quote(value_text(value))
            yield doubt(f"expected each right value once, got {shown} again; remove it, or mend it")


def value_findings(column: Column, value: GoldValue, *, is_preferred: bool) -> Iterator[Finding]:
    """What is wrong with one gold value of `column`; one that is merely accepted may be ambiguous."""
    if column.type is CellType.LIST:
        yield from _list_findings(column, value, is_preferred=is_preferred)
    elif isinstance(value, str):
        yield from _text_findings(column, value, is_preferred=is_preferred)
    elif column.type is CellType.COORDINATES:
        yield from _text_findings(column, ", ".join(value), is_preferred=is_preferred)
    else:
        yield Finding(f"expected a string for type `{column.type}`, got `list`")


def _list_findings(column: Column, value: GoldValue, *, is_preferred: bool) -> Iterator[Finding]:
    if isinstance(value, str):
        yield Finding(f'expected a list such as `["a", "b"]` for type `list`, got {quote(value)}')
        return
    item = replace(column, type=column.item_type, item_type=CellType.TEXT, ordered=False)
    if item.type is CellType.LIST:
        return  # told of the column
    for text in value:
        yield from _text_findings(item, text, is_preferred=is_preferred)
    keys = [fold_name(text) for text in value]
    for key in dict.fromkeys(key for key in keys if keys.count(key) > 1 and not column.ordered):
        yield doubt(f"expected each item once, got {quote(key)} twice")


def _text_findings(column: Column, value: str, *, is_preferred: bool) -> Iterator[Finding]:
    text = fold_characters(value).strip()
    if not any(map(str.isalnum, text)) and not compile_reads(column)(value):
        yield Finding(f"expected a value, got {quote(value)}; where there is none, say `blank`")
    elif len(text) > LONGEST_CELL:
        yield Finding(
            f"expected at most {LONGEST_CELL:,} characters, got {len(text):,}; longer ones are not read"
        )
    elif column.type is CellType.ENUM:
        yield from _choice_findings(column, value)
    elif column.type in WORDS:
        yield from _word_findings(column, value, text)
    elif not compile_reads(column)(value):
        yield Finding(f"expected a value that reads as {_named(column)}, got {quote(value)}{_cure(text)}")
    else:
        found = list(_READABLE.get(column.type, _several_findings)(column, text))
        yield from found or _sense_findings(column, value, is_preferred=is_preferred)


def _named(column: Column) -> str:
    kind = f" ({column.identifier_kind})" if column.type is CellType.IDENTIFIER else ""
    unit = f" in {quote(column.unit)}" if column.unit else ""
    return f"`{column.type}`{kind}{unit}"


def _cure(text: str) -> str:
    if read_emptiness(text) is not None:
        return "; where there is no value, say `blank`, where it is not known, `ungraded`"
    return "; write it out in one of the forms that its type knows"


def _choice_findings(column: Column, value: str) -> Iterator[Finding]:
    names = [name for choice in column.choices for name in choice.names]
    if names and fold_name(value) not in map(fold_name, names):
        hint = did_you_mean(value, names) or "; put another right choice into `accepted`"
        yield Finding(f"expected one of the column's choices, got {quote(value)}{hint}")


def _word_findings(column: Column, value: str, text: str) -> Iterator[Finding]:
    if read_emptiness(text) is not None:
        yield doubt(
            f"expected a {column.type}, got {quote(value)}, which says that there is none; if so, say `blank`"
        )
    if offered(text):
        yield doubt(f"expected one {column.type}, got {quote(value)}; put what is as right into `accepted`")


def _position_findings(text: str) -> Iterator[Finding]:
    pair = _PAIR.fullmatch(text)
    if pair and abs(float(pair[1])) > _POLE:
        yield Finding(f"expected latitude, longitude, got {quote(text)}, where the first is beyond a pole")


def _several_findings(column: Column, text: str) -> Iterator[Finding]:
    reads = compile_reads(column)
    parts = offered(text) or side_by_side(text)
    if len(parts) > 1 and all(map(reads, parts)) and column.type is not CellType.URL:
        yield Finding(f"expected one value, got {quote(text)}; put what is as right into `accepted`")


def _sense_findings(column: Column, value: str, *, is_preferred: bool) -> Iterator[Finding]:
    """Whether gold, compared by its type and not by its letters, is itself."""
    verdict = rules_of(column.type).compile(column, (value,), ())(clean_cell(value, column))
    if verdict.verdict is Verdict.MATCH or (not is_preferred and verdict.reason is Reason.AMBIGUOUS):
        return
    yield Finding(
        f"expected a value of one meaning, got {quote(value)}, which by itself is {verdict.verdict}"
        f" ({verdict.detail or verdict.reason})"
    )
