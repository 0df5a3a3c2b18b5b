"""Agreement with people on the wire: what `atlas agreement --json` prints."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from atlas_grader.records.report import Count, Share, VerdictRecord, WrittenRecord
from atlas_grader.verdicts import Verdict


class SaidRecord(WrittenRecord):
    """Cells by the grader's verdict."""

    model_config = ConfigDict(title="Said by the grader")

    match: Count
    """Cells that it calls a match."""
    mismatch: Count
    """Cells that it calls a mismatch."""
    undecided: Count
    """Cells that it leaves open."""


class ConfusionRecord(WrittenRecord):
    """Cells by the person's verdict, then by the grader's."""

    model_config = ConfigDict(title="Confusion")

    match: SaidRecord
    """Cells that the person calls a match."""
    mismatch: SaidRecord
    """Cells that the person calls a mismatch."""
    undecided: SaidRecord
    """Cells of which the person could not tell; no figure counts them."""


class CellShareRecord(WrittenRecord):
    """A share of cells; null where there is no cell to rest on."""

    model_config = ConfigDict(title="Share of cells")

    decided: Share | None
    """Over the cells that both decided."""
    low: Share | None
    """The least that it can become once the grader decides the others."""
    high: Share | None
    """The most that it can become."""


class KappaRecord(WrittenRecord):
    """Cohen's kappa over the cells that both decided, with its 95 % interval."""

    model_config = ConfigDict(title="Kappa")

    value: Annotated[float, Field(ge=-1, le=1)]
    """1: they always agree; 0: as often as by chance."""
    low: Annotated[float, Field(ge=-1, le=1)]
    """Lower end."""
    high: Annotated[float, Field(ge=-1, le=1)]
    """Upper end."""


class KindAgreementRecord(WrittenRecord):
    """The agreement on some cells."""

    model_config = ConfigDict(title="Agreement on cells")

    labels: Count
    """How many there are."""
    confusion: ConfusionRecord
    """Who said what how often."""
    coverage: Share | None
    """Share that the grader decided, of the cells that the person did."""
    accuracy: CellShareRecord
    """Share on which they agree."""
    precision: CellShareRecord
    """Share that the person calls a match, of the cells that the grader calls so."""
    recall: CellShareRecord
    """Share that the grader calls a match, of the cells that the person calls so."""
    kappa: KappaRecord | None
    """Beyond chance; null for fewer than two cells, and where one of the two said the same of all."""


class DisputeRecord(VerdictRecord):
    """A cell of which a person and the grader say opposite things; the verdict is the grader's."""

    model_config = ConfigDict(title="Dispute")

    id: str
    """The case, or the cell of the release."""
    kind: str
    """The column's type, or `blank`."""
    gold: str | list[str] | None
    """The right value."""
    given: str
    """What the answer wrote."""
    person: Verdict
    """The person's verdict."""


class PartyRecord(WrittenRecord):
    """A grader beside the people."""

    model_config = ConfigDict(title="Party")

    all: KindAgreementRecord
    """Over all cells."""
    kinds: dict[str, KindAgreementRecord]
    """Kind of cell → the agreement on it."""
    disputes: list[DisputeRecord]
    """Every cell on which both decided and they differ, in the order of the files."""


class AgreementRecord(WrittenRecord):
    """How far the grader agrees with people."""

    model_config = ConfigDict(title="Agreement")

    signature: str
    """What the grader's verdicts depend on."""
    matchers: PartyRecord
    """The matchers alone."""
    judged: PartyRecord | None
    """The matchers, and a judge on what they leave undecided; null without one."""
