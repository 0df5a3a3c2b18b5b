"""How far the grader agrees with people, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from atlas_grader.agreement import SAID, Agreement, Kappa, Share
from atlas_grader.cleaning import verbatim
from atlas_grader.labels import Dispute, Party
from atlas_grader.report.cells import given_text, gold_text
from atlas_grader.report.terminal import fits, headed_table, plain
from atlas_grader.report.wire import Json
from atlas_grader.signature import Signature

_NONE = "–"
_ALL = "all"
Row = Sequence[str | Text]


def render_agreement(matchers: Party, judged: Party | None, signature: Signature, console: Console) -> None:
    """Who said what, the figures and what they mean, the cells in dispute, and the signature."""
    _render_party("The matchers alone", matchers, console)
    if judged is not None:
        console.print()
        _render_party("The matchers, and the judge on what they leave open", judged, console)
    console.print()
    for line in _legend(matchers):
        console.print(Text(line, style="dim"))
    console.print()
    _render_disputes(matchers if judged is None else judged, console)
    console.print(str(signature), highlight=False, soft_wrap=True)


def _render_party(title: str, party: Party, console: Console) -> None:
    console.print(Text(title, style="bold"))
    kinds = {**party.kinds, _ALL: party.whole}
    first, *others = SAID
    headers = ("person", f"grader:\n{first}", *(f"\n{said}" for said in others))
    _print_grouped(headers, {kind: list(_confusion(found)) for kind, found in kinds.items()}, console)
    console.print()
    figures = {kind: _figures(found) for kind, found in kinds.items()}
    wide = headed_table("kind", *figures[_ALL])
    for kind, told in figures.items():
        wide.add_row(kind, *told.values())
    if fits(wide, console):
        console.print(wide)
    else:
        _print_grouped(("figure", ""), {kind: list(told.items()) for kind, told in figures.items()}, console)


def _print_grouped(headers: Sequence[str], groups: Mapping[str, Sequence[Row]], console: Console) -> None:
    """Rows under each kind: beside it or, on a narrow page, below it."""
    wide = headed_table("kind", *headers)
    for kind, rows in groups.items():
        for place, row in enumerate(rows):
            wide.add_row("" if place else kind, *row)
    if fits(wide, console):
        console.print(wide)
        return
    for kind, rows in groups.items():
        console.print(Text(kind, style="bold"))
        narrow = headed_table(*headers)
        narrow.padding = (0, 1, 0, 0)
        for row in rows:
            narrow.add_row(*row)
        console.print(narrow)


def _confusion(found: Agreement) -> Iterator[Row]:
    for person in SAID:
        if found.said(person):
            yield (person.value, *(f"{found.count(person, grader):,}" for grader in SAID))


def _figures(found: Agreement) -> dict[str, Text]:
    return {
        "decided": Text(_percent(found.coverage)),
        "accuracy": _share(found.accuracy),
        "precision": _share(found.precision),
        "recall": _share(found.recall),
        "kappa": _kappa(found.kappa),
    }


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.1f}"


def _share(share: Share) -> Text:
    text = Text(_percent(share.decided), style="bold")
    if share.low != share.high:
        text.append(f"\n[{_percent(share.low)}, {_percent(share.high)}]", style="not bold dim")
    return text


def _kappa(kappa: Kappa | None) -> Text:
    if kappa is None:
        return Text(_NONE)
    return Text.assemble((f"{kappa.value:.2f}", "bold"), (f"\n{kappa.low:.2f} to {kappa.high:.2f}", "dim"))


def _legend(matchers: Party) -> Iterable[str]:
    yield "In percent, over the cells that both decided; precision and recall are those of match."
    if any(found.coverage != 1 for found in matchers.kinds.values()):
        yield "[low, high]: what a figure can become once the cells left open are decided."
    yield "Kappa is agreement beyond chance (Cohen), with its 95 % interval, the cells taken as independent."
    if any(found.kappa is None for found in matchers.kinds.values()):
        yield f"{_NONE}: no cells to tell it from; for kappa, fewer than two, or one verdict only."


def _render_disputes(party: Party, console: Console) -> None:
    if not party.disputes:
        console.print(Text("Nowhere do a person and the grader say opposite things."))
    else:
        console.print(Text("In dispute", style="bold"))
    for dispute in party.disputes:
        for line in _dispute_lines(dispute):
            console.print(line, soft_wrap=True)
    console.print()


def _dispute_lines(dispute: Dispute) -> Iterator[Text]:
    label, verdict = dispute.label, dispute.grader
    reason = verdict.reason.value + (f": {plain(verdict.detail).plain}" if verdict.detail else "")
    gold = gold_text(label.gold, with_accepted=True)
    yield Text.assemble("  ", plain(label.id), f" ({label.kind})")
    yield Text.assemble(("    gold    ", "dim"), gold)
    yield Text.assemble(("    answer  ", "dim"), given_text(verbatim(label.answer)))
    yield Text(f"    a person says {label.person}, the grader {verdict.verdict} ({reason})")


def agreement_to_json(matchers: Party, judged: Party | None, signature: Signature) -> Json:
    """What `atlas agreement --json` prints."""
    return {
        "signature": str(signature),
        "matchers": _party(matchers),
        "judged": None if judged is None else _party(judged),
    }


def _party(party: Party) -> Json:
    return {
        "all": _agreement(party.whole),
        "kinds": {kind: _agreement(found) for kind, found in party.kinds.items()},
        "disputes": [_dispute(dispute) for dispute in party.disputes],
    }


def _agreement(found: Agreement) -> Json:
    return {
        "labels": found.labels,
        "confusion": {
            person.value: {grader.value: found.count(person, grader) for grader in SAID} for person in SAID
        },
        "coverage": found.coverage,
        "accuracy": found.accuracy._asdict(),
        "precision": found.precision._asdict(),
        "recall": found.recall._asdict(),
        "kappa": None if found.kappa is None else found.kappa._asdict(),
    }


def _dispute(dispute: Dispute) -> Json:
    label, verdict = dispute.label, dispute.grader
    return {
        "id": label.id,
        "kind": label.kind,
        "gold": list(label.gold.value) if isinstance(label.gold.value, tuple) else label.gold.value,
        "given": verbatim(label.answer),
        "person": label.person.value,
        "verdict": verdict.verdict.value,
        "reason": verdict.reason.value,
        "detail": verdict.detail,
    }
