"""Names by their year, where gold tells its rows apart by nothing else: `FIFA World Cup 1998` for `1998`.

The one year in a name is a row's, if every word beside it is one that gold or the task uses: another
event of that year (`1998 Winter Olympics`) has words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from atlas_grader.names.denials import denies, denies_by_sign
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table, words
from atlas_grader.tasks import Entity

_YEAR = re.compile(r"1\d{3}|20\d\d")
_YEAR_SIGN = re.compile(r"(?<=\d)年")
_SENTENCE_END = re.compile(r"[.;!?](?=\s)|\n")
_FEWEST_ROWS = 2
_LONGEST_NAME = 120


class YearRows:
    """The gold rows of one entity column, found by the year in a name."""

    def __init__(
        self,
        rows: Sequence[Entity],
        near_misses: Sequence[Entity],
        asked: str,
        told: Callable[[int], Iterable[str]],
    ) -> None:
        """`asked` is what the task says, `told` what gold's cells say of a row, in words."""
        self._rows = rows
        self._near_misses = near_misses
        self._asked = asked
        self._told = told

    def find(self, text: str) -> int | None:
        """The row whose year is the only number in `text`, and of which all its words may be."""
        if not self._by_year or len(text) > _LONGEST_NAME:
            return None
        years, said = _take_apart(text)
        row = self._by_year.get(years[0]) if len(years) == 1 else None
        if row is None or denies(text) or denies_by_sign(text):
            return None
        return row if said <= self._task_words | self._words_of(row) else None

    @cached_property
    def _by_year(self) -> dict[str, int]:
        """Year → row; empty unless the names of all rows differ in their one year alone."""
        values = [_take_apart(row[0].value) for row in self._rows]
        found = {years[0]: row for row, (years, _) in enumerate(values) if _is_year(years)}
        one_wording = len({said for _, said in values}) == 1
        if not one_wording or len(found) < max(len(values), _FEWEST_ROWS):
            return {}
        for near_miss in self._near_misses:
            for year in _take_apart(near_miss[0].value)[0]:
                found.pop(year, None)
        return found

    @cached_property
    def _task_words(self) -> frozenset[str]:
        """A task need not be about what it does without (`no Winter Games`), nor two opposites."""
        told = _words_in(sentence for sentence in _SENTENCE_END.split(self._asked) if not denies(sentence))
        opposites = (
            told.intersection(map(_singular, group)) for group in table("distinguishing")["opposites"]
        )
        unsure = frozenset().union(*(group for group in opposites if len(group) > 1))
        return (told - unsure).union(map(_singular, words("generic_words", "of")))

    def _words_of(self, row: int) -> frozenset[str]:
        return _words_in((*self._rows[row][0].names, *self._told(row)))


def _is_year(numbers: Sequence[str]) -> bool:
    return len(numbers) == 1 and _YEAR.fullmatch(numbers[0]) is not None


def _words_in(texts: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(_take_apart(text)[1] for text in texts))


def _take_apart(text: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """What has digits, and the other words: `U.S. elections 1980`, `US election of 1980`."""
    tokens = exact_key(_YEAR_SIGN.sub(" ", text).replace(".", "")).split()
    numbers = tuple(token for token in tokens if any(map(str.isdigit, token)))
    return numbers, frozenset(_singular(token) for token in tokens if token not in numbers)


def _singular(word: str) -> str:
    return word.removesuffix("s")
