"""Whether a gold date is one date, as precise as its column asks."""

from __future__ import annotations

from collections.abc import Iterator

from atlas_grader.match.dates.forms import Readings
from atlas_grader.match.dates.grammar import read_date
from atlas_grader.match.dates.period import GRAINS
from atlas_grader.match.offers.reading import Bounds, Wording, read_offers
from atlas_grader.records.located import quote
from atlas_grader.tasks import Column
from atlas_grader.vetting.amounts import offer_findings
from atlas_grader.vetting.findings import Finding, doubt


def date_findings(column: Column, text: str) -> Iterator[Finding]:
    """What is wrong with a gold date that the type reads."""
    readings = read_date(text)
    if not readings:
        offer = read_offers(text, Wording(read_date, bounds=Bounds.TIME))
        if offer is None:
            yield doubt(f"expected a date only, got {quote(text)}; say more in `note`")
            return
        yield from offer_findings(text, offer)
        readings = offer.value
    yield from _meaning(column, text, readings)


def _meaning(column: Column, text: str, readings: Readings) -> Iterator[Finding]:
    sure = [reading for reading in readings if reading.sure] or list(readings)
    points = [reading for reading in sure if reading.end is None and not reading.open] or sure
    if any(reading.yearless for reading in points):
        yield Finding(f"expected a date with its year, got {quote(text)}")
    elif len({(reading.start, reading.end, reading.part) for reading in points}) > 1:
        yield Finding(f"expected a date of one meaning, got {quote(text)}; write it as `2026-11-30`")
    elif column.precision and any(reading.start.grain > GRAINS[column.precision] for reading in points):
        yield Finding(
            f"expected a date to the {column.precision}, the column's precision, got {quote(text)}; give the "
            "column a coarser `precision`, or the cell a finer date"
        )
    elif any(reading.open for reading in points):
        yield doubt(f"expected a date or a range with both ends, got {quote(text)}")
