"""Whether a column's settings fit its type, and say what the tables know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from atlas_grader.match.numbers.currencies import currency_table
from atlas_grader.match.numbers.durations import is_time
from atlas_grader.match.numbers.units import Meanings, parse_unit
from atlas_grader.policy import read_table
from atlas_grader.records.located import quote
from atlas_grader.records.rules import MEASURED, NEEDED, NO_ITEMS, NUMERIC, SETTINGS
from atlas_grader.tasks import CellType, Column, Tolerance
from atlas_grader.vetting.findings import Finding, doubt, fold_name, name_id


def column_findings(column: Column) -> Iterator[Finding]:
    """What is wrong with the settings of one column."""
    types = {column.type}
    if column.type is CellType.LIST:
        types.add(column.item_type)
    yield from _setting_findings(column, types)
    yield from _choice_findings(column)
    if types & set(MEASURED):
        yield from _unit_findings(column, is_duration=CellType.DURATION in types)
    if column.currency and types & {CellType.MONEY} and not _is_currency(column.currency):
        yield Finding(f"expected an ISO 4217 code such as `EUR`, got {quote(column.currency)}")
    if column.tolerance is not None and types & set(NUMERIC):
        yield from _tolerance_findings(column, column.tolerance, types)
    if types & {CellType.COORDINATES}:
        yield from _place_findings(column)


def _setting_findings(column: Column, types: set[CellType]) -> Iterator[Finding]:
    plain = Column(column.name, column.type)
    for setting, owners in SETTINGS.items():
        if getattr(column, setting) != getattr(plain, setting) and not types & set(owners):
            names = " or ".join(f"`{owner}`" for owner in owners)
            yield Finding(f"expected `{setting}` on {names} only, got it on `{column.type}`")
    for cell_type, setting in NEEDED.items():
        if cell_type in types and not getattr(column, setting):
            yield Finding(f"expected `{setting}` for type `{cell_type}`, got none")
    if column.type is CellType.LIST and column.item_type in NO_ITEMS:
        yield Finding(f"expected items of another type than `{column.item_type}`")


def _choice_findings(column: Column) -> Iterator[Finding]:
    spellings = Counter(name for choice in column.choices for name in {*map(name_id, choice.names)})
    for name in sorted(name for name, times in spellings.items() if times > 1):
        yield Finding(f"expected each spelling of a choice once, got {quote(name)} twice")
    if len(column.choices) == 1:
        yield doubt(f"expected two choices or more, got only {quote(column.choices[0].name)}")


def _unit_findings(column: Column, *, is_duration: bool) -> Iterator[Finding]:
    if column.unit is None:
        return
    meanings = parse_unit(column.unit)
    if is_duration and not any(map(is_time, meanings)) and column.unit.strip() != "m":
        yield Finding(f"expected a unit of time such as `min`, got {quote(column.unit)}")
    elif not meanings:
        yield doubt(
            f"expected a unit that the tables know, got {quote(column.unit)}, which converts to nothing; "
            "keep it only if it is a unit of this column's own"
        )
    elif len(meanings) > 1 and not is_duration:
        yield doubt(f"expected a unit of one meaning, got {quote(column.unit)}, which has {len(meanings)}")


def _is_currency(code: str) -> bool:
    meant = currency_table().spellings.get(code.casefold())
    return meant is not None and code in meant.codes


def _tolerance_findings(column: Column, tolerance: Tolerance, types: set[CellType]) -> Iterator[Finding]:
    if tolerance.relative is not None and tolerance.relative >= 1:
        shown = f"{tolerance.relative:f}"
        yield doubt(f"expected a relative tolerance below 1 (`0.02` is 2 %), got {shown}, which lets 0 match")
    if tolerance.unit is None:
        return
    if not types & set(MEASURED):
        yield Finding(f"expected a tolerance without a unit on `{column.type}`, got {quote(tolerance.unit)}")
        return
    own, home = parse_unit(tolerance.unit), parse_unit(column.unit or "")
    if column.unit and fold_name(tolerance.unit) == fold_name(column.unit):
        return
    if not dimensions(own) & dimensions(home):
        where = (
            f"a unit that converts to {quote(column.unit)}" if column.unit else "a unit that the tables know"
        )
        if not own or home:
            yield Finding(f"expected {where} for the tolerance, got {quote(tolerance.unit)}")


def dimensions(meanings: Meanings) -> set[object]:
    """What a unit may measure."""
    return {unit.dimension for unit in meanings}


def _place_findings(column: Column) -> Iterator[Finding]:
    if column.body.casefold().removeprefix("the ") not in read_table("match", "bodies"):
        yield Finding(f"expected a body whose radius is known, such as `Moon`, got {quote(column.body)}")
    if column.distance_km <= 0:
        yield Finding(f"expected a distance above 0 km, got {column.distance_km:f}")
