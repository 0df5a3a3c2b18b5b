"""`list` cells: the same items, one to one, however they are strung together (grading.md 5).

A cell may be cut into items in several ways; one that gives gold's items is enough.
If none does, the way that finds most of them tells what is missing or too much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from atlas_grader.answers import Cell
from atlas_grader.emptiness import is_empty
from atlas_grader.folding import fold_characters
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.ladder import compile_values
from atlas_grader.match.listpairs import Pairing, are_unlike, different_entities, most_pairs
from atlas_grader.match.listsplits import Shield, splits, tidy_item
from atlas_grader.match.listwords import (
    denials_pattern,
    fillers_pattern,
    hedges_pattern,
    no_item_pattern,
    or_pattern,
    others_pattern,
)
from atlas_grader.match.offers import best
from atlas_grader.match.registry import rules_of
from atlas_grader.names.keys import name_key
from atlas_grader.tasks import CellType, Column, GoldValue
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

_FREE_TYPES = frozenset({CellType.TEXT, CellType.NAME})
# Beyond so many items more than gold has, a cell is prose with commas, or nonsense.
_MOST_SURPLUS = 40
_LONGEST_ENDING = 50
_LONGEST_ITEM = 160
_MOST_ALTERNATIVES = 12
# So many more words than gold's longest item make a remark.
_MORE_WORDS = 4


@dataclass(frozen=True, slots=True)
class _GoldItem:
    """One item of gold, compiled."""

    text: str
    key: str
    matcher: Matcher


class _ListGold:
    """One accepted list."""

    def __init__(self, column: Column, items: Sequence[str]) -> None:
        self.column = column
        self.free = column.item_type in _FREE_TYPES
        item_column = replace(column, type=column.item_type)
        self.items = tuple(
            _GoldItem(
                text,
                self.key(text),
                compile_values(item_column, (text,), tuple(other for other in items if other != text)),
            )
            for text in items
        )
        self.shield = Shield(items)
        self.item_reads = rules_of(column.item_type).reads(item_column)

    def key(self, text: str) -> str:
        """What surely makes two items equal."""
        return name_key(text).joined if self.free else text.casefold()

    # Judging ------------------------------------------------------------------------------

    def judge(self, cell: Cell) -> CellVerdict:
        """The verdict on one cell."""
        if cell.items is not None and len(cell.items) != 1:
            items = tuple(item for item in cell.items if item.text)
            return self._judge_pairing(self._pair(items))
        text = cell.items[0].text if cell.items else cell.text
        if self._plainly_equal(text):
            return _SAME
        opened = self._open_end(text)
        text = opened or text
        if self._offers_alternatives(text):
            return mismatch(Reason.SEVERAL_VALUES, "offers items as alternatives")
        verdict = self._judge_splits(text)
        if opened and verdict.verdict is Verdict.MATCH:
            return mismatch(Reason.EXTRA_ITEM, "says that there are others")
        return verdict

    def _plainly_equal(self, text: str) -> bool:
        """The common case at once: gold's items with one sign between them."""
        if "..." in text or "…" in text:
            return False
        keys = [self.key(item) for item in _PLAIN_CUT.split(text) if item]
        if len(keys) != len(self.items):
            return False
        own = [item.key for item in self.items]
        return keys == own or (not self.column.ordered and sorted(keys) == sorted(own))

    def _judge_splits(self, text: str) -> CellVerdict:
        pairings: list[Pairing] = []
        for items in splits(text, self.shield):
            if len(items) > len(self.items) + _MOST_SURPLUS:
                continue
            pairing = self._pair(tuple(Cell(item, item) for item in items))
            if not pairing.left and not pairing.missing:
                return self._in_order(pairing)
            pairings.append(pairing)
        return self._judge_cuts([pairing for pairing in pairings if len(pairing.items) > 1] or pairings, text)

    def _judge_cuts(self, pairings: Sequence[Pairing], text: str) -> CellVerdict:
        """No way to cut gives gold's items: what the ways that find most of them say."""
        if not pairings:
            return undecided(Reason.UNREADABLE, "cannot be cut into items")
        best_cut = max(pairings, key=lambda pairing: pairing.rank)
        most = [pairing for pairing in pairings if len(pairing.pairs) == len(best_cut.pairs)]
        verdicts = [self._judge_pairing(pairing) for pairing in most]
        # Ways to cut that find as much but say different things decide nothing.
        doubt = next((verdict for verdict in verdicts if verdict.verdict is Verdict.UNDECIDED), None)
        if doubt is None and hedges_pattern().search(text):
            doubt = undecided(Reason.AMBIGUOUS, "is not sure about an item")
        return self._denied(best_cut) or doubt or self._judge_pairing(best_cut)

    def _judge_pairing(self, pairing: Pairing) -> CellVerdict:
        if not pairing.left and not pairing.missing:
            return self._in_order(pairing)
        if repeated := self._repeated(pairing):
            return mismatch(Reason.EXTRA_ITEM, f"repeats {repeated}")
        left = [pairing.items[place].text for place in pairing.left]
        missing = [self.items[place].text for place in pairing.missing]
        if not left:
            return mismatch(Reason.MISSING_ITEM, f"lacks {_named(missing)}")
        if self._may_be_no_item(left):
            return _UNDECIDED
        if not missing:
            return mismatch(Reason.EXTRA_ITEM, f"adds {_named(left)}")
        return self._judge_leftovers(pairing, left, missing)

    def _judge_leftovers(self, pairing: Pairing, left: Sequence[str], missing: Sequence[str]) -> CellVerdict:
        """Items on both sides that are not the same by any rule."""
        certain = [
            all(self._differ(pairing.items[place], self.items[other]) for other in pairing.missing)
            for place in pairing.left
        ]
        if all(certain):
            return mismatch(Reason.WRONG_ITEM, f"gives {_named(left)} for {_named(missing)}")
        if len(left) == len(missing) == 1 or not pairing.pairs:
            return _UNDECIDED
        if any(certain):
            return mismatch(Reason.WRONG_ITEM, f"gives {_named(left)} for {_named(missing)}")
        if self.free and are_unlike(left, missing):
            reason = Reason.MISSING_ITEM if len(left) < len(missing) else Reason.EXTRA_ITEM
            return mismatch(reason, f"gives {_named(left)} for {_named(missing)}")
        return _UNDECIDED

    def _in_order(self, pairing: Pairing) -> CellVerdict:
        if self.column.ordered and any(
            place != other and not self._same(pairing.items[place], self.items[place])
            for place, other in pairing.pairs.items()
        ):
            return mismatch(Reason.WRONG_ORDER, "gives the items in another order")
        return _SAME

    # Pairing ------------------------------------------------------------------------------

    def _pair(self, items: tuple[Cell, ...]) -> Pairing:
        """Pair as many items as possible, one to one; equal ones first."""
        pairs = self._pair_equal(items)
        taken = set(pairs.values())
        open_items = [place for place in range(len(items)) if place not in pairs]
        open_gold = [place for place in range(len(self.items)) if place not in taken]
        if open_items and open_gold:
            edges = {
                place: [other for other in open_gold if self._same(items[place], self.items[other])]
                for place in open_items
            }
            pairs |= most_pairs(edges)
        taken = set(pairs.values())
        left = tuple(place for place in range(len(items)) if place not in pairs)
        missing = tuple(place for place in range(len(self.items)) if place not in taken)
        return Pairing(items, pairs, left, missing)

    def _pair_equal(self, items: tuple[Cell, ...]) -> dict[int, int]:
        waiting: dict[str, list[int]] = {}
        for place in reversed(range(len(self.items))):
            waiting.setdefault(self.items[place].key, []).append(place)
        pairs: dict[int, int] = {}
        for place, item in enumerate(items):
            places = waiting.get(self.key(item.text))
            if places:
                pairs[place] = places.pop()
        return pairs

    def _same(self, item: Cell, gold: _GoldItem) -> bool:
        if self.key(item.text) == gold.key or gold.matcher(item).verdict is Verdict.MATCH:
            return True
        bare = item.text if _NOTE.search(gold.text) else _NOTE.sub("", item.text).strip()
        bare = fillers_pattern().sub("", bare, count=1)
        if bare and bare != item.text:
            return self.key(bare) == gold.key or gold.matcher(Cell(bare, bare)).verdict is Verdict.MATCH
        return False

    def _differ(self, item: Cell, gold: _GoldItem) -> bool:
        """Whether the item is surely not this one of gold's."""
        if gold.matcher(item).verdict is Verdict.MISMATCH:
            return True
        if not self.free:
            return False
        return different_entities(item.text, gold.text)

    # Words about the list -----------------------------------------------------------------

    def _repeated(self, pairing: Pairing) -> str:
        keys = {item.key for item in self.items}
        given = {self.key(pairing.items[place].text) for place in pairing.pairs}
        for place in pairing.left:
            key = self.key(pairing.items[place].text)
            if key in given and key in keys:
                return pairing.items[place].text
        return ""

    def _denied(self, pairing: Pairing) -> CellVerdict | None:
        """`X but not Y`: an item that is taken away again."""
        for place in pairing.left:
            text = pairing.items[place].text
            denial = denials_pattern().search(text)
            if denial is None:
                continue
            taken_away = Cell(tidy_item(text[denial.end() :]))
            if any(self._same(taken_away, gold) for gold in self.items):
                return mismatch(Reason.NEGATED, f"denies {taken_away.text}")
            return undecided(Reason.NO_RULE_DECIDED, "takes an item away")
        return None

    def _may_be_no_item(self, left: Sequence[str]) -> bool:
        """Whether what is left over could be a note, a word for several items, or no data."""
        if not self.free:
            return not all(self.item_reads(Cell(text, text)) for text in left)
        capital = all(item.text[:1].isupper() for item in self.items)
        longest = max(len(item.text.split()) for item in self.items) + _MORE_WORDS
        return any(
            is_empty(text)
            or (capital and text[:1].islower())
            or len(text.split()) > longest
            or _is_remark(text)
            for text in left
        )

    def _open_end(self, text: str) -> str:
        """The list without its closing "and others"; `""` if it has none."""
        before = max(0, len(text) - _LONGEST_ENDING)
        found = others_pattern().search(text[before:])
        if found is None:
            return ""
        ending = found[0].strip(" ,;&.").casefold()
        if any(ending == gold.text.casefold() for gold in self.items):
            return ""  # an item called "More"
        return text[: before + found.start()].rstrip(" ,;、")

    def _offers_alternatives(self, text: str) -> bool:
        """Whether "or" stands between items, rather than in one or in a bracket."""
        mask = None
        for found in islice(or_pattern().finditer(text), _MOST_ALTERNATIVES):
            mask = mask or self.shield.mask(text)
            if not any(mask[found.start() : found.end()]):
                before, after = text[: found.start()], text[found.end() :]
                ends = (_last_item(before), _first_item(after))
                if any(self._same(Cell(end, end), gold) for end in ends for gold in self.items):
                    return True
        return False


