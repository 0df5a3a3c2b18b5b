"""`list` cells: the same items, one to one, however they are strung together (grading.md 5).

A cell may be cut into items in several ways; one that gives gold's items is enough.
If none does, the way that finds most of them tells what is missing or too much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.flags import FLAG
from atlas_grader.match.lists.gold import GoldList
from atlas_grader.match.lists.offers import bracketed_offers, without_hedges
from atlas_grader.match.lists.pairs import Pairing, are_unlike
from atlas_grader.match.lists.ranks import ranks_otherwise
from atlas_grader.match.lists.splits import (
    Shield,
    coarse_splits,
    cut_at_once,
    splits,
    tidy_item,
    with_shared_family,
)
from atlas_grader.match.lists.words import (
    denials_pattern,
    hedges_pattern,
    may_leave_open,
    or_pattern,
    others_pattern,
    selection_pattern,
)
from atlas_grader.match.offers.judging import best
from atlas_grader.match.registry import rules_of
from atlas_grader.names.denials import denies
from atlas_grader.names.keys import exact_key
from atlas_grader.tasks import Column, GoldValue, value_text
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

# Beyond so many items more than gold has, a cell is prose with commas, or nonsense.
_MOST_SURPLUS = 40
# So much longer than four times gold, a cell is prose, and reading it in every way takes too many steps.
_LONGEST_SURPLUS = 1200
_LONGEST_ENDING = 50
_LONGEST_ITEM = 160
_MOST_ALTERNATIVES = 12


class _ListJudge:
    """Judges cells against one accepted list."""

    def __init__(self, column: Column, items: Sequence[str]) -> None:
        self.gold = GoldList(column, items)
        self.ordered = column.ordered
        self.shield = Shield(items)

    # Judging ------------------------------------------------------------------------------

    def judge(self, cell: Cell) -> CellVerdict:
        """The verdict on one cell."""
        verdict = self._judge(cell)
        is_match = verdict.verdict is Verdict.MATCH
        if is_match and selection_pattern().match(cell.text):
            return _SELECTION
        if self.ordered and (is_match or verdict.reason is Reason.WRONG_ORDER) and ranks_otherwise(cell.text):
            return _RANKED
        return verdict

    def _judge(self, cell: Cell) -> CellVerdict:
        self.gold.forget()
        if _FLAGS.fullmatch(cell.text):
            cell = Cell(FLAG.sub(r"\g<0>, ", cell.text).rstrip(" ,"))
        if cell.items is not None and len(cell.items) != 1:
            return self._judge_items(tuple(item for item in cell.items if item.text))
        text = cell.items[0].text if cell.items else cell.text
        if self._plainly_equal(text):
            return _SAME
        opened = self._open_end(text)
        text = opened or text
        if self._offers_alternatives(text):
            return mismatch(Reason.SEVERAL_VALUES, "offers items as alternatives")
        verdict = self._judge_offers(text)
        if opened and verdict.verdict is Verdict.MATCH:
            return mismatch(Reason.EXTRA_ITEM, "says that there are others")
        return verdict

    def _plainly_equal(self, text: str) -> bool:
        """The common case at once: gold's items with one sign or `and` between them."""
        if "..." in text or "…" in text:
            return False
        if self._are_gold(_PLAIN_CUT.split(text)):
            return True
        items = cut_at_once(text)
        return self._are_gold(items) or self._are_gold(with_shared_family(items))

    def _are_gold(self, items: Sequence[str]) -> bool:
        keys = [self.gold.key(item) for item in items if item]
        if len(keys) != len(self.gold.keys):
            return False
        return keys == self.gold.keys or (not self.ordered and sorted(keys) == self.gold.sorted_keys)

    def _judge_items(self, items: tuple[Cell, ...]) -> CellVerdict:
        """A list that comes cut into items, any of which may offer others in brackets or be in doubt."""
        texts = [bracketed_offers(item.text) for item in items]
        offered = self.gold.items_among(other for _, others in texts for other in others)
        if offered:
            items = tuple(Cell(text, text) for text, _ in texts)
        verdict = self._judge_pairing(self.gold.pair(items))
        if self.gold.is_exhausted and verdict.verdict is not Verdict.MATCH:
            return _EXHAUSTED
        if not offered and verdict.verdict is not Verdict.MATCH:
            sure = tuple(without_hedges(item.text)[0] for item in items)
            if sure == tuple(item.text for item in items):
                return verdict
            certain = self._judge_pairing(self.gold.pair(tuple(Cell(text, text) for text in sure)))
            return certain if certain.verdict is Verdict.MISMATCH else _IN_DOUBT
        every = (*items, *(Cell(text, text) for text in offered))
        return self._settle(verdict, offered, lambda: self._judge_pairing(self.gold.pair(every)))

    def _judge_offers(self, text: str) -> CellVerdict:
        """`Lima (or Callao)`: items in brackets that are no remarks, for a word offers them."""
        plain, found = bracketed_offers(text) if _OPENING.search(text) else (text, ())
        offered = self.gold.items_among(found)
        if not offered:
            return self._judge_hedged(text)
        separator = next((sign for sign in ";\n、|" if sign in plain), ",")
        every = separator.join((plain, *offered))
        return self._settle(self._judge_hedged(plain), offered, lambda: self._judge_hedged(every))

    def _settle(
        self, verdict: CellVerdict, offered: Sequence[str], judge_all: Callable[[], CellVerdict]
    ) -> CellVerdict:
        """The verdict on a list, given what it offers besides."""
        rest = [text for text in offered if not self.gold.is_gold(text)]
        if not rest:
            every = verdict if verdict.verdict is Verdict.MATCH else judge_all()
            return every if every is verdict or every.verdict is Verdict.MISMATCH else _IN_DOUBT
        # What a free text offers beside an item of which nothing is known says nothing either.
        if verdict.verdict is Verdict.MISMATCH or (self.gold.free and verdict.verdict is Verdict.UNDECIDED):
            return verdict
        if any(map(self.gold.is_another, rest)):
            return mismatch(Reason.SEVERAL_VALUES, f"offers {_named(rest)} besides")
        return undecided(Reason.AMBIGUOUS, f"may offer {_named(rest)} besides")

    def _judge_hedged(self, text: str) -> CellVerdict:
        """`Lima, possibly Cusco`: an item in doubt is an item, if it is one for sure."""
        verdict = self._judge_splits(text)
        if verdict.verdict is Verdict.MATCH or hedges_pattern().search(text) is None:
            return verdict
        bare, offered = without_hedges(text)
        sure = verdict if bare == text else self._judge_splits(bare)
        if sure.verdict is not Verdict.MISMATCH:
            return verdict
        others = [item for item in self.gold.items_among(offered) if self.gold.is_another(item)]
        return mismatch(Reason.SEVERAL_VALUES, f"offers {_named(others)} besides") if others else verdict

    def _judge_splits(self, text: str) -> CellVerdict:
        pairings: list[Pairing] = []
        uncut: list[str] = []
        wanted = len(self.gold.items)
        for items in splits(text, self.shield):
            if len(items) == 1 < wanted:
                uncut += items  # tells nothing unless there is no way to cut
            elif len(items) <= wanted + _MOST_SURPLUS:
                pairing = self.gold.pair(tuple(Cell(item, item) for item in items))
                if not pairing.left and not pairing.missing:
                    return self._in_order(pairing)
                pairings.append(pairing)
        if self.gold.is_exhausted:
            return _EXHAUSTED
        pairings = [pairing for pairing in pairings if len(pairing.items) > 1] or pairings
        verdict = self._judge_cuts(
            pairings or [self.gold.pair((Cell(whole, whole),)) for whole in uncut], text
        )
        if self.gold.free and verdict.reason in _COUNTS and self._may_be_coarser(text):
            return _IN_COMMAS
        return verdict

    def _may_be_coarser(self, text: str) -> bool:
        """`Portland, Oregon; Salem, Oregon`: as many items as gold has, any of which may be its own."""
        cuts = (items for items in coarse_splits(text, self.shield) if len(items) == len(self.gold.items))
        return any(map(self.gold.could_be, cuts))

    def _judge_cuts(self, pairings: Sequence[Pairing], text: str) -> CellVerdict:
        """No way to cut gives gold's items: what the ways that find most of them say."""
        if not pairings:
            return undecided(Reason.UNREADABLE, "cannot be cut into items")
        # The first of the best stays first.
        ranked = sorted(pairings, key=lambda pairing: pairing.rank, reverse=True)
        best_cut = ranked[0]
        most = [pairing for pairing in ranked if len(pairing.pairs) == len(best_cut.pairs)]
        first = self._judge_pairing(best_cut)
        # Ways to cut that find as much but say different things decide nothing.
        verdicts = chain([first], map(self._judge_pairing, most[1:]))
        doubt = next((verdict for verdict in verdicts if verdict.verdict is Verdict.UNDECIDED), None)
        if doubt is None and hedges_pattern().search(text):
            doubt = _IN_DOUBT
        return self._denied(best_cut) or doubt or first

    def _judge_pairing(self, pairing: Pairing) -> CellVerdict:
        if not pairing.left and not pairing.missing:
            return self._in_order(pairing)
        if repeated := self.gold.repeated(pairing):
            return mismatch(Reason.EXTRA_ITEM, f"repeats {repeated}")
        left = [pairing.items[place].text for place in pairing.left]
        missing = [self.gold.items[place].text for place in pairing.missing]
        if not left:
            if self._are_noted(pairing):
                return _IN_A_NOTE
            return mismatch(Reason.MISSING_ITEM, f"lacks {_named(missing)}")
        if self.gold.may_be_no_item(left):
            return _UNDECIDED
        return (
            self._judge_leftovers(pairing, left, missing) if missing else self._judge_surplus(pairing, left)
        )

    def _judge_surplus(self, pairing: Pairing, left: Sequence[str]) -> CellVerdict:
        """All of gold's items, and more."""
        if self.gold.are_qualifiers(left):
            return _IN_COMMAS
        if self.gold.may_hold(pairing.items[place] for place in pairing.left):
            return _UNDECIDED
        return mismatch(Reason.EXTRA_ITEM, f"adds {_named(left)}")

    def _are_noted(self, pairing: Pairing) -> bool:
        """`Angola, Zambia (with Botswana)`: whether brackets name, undenied, the items that are missing."""
        notes = [note for item in pairing.items for note in _NOTE.findall(item.text) if not denies(note)]
        said = f" {exact_key(' '.join(notes))} " if notes else ""
        return bool(notes) and all(self._says(said, notes, place) for place in pairing.missing)

    def _says(self, said: str, notes: Sequence[str], place: int) -> bool:
        gold = self.gold.items[place]
        return f" {exact_key(gold.text)} " in said or any(
            self.gold.same(Cell(piece, piece), gold)
            for note in notes
            for piece in (note, *_PIECES.split(note)[:_MOST_ALTERNATIVES])
        )

    def _judge_leftovers(self, pairing: Pairing, left: Sequence[str], missing: Sequence[str]) -> CellVerdict:
        """Items on both sides that are not the same by any rule."""
        certain = [
            all(self.gold.differ(pairing.items[place], self.gold.items[other]) for other in pairing.missing)
            for place in pairing.left
        ]
        if all(certain):
            return mismatch(Reason.WRONG_ITEM, f"gives {_named(left)} for {_named(missing)}")
        if len(left) == len(missing) == 1 or not pairing.pairs:
            return _UNDECIDED
        if any(certain):
            return mismatch(Reason.WRONG_ITEM, f"gives {_named(left)} for {_named(missing)}")
        if self.gold.free and are_unlike(left, missing):
            reason = Reason.MISSING_ITEM if len(left) < len(missing) else Reason.EXTRA_ITEM
            return mismatch(reason, f"gives {_named(left)} for {_named(missing)}")
        return _UNDECIDED

    def _in_order(self, pairing: Pairing) -> CellVerdict:
        if self.ordered and any(
            place != other and not self.gold.same(pairing.items[place], self.gold.items[place])
            for place, other in pairing.pairs.items()
        ):
            return mismatch(Reason.WRONG_ORDER, "gives the items in another order")
        return _SAME

    # Words about the list -----------------------------------------------------------------

    def _denied(self, pairing: Pairing) -> CellVerdict | None:
        """`X but not Y`: an item that is taken away again."""
        for place in pairing.left:
            text = pairing.items[place].text
            denial = denials_pattern().search(text)
            if denial is None:
                continue
            taken_away = Cell(tidy_item(text[denial.end() :]))
            if self.gold.is_gold(taken_away.text):
                return mismatch(Reason.NEGATED, f"denies {taken_away.text}")
            return undecided(Reason.NO_RULE_DECIDED, "takes an item away")
        return None

    def _open_end(self, text: str) -> str:
        """The list without its closing "and others"; `""` if it has none."""
        if not may_leave_open(text):
            return ""
        before = max(0, len(text) - _LONGEST_ENDING)
        found = others_pattern().search(text[before:])
        if found is None:
            return ""
        ending = found[0].strip(" ,;&.").casefold()
        if any(ending == gold.text.casefold() for gold in self.gold.items):
            return ""  # an item called "More"
        return text[: before + found.start()].rstrip(" ,;、")

    def _offers_alternatives(self, text: str) -> bool:
        """Whether "or" stands between items, rather than in one or in a bracket."""
        mask = None
        for found in islice(or_pattern().finditer(text), _MOST_ALTERNATIVES):
            mask = mask or self.shield.mask(text) or bytearray(len(text))
            if not any(mask[found.start() : found.end()]):
                before, after = text[: found.start()], text[found.end() :]
                if self.gold.is_gold(_last_item(before)) or self.gold.is_gold(_first_item(after)):
                    return True
        return False


