"""The items of one gold list, and which items of a cell are the same (grading.md 5, `list`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from atlas_grader.answers import Cell
from atlas_grader.emptiness import is_empty
from atlas_grader.match.contract import Matcher
from atlas_grader.match.ladder import ValueMatcher
from atlas_grader.match.lists.pairs import Pairing, are_unlike, different_entities, most_pairs
from atlas_grader.match.lists.words import fillers_pattern, no_item_pattern
from atlas_grader.match.registry import rules_of
from atlas_grader.names.denials import denies
from atlas_grader.names.glosses import state_of
from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.names.openings import may_share_form
from atlas_grader.names.parts import take_apart
from atlas_grader.names.persons import read_persons
from atlas_grader.names.policy import words
from atlas_grader.tasks import WORDS, CellType, Column
from atlas_grader.verdicts import CellVerdict, Verdict

_MOST_ALTERNATIVES = 12
# A typed item that is offered in a note has at most so many words.
_MOST_WORDS = 6
# Above this similarity (0 to 100) an offered item may be another spelling of gold's.
_ALIKE = 80
# In one cell, so many pairs of items are compared, and so much is read of items that are not gold's:
# each character counts, and each sign as eight of them.
_MOST_COMPARED = 250
_MOST_READ = 3000
_MOST_UNREAD = 1000
_SHORTEST_NOISE = 24
# With its notes, so much longer than twice gold's longest.
_LONGEST_ITEM = 300
_SIGN = re.compile(r"[^\w\s]")
_SIGN_COUNTS = 8
# So many more words than gold's longest item make a remark.
_MORE_WORDS = 4
_CLOSING = (")", "]", "）", "】")
# A year, or a few capitals: a state's code, an office.
_QUALIFIER = re.compile(r"[12]\d{3}$|(?:[A-Z]\.?){2,4}(?:$|\s+of\s)")
_OTHER_DENIED = re.compile(r"\s*\(but not ((?:[A-Z][^\W\d_A-Z]+[ -]?){1,4})\)")
_NOTE = re.compile(r"\s*[(\[（【][^()\[\]（）【】]*[)\]）】]\s*")


@dataclass(frozen=True, slots=True)
class GoldItem:
    """One item of gold, compiled."""

    place: int
    text: str
    key: str
    matcher: Matcher
    noted: bool
    """Whether its text has a bracket of its own."""


class GoldList:
    """One accepted list."""

    def __init__(self, column: Column, items: Sequence[str]) -> None:
        item_column = replace(column, type=column.item_type)
        self.free = column.item_type in WORDS
        self._has_parts = column.item_type is CellType.COUNTRY
        self.items = tuple(
            GoldItem(
                place,
                text,
                self.key(text),
                ValueMatcher(item_column, (text,), tuple(other for other in items if other != text)),
                _NOTE.search(text) is not None,
            )
            for place, text in enumerate(items)
        )
        self.keys = [item.key for item in self.items]
        self.sorted_keys = sorted(self.keys)
        self._longest = _LONGEST_ITEM + 2 * max((len(item.text) for item in self.items), default=0)
        self.signs = any(not any(map(str.isalnum, item.text)) for item in self.items)
        self.item_reads = rules_of(column.item_type).reads(item_column)
        # Ways to cut one cell share most of their pieces.
        self._verdicts: dict[tuple[str, bool, int], CellVerdict] = {}
        self._readable: dict[str, bool] = {}
        self._bares: dict[str, str] = {}
        self._compared = self._unread = 0

    def forget(self) -> None:
        """Another cell comes: what was found about pieces of the last one is of no use."""
        self._verdicts.clear()
        self._readable.clear()
        self._bares.clear()
        self._compared = self._unread = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether a cell had too many items that are not gold's to compare them all: only a match is sure."""
        most = _MOST_READ if self.free else _MOST_UNREAD
        return self._compared > _MOST_COMPARED or self._unread > most

    def key(self, text: str) -> str:
        """What surely makes two items equal."""
        return name_key(text).joined if self.free else text.casefold()

    # One item -----------------------------------------------------------------------------

    def same(self, item: Cell, gold: GoldItem) -> bool:
        """Whether an item of a cell is this one of gold's, notes and fillers aside."""
        text = item.text
        if self.key(text) == gold.key:
            return True
        if not self._may_be(item, gold):
            return False
        if self._verdict(item, gold).verdict is Verdict.MATCH:
            return True
        bare = text if gold.noted else self._bare(text)
        if bare and bare != text:
            return (
                self.key(bare) == gold.key or self._verdict(Cell(bare, bare), gold).verdict is Verdict.MATCH
            )
        return False

    def _bare(self, text: str) -> str:
        """An item without its notes and the filler before it; as it is if a note denies it."""
        bare = self._bares.get(text)
        if bare is None:
            plain = _OTHER_DENIED.sub(self._without_denial, text)
            bare = text if denies(plain) or self._holds_names(plain) else _NOTE.sub("", plain).strip()
            bare = fillers_pattern().sub("", bare, count=1) if " " in bare or "\n" in bare else bare
            self._bares[text] = bare
        return bare

    def _without_denial(self, denied: re.Match[str]) -> str:
        """Nothing for a bracket that only says that another item is none: `Cusco (but not Puno)`."""
        return (
            denied[0]
            if any(f" {exact_key(own.text)} " in f" {exact_key(denied[1])} " for own in self.items)
            else ""
        )

    def _holds_names(self, text: str) -> bool:
        """`Herbert Tichy (with Helmut Heuberger)`: whether notes give names of their own."""
        if not self.free or not _NOTE.search(text):
            return False
        parts = take_apart(text)
        return bool(parts.each or parts.rivals)

    def _may_be(self, item: Cell, gold: GoldItem) -> bool:
        """Whether it is worth comparing an item with gold's at all, and there are steps left for it."""
        if item.items is not None or item.addresses:
            return True
        if not self._reads(item) or (self.free and not may_share_form(item.text, gold.text)):
            return False
        if (item.text, item.native, gold.place) not in self._verdicts:
            self._compared += 1
        return not self.is_exhausted

    def _reads(self, item: Cell) -> bool:
        """Whether a piece of a cell can be an item at all."""
        text = item.text
        readable = self._readable.get(text)
        if readable is None:
            # A flag or a currency's sign may be an item of a type that has them.
            if self.is_exhausted or (self.free and not (self.signs or any(map(str.isalnum, text)))):
                return False
            signs = len(_SIGN.findall(text))
            if self.free and (len(text) > self._longest or 2 * signs > max(len(text), _SHORTEST_NOISE)):
                return False
            readable = self.free or self.item_reads(item)
            if not readable and (bare := self._bare(text)) != text:
                readable = self.item_reads(Cell(bare, bare))
            if self.free or not readable:
                self._unread += len(text) + _SIGN_COUNTS * signs
            self._readable[text] = readable
        return readable

    def is_gold(self, text: str) -> bool:
        """Whether a text is any of gold's items."""
        cell = Cell(text, text)
        return any(self.same(cell, own) for own in self.items)

    def differ(self, item: Cell, gold: GoldItem) -> bool:
        """Whether the item is surely not this one of gold's."""
        if self._verdict(item, gold).verdict is Verdict.MISMATCH:
            return True
        return self.free and different_entities(item.text, gold.text)

    def may_hold(self, items: Iterable[Cell]) -> bool:
        """Whether each of some items may be a part of one of gold's: Tibet, of China."""
        return self._has_parts and all(
            any(not self.differ(item, gold) for gold in self.items) for item in items
        )

    def _verdict(self, item: Cell, gold: GoldItem) -> CellVerdict:
        if item.items is not None or item.addresses:
            return gold.matcher(item)
        asked = (item.text, item.native, gold.place)
        verdict = self._verdicts.get(asked)
        if verdict is None:
            verdict = self._verdicts[asked] = gold.matcher(item)
        return verdict

    def is_another(self, text: str) -> bool:
        """Whether an offered item is surely none of gold's."""
        cell = Cell(text, text)
        return all(
            self.differ(cell, own) or (self.free and are_unlike([text], [own.text], _ALIKE))
            for own in self.items
        )

    def could_be(self, items: Sequence[str]) -> bool:
        """Whether as many items as gold has could be gold's, one to one; those it is written in are."""
        if len(items) ** 2 > _MOST_COMPARED:
            return True
        said = [f" {exact_key(item)} " for item in items]
        edges: dict[int, list[int]] = {place: [] for place in range(len(items))}
        for own in self.items:
            within = [place for place, words_of in enumerate(said) if f" {exact_key(own.text)} " in words_of]
            for place in within or edges:
                cell = Cell(items[place], items[place])
                if within or not self.differ(cell, own):
                    edges[place].append(own.place)
        return len(most_pairs(edges)) == len(items)

    def are_qualifiers(self, left: Sequence[str]) -> bool:
        """Whether what is too much may say where, when or what items are: `Dune, 1965`, `Boston, MA`."""
        if not self.free or any(state_of(item.text) or item.text.isupper() for item in self.items):
            return False
        told = words("polities", "regions")
        offices = words("persons", "not_persons") if all(read_persons(i.text) for i in self.items) else set()
        return all(
            state_of(text)
            or _QUALIFIER.match(text)
            or (key := exact_key(text)) in told
            or not offices.isdisjoint(key.split())
            for text in left
        )

    def items_among(self, texts: Iterable[str]) -> tuple[str, ...]:
        """Which texts are items of the column's type rather than remarks; a typed one may end earlier."""
        beginnings = (self._beginning(text) for text in islice(texts, _MOST_ALTERNATIVES))
        return tuple(text for text in beginnings if text and not self.may_be_no_item([text]))

    def _beginning(self, text: str) -> str:
        words = text.split()[:_MOST_WORDS]
        if self.free:
            return text
        heads = (" ".join(words[:end]) for end in range(len(words), 0, -1))
        return next((head for head in heads if self.item_reads(Cell(head, head))), "")

    def may_be_no_item(self, left: Sequence[str]) -> bool:
        """Whether what is left over could be a note, a word for several items, or no data."""
        if not self.free:
            return not all(self.item_reads(Cell(text, text)) for text in left)
        capital = all(item.text[:1].isupper() for item in self.items)
        longest = max(len(item.text.split()) for item in self.items) + _MORE_WORDS
        return any(
            is_empty(text)
            or (capital and text[:1].islower() and not _ELIDED.match(text))
            or len(text.split()) > longest
            or _is_remark(text)
            for text in left
        )

    # All items ----------------------------------------------------------------------------

    def pair(self, items: tuple[Cell, ...]) -> Pairing:
        """Pair as many items as possible, one to one; equal ones first."""
        pairs = self._pair_equal(items)
        if len(pairs) < len(items):
            pairs = self._pair_bare(items, pairs)
        taken = set(pairs.values())
        open_items = [place for place in range(len(items)) if place not in pairs]
        open_gold = [place for place in range(len(self.items)) if place not in taken]
        if open_items and open_gold:
            edges: dict[int, list[int]] = {}
            for place in open_items:
                if self.is_exhausted:
                    break
                if items[place].items is None and not self._reads(items[place]):
                    continue
                edges[place] = [other for other in open_gold if self.same(items[place], self.items[other])]
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

    def _pair_bare(self, items: tuple[Cell, ...], pairs: dict[int, int]) -> dict[int, int]:
        """Pair also those that are equal without their notes."""
        taken = set(pairs.values())
        waiting = {
            item.key: item.place
            for item in reversed(self.items)
            if item.place not in taken and not item.noted
        }
        pairs = dict(pairs)
        for place, item in enumerate(items):
            if place not in pairs and item.text.endswith(_CLOSING):
                gold = waiting.pop(self.key(self._bare(item.text)), None)
                if gold is not None:
                    pairs[place] = gold
        return pairs

    def repeated(self, pairing: Pairing) -> str:
        """A gold item that a cell gives twice."""
        keys = {item.key for item in self.items}
        given = {self.key(pairing.items[place].text) for place in pairing.pairs}
        for place in pairing.left:
            key = self.key(pairing.items[place].text)
            if key in given and key in keys:
                return pairing.items[place].text
        return ""


# `d'Arrest` is a name all the same.
_ELIDED = re.compile(r"[a-z]{1,2}['’][^\W\d_a-z]")


def _is_remark(text: str) -> bool:
    """`as of 2023`, `the Baltic states`; but `The Beatles` is a name."""
    if no_item_pattern().match(text) is None:
        return False
    first, *rest = text.split()
    return first.islower() or not rest or any(word[0].islower() for word in rest)