def _is_remark(text: str) -> bool:
    """`as of 2023`, `the Baltic states`; but `The Beatles` is a name."""
    if no_item_pattern().match(text) is None:
        return False
    first, *rest = text.split()
    return first.islower() or not rest or any(word[0].islower() for word in rest)


def _named(texts: Sequence[str]) -> str:
    return ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")


_NOTE = re.compile(r"\s*[(\[（【][^()\[\]（）【】]*[)\]）】]\s*")
_PLAIN_CUT = re.compile(r"\s*[,;؛،\n、|]\s*")
_ENDS = re.compile(r"[,;؛،、\n|]")


def _last_item(text: str) -> str:
    return tidy_item(_ENDS.split(text[-_LONGEST_ITEM:])[-1])


def _first_item(text: str) -> str:
    return tidy_item(_ENDS.split(text[:_LONGEST_ITEM])[0])


def gold_items(value: GoldValue) -> tuple[str, ...]:
    """The items of a gold list: a tuple's, or a text's parted by `;`, lines or else commas.

    >>> gold_items("Cole, Dina; Reyes, Omar"), gold_items("Lima, Cusco")
    (('Cole, Dina', 'Reyes, Omar'), ('Lima', 'Cusco'))
    """
    if not isinstance(value, str):
        return tuple(filter(None, (fold_characters(item).strip() for item in value)))
    text = fold_characters(value)
    separator = next((sign for sign in (";", "؛", "\n", ",", "،", "、") if sign in text), "\n")
    return tuple(filter(None, (item.strip() for item in text.split(separator))))


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    golds = [_ListGold(column, items) for items in map(gold_items, values) if items]
    if not golds:
        return lambda cell: undecided(Reason.UNREADABLE, "gold cannot be read")

    def matcher(cell: Cell) -> CellVerdict:
        return best([gold.judge(cell) for gold in golds])

    return matcher


def _reads(column: Column) -> Callable[[Cell], bool]:
    reads = rules_of(column.item_type).reads(replace(column, type=column.item_type))
    nothing = Shield(())

    def every_way(cell: Cell) -> Iterator[tuple[Cell, ...]]:
        if cell.items is not None:
            yield cell.items
        else:
            yield from (tuple(Cell(item, item) for item in items) for items in splits(cell.text, nothing))

    def reads_list(cell: Cell) -> bool:
        ways = (items for items in every_way(cell) if 0 < len(items) <= _MOST_SURPLUS)
        return any(all(map(reads, items)) for items in ways)

    return reads_list


_SAME = match(Reason.SAME_VALUE)
_UNDECIDED = undecided(Reason.NO_RULE_DECIDED, "items are left over that no rule tells apart")

RULES = TypeRules(compile=_compile, reads=_reads)