def _named(texts: Sequence[str]) -> str:
    return ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")


_FLAGS = re.compile(rf"(?:{FLAG.pattern}\s*){{2,}}")
_OPENING = re.compile(r"[(\[（【]")
_NOTE = re.compile(r"[(\[（【]([^()\[\]（）【】]{1,200})[)\]）】]")
_PIECES = re.compile(r"\s*[,;/、，]\s*|\s")
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
    golds = [_ListJudge(column, items) for items in map(gold_items, values) if items]
    if not golds:
        return lambda cell: undecided(Reason.UNREADABLE, "gold cannot be read")

    longest = _LONGEST_SURPLUS + 4 * max(len(value_text(value)) for value in values)

    def matcher(cell: Cell) -> CellVerdict:
        if len(cell.text) > longest:
            return undecided(
                Reason.TOO_LONG, f"{len(cell.text):,} characters; lists are read up to {longest:,}"
            )
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
_EXHAUSTED = undecided(Reason.TOO_LONG, "has too many items that are none of gold's to compare them all")
_IN_DOUBT = undecided(Reason.AMBIGUOUS, "is not sure about an item")
_SELECTION = undecided(Reason.AMBIGUOUS, "says that only some of what it names are meant")
_RANKED = undecided(Reason.AMBIGUOUS, "numbers its items otherwise than it gives them")
_IN_COMMAS = undecided(Reason.AMBIGUOUS, "may say more of an item behind a comma, or be more items")
_COUNTS = frozenset({Reason.EXTRA_ITEM, Reason.MISSING_ITEM, Reason.WRONG_ITEM})
_IN_A_NOTE = undecided(Reason.AMBIGUOUS, "names the missing items in a note")
_UNDECIDED = undecided(Reason.NO_RULE_DECIDED, "items are left over that no rule tells apart")

RULES = TypeRules(compile=_compile, reads=_reads)
