"""Gold and answer cells side by side, in columns that line up on the whole page."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from atlas_grader.report.terminal import plain
from atlas_grader.task_report import CellReport
from atlas_grader.tasks import GoldCell, GoldRow, value_text
from atlas_grader.verdicts import CellVerdict, Reason, Verdict

_MARKS = {
    Verdict.MATCH: ("✓", "green"),
    Verdict.MISMATCH: ("✗", "red"),
    Verdict.UNDECIDED: ("?", "yellow"),
    Verdict.UNGRADED: ("·", "dim"),
}
_LONGEST_SHOWN = 120
# Narrower, and four columns are four ribbons: each cell then takes lines of its own.
_LEAST_WIDTH = 72
_GAP = 2


class CellPage:
    """Prints the cells of one task's rows."""

    def __init__(self, console: Console, name_width: int) -> None:
        self._console = console
        rest = console.width - 1 - name_width - 4 * _GAP
        third = rest // 3
        self._widths = (1, name_width, third, third, rest - 2 * third)
        self._is_narrow = console.width < _LEAST_WIDTH

    def print_header(self) -> None:
        """What stands in which column."""
        if not self._is_narrow:
            titles = (Text(title, style="bold") for title in ("", "column", "gold", "answer", "verdict"))
            self._console.print(self._grid([tuple(titles)]))

    def print_cells(self, gold: GoldRow, cells: Iterable[CellReport]) -> None:
        """The cells of one returned row, beside gold's."""
        rows = [_cell(gold.cells[cell.column], cell) for cell in cells]
        if not self._is_narrow:
            self._console.print(self._grid(rows))
            return
        for mark, name, wanted, given, reason in rows:
            self._console.print(Text.assemble(mark, " ", name, "  ", reason))
            for title, text in (("gold", wanted), ("answer", given)):
                self._console.print(Text.assemble((f"  {title:6}  ", "dim"), text))

    def _grid(self, rows: Iterable[tuple[Text, ...]]) -> Table:
        table = Table(box=None, show_header=False, padding=(0, _GAP, 0, 0), pad_edge=False)
        for width in self._widths:
            table.add_column(width=width, overflow="fold")
        for row in rows:
            table.add_row(*row)
        return table


def _cell(gold: GoldCell, cell: CellReport) -> tuple[Text, ...]:
    is_match = cell.verdict.verdict is Verdict.MATCH
    sign, style = _MARKS[cell.verdict.verdict]
    return (
        Text(sign, style=style),
        plain(cell.column),
        # What else would have been right matters only where the answer is not.
        gold_text(gold, with_accepted=not is_match),
        Text("(not told)", style="dim") if _is_untold(cell) else given_text(cell.given),
        Text(_reason(cell.verdict), style="dim" if is_match else ""),
    )


def _is_untold(cell: CellReport) -> bool:
    """Whether the answer may well give a value, but in no column that could be told to be this one."""
    return not cell.given and cell.verdict.reason is Reason.OPEN_COLUMN


def _reason(verdict: CellVerdict) -> str:
    code = verdict.reason.value
    return f"{code}: {plain(verdict.detail).plain}" if verdict.detail else code


def gold_text(cell: GoldCell, *, with_accepted: bool) -> Text:
    """A gold cell: its value, or why it has none; then, if wanted, what is accepted too."""
    if cell.value is None:
        return Text(f"({cell.state.value})", style="dim")
    text = plain(value_text(cell.value))
    if with_accepted and cell.accepted:
        text.append(f"   or {plain(' | '.join(map(value_text, cell.accepted))).plain}", style="dim")
    return text


def given_text(given: str) -> Text:
    """What the answer wrote, cut to what a page can bear."""
    shown = plain(given[:_LONGEST_SHOWN])
    if len(given) > _LONGEST_SHOWN:
        shown.append(f"… ({len(given):,} characters)", style="dim")
    return shown if given else Text("(nothing)", style="dim")
