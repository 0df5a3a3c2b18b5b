"""`text` and `name` cells: equal keys match; a few differences are known to matter (grading.md 5).

Strings can show that two wordings are one, or that they differ in a number, a
negation or a word like "north"; what else they mean is left undecided. `name` cells
also read a club's affix and the order of a person's names, which in a `text` could
turn the meaning around (`man bites dog`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.homonyms import are_two_states, is_elsewhere, is_placed_elsewhere
from atlas_grader.names.contrasts import Contrast, contrast
from atlas_grader.names.glosses import is_place, state_of
from atlas_grader.names.headed import header_words, without_class
from atlas_grader.names.keys import NameKey, name_key, same_name
from atlas_grader.names.offered import added, first_value, may_be_a_title, offered, side_by_side, undated
from atlas_grader.names.openings import may_share_form
from atlas_grader.names.parts import NameParts, take_apart
from atlas_grader.names.persons import Kinship, compare_persons
from atlas_grader.names.scores import same_score
from atlas_grader.names.scripts import alphabet_of, scripts_in, to_latin
from atlas_grader.names.times import read_times
from atlas_grader.names.variants import CELL_STEPS, Step, is_with_note, people_of, share_form
from atlas_grader.tasks import Column, value_text
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

# Longer cells are prose: they are compared by their exact key only.
LONGEST_NAME = 512
# In larger tables each row's index of all others would take more memory than it saves time.
_MOST_INDEXED = 256
# Of a note, so many words are searched for other gold values, which have at most so many of them;
# a shorter one is a common word.
_MOST_NOTED, _LONGEST_RUN, _SHORTEST_NOTED = 24, 5, 2
# More names between commas are a list.
_MOST_IN_TURN = 4
# `CO` and `CA` may be anything
_LONGEST_CODE = 3


# `3 - 2`; but `- 2` may be a number below zero
_SCORE = re.compile(r"(?<=\d) - (?=\d)")


@dataclass(frozen=True)
class _Gold:
    """One accepted value, its keys made at first use."""

    text: str
    steps: tuple[Step, ...]

    @cached_property
    def key(self) -> NameKey:
        return name_key(self.text)

    def equals(self, text: str) -> bool:
        """Equal under the exact key, or its transliteration from another alphabet."""
        if same_name(self.key, name_key(text)) or _equal_across_scripts(self.text, text):
            return True
        return " -" in text and _SCORE.search(text) is not None and self.equals(_SCORE.sub("-", text))

    @cached_property
    def now(self) -> str:
        """The value without what it says of other times."""
        told = read_times(self.text) if len(self.text) <= LONGEST_NAME else None
        return told.now if told else self.text

    def fits(self, text: str) -> bool:
        """Equal under a looser key (grading.md 4, tier 2)."""
        if len(text) > LONGEST_NAME or len(self.text) > LONGEST_NAME:
            return False
        if not may_share_form(self.now, text):
            return False
        if is_with_note(self.now, text):
            return True
        if share_form(self.now, text, self.steps) or self._same_person(text):
            return self._is_sure(text)
        return False

    def _is_sure(self, text: str) -> bool:
        """`夜に駆ける (YOASOBI)` may give title and artist: not the bracket alone may be the other's name."""
        own, parts = take_apart(self.now), take_apart(text)
        if not (own.unsure or parts.unsure):
            return True
        gold, base = _Gold(own.base, self.steps), parts.base
        if gold.equals(base) or gold.fits(base):
            return True
        return any(map(gold.equals, parts.unsure)) and any(
            _Gold(base, self.steps).equals(n) for n in own.unsure
        )

    def _same_person(self, text: str) -> bool:
        people = people_of(text)
        if Step.PERSON not in self.steps:
            # As written only: in a text, words in another order may mean something else.
            people = people[:1]
        gold = people_of(self.now)[:1]
        return any(compare_persons(one, other) is Kinship.SAME for one in gold for other in people)


_NAME_STEPS = CELL_STEPS
_TEXT_STEPS = tuple(step for step in CELL_STEPS if step is not Step.PERSON)


def _compile(steps: tuple[Step, ...]) -> Callable[[Column, Values, Values], Matcher]:
    def compile_text(column: Column, values: Values, others: Values) -> Matcher:
        said = header_words(column.name) if Step.PERSON not in steps else frozenset()
        return _Matcher(tuple(_Gold(text, steps) for text in _texts(values)), others, steps, said).decide

    return compile_text


@dataclass(frozen=True)
class _Matcher:
    """Decides cells against the accepted values of one gold cell."""

    values: tuple[_Gold, ...]
    others: Values
    steps: tuple[Step, ...]
    said: frozenset[str] = frozenset()
    """What the column's header says of every value; nothing where they are names: `Kansas City`."""

    def decide(self, cell: Cell) -> CellVerdict:
        """The verdict on one cell."""
        text = cell.text
        if any(value.equals(text) for value in self.values):
            return _SAME_KEY
        if len(text) > LONGEST_NAME:
            return self._other_gold_value(text) or _UNDECIDED
        if text.isalpha() and text.isascii():
            return self._decide_word(text)
        if any(same_score(value.text, text) for value in self.values):
            return self._unless_other(text)
        told = read_times(text)
        if told is None:
            return _FORMER
        verdict = self._decide_looser(told.now)
        if verdict.verdict is not Verdict.MATCH and any(map(self._is_gold, told.was)):
            return _FORMER
        return verdict

    def _decide_word(self, text: str) -> CellVerdict:
        """One word offers no alternatives, and tells of no other names or times."""
        if any(value.fits(text) for value in self.values):
            return self._unless_other(text)
        return self._settle(text)

    def _settle(self, text: str) -> CellVerdict:
        """The verdict on a text that is none of the accepted values as it stands."""
        if self._is_gold_as_headed(text):
            return self._unless_other(self._plain(text))
        return self._contrasted(text) or self._other_gold_value(text) or self._other_place(text) or _UNDECIDED

    def _is_gold_as_headed(self, text: str) -> bool:
        """`heliocentric` for `heliocentric orbit`, in a column of orbits."""
        plain = self._plain(text)
        return any(
            same_name(name_key(gold), name_key(plain))
            for written, gold in self._golds_as_headed
            if gold != written or plain != text
        )

    @cached_property
    def _golds_as_headed(self) -> list[tuple[str, str]]:
        return [(value.text, self._plain(value.text)) for value in self.values] if self.said else []

    def _plain(self, text: str) -> str:
        """A text without the class that the header names, written small: `Easter Island` is a name."""
        if " " not in text or not text.rpartition(" ")[2].islower():
            return text
        return without_class(text, self.said) or text

    def _decide_looser(self, text: str) -> CellVerdict:
        if several := self._several_values(text):
            return several
        if self._is_gold(text) and not self._equates(text):
            return self._unless_other(text)
        if self._every_name(text):
            return _VARIANT
        plain = undated(first_value(text) or text)
        if plain != text and self._is_gold(plain):
            return self._unless_other(plain)
        return self._settle(text)

    def _is_gold(self, text: str) -> bool:
        return any(value.equals(text) or value.fits(text) for value in self.values)

    def _unless_other(self, text: str) -> CellVerdict:
        """A looser key matches only if it does not fit another gold value as well as this one."""
        parts = take_apart(text)
        names = (text, *parts.beside, *((parts.base, *parts.others) if parts.others else ()))
        if self._names_a_rival(parts):
            return _RIVAL
        if parts.note and is_elsewhere([value.text for value in self.values], text):
            return _ELSEWHERE
        if self._notes_another(parts) or any(self._other(name) is not None for name in names):
            return _AMBIGUOUS
        return _VARIANT

    def _names_a_rival(self, parts: NameParts) -> bool:
        """`George W. Bush (Al Gore)`: a pen name, or another person; gold may know it."""
        return not all(any(value.equals(name) for value in self.values) for name in parts.rivals)

    def _notes_another(self, parts: NameParts) -> bool:
        """`red (blue inside)`: whether a note names another gold value, other than where something is."""
        if not (parts.note and self.others) or (is_place(parts.note) and not state_of(parts.base)):
            return False
        said = parts.note.split()[:_MOST_NOTED]
        runs = (
            " ".join(said[start:end])
            for start in range(len(said))
            for end in range(start + 1, min(start + _LONGEST_RUN, len(said)) + 1)
        )
        return any(
            self._other(run) is not None for run in runs if len(run) > _SHORTEST_NOTED or run == parts.note
        )

    def _equates(self, text: str) -> bool:
        """`red = blue` says nothing about red; only of names is it said that they are one thing's."""
        return "=" in text and Step.PERSON not in self.steps and bool(take_apart(text).others)

    def _every_name(self, text: str) -> bool:
        """`Wien / Vienna`, `Wien, Vienna`: names each of which is an accepted value and no other row's."""
        parts = take_apart(text)
        names = side_by_side(text) or parts.each or ((parts.base, *parts.others) if parts.others else ())
        names = names or _in_turn(text)
        return bool(names) and all(self._other(name) is None and self._is_gold(name) for name in names)

    def _several_values(self, text: str) -> CellVerdict | None:
        """`Paris or London` gives two values; it is right only if both are gold's."""
        sides = offered(text) or added(text)
        if not sides:
            return None
        right = list(map(self._is_gold, sides))
        if all(right):
            return _AMBIGUOUS if any(map(self._other, sides)) else _VARIANT
        if any(right) and may_be_a_title(text):
            return _TITLES
        if any(right):
            return mismatch(Reason.SEVERAL_VALUES, f"offers {len(sides)} values, not all of them gold")
        return None

    def _contrasted(self, text: str) -> CellVerdict | None:
        """A difference that is known to matter, against every accepted value."""
        persons = Step.PERSON in self.steps
        contrasts = [contrast(value.text, text, persons=persons) for value in self.values]
        found = [found for found in contrasts if found is not None]
        if not found or (len(found) < len(contrasts) and len(take_apart(text).others)):
            return None
        return mismatch(_REASONS[found[0].kind], found[0].detail)

    def _other_place(self, text: str) -> CellVerdict | None:
        """`Slovenia` for `Slovakia`, `Paris, Texas` for `Paris, France`."""
        if len(text) <= _LONGEST_CODE:
            return None
        if all(
            are_two_states(gold.text, text) or is_placed_elsewhere(gold.text, text) for gold in self.values
        ):
            return mismatch(Reason.OTHER_VALUE, "is another place than gold's")
        return None

    def _other_gold_value(self, text: str) -> CellVerdict | None:
        """The answer is, under the exact key, what gold holds in another row."""
        other = self._other(text)
        if other is None:
            return None
        return mismatch(Reason.OTHER_GOLD_VALUE, f"is another row's value: {other}")

    def _other(self, text: str) -> str | None:
        """The value of another gold row that `text` is under the exact key."""
        key = name_key(text)
        if len(self.others) <= _MOST_INDEXED and f"\n{key.joined}\n" not in self._other_keys:
            return None
        return next((other for other in _texts(self.others) if same_name(key, name_key(other))), None)

    @cached_property
    def _other_keys(self) -> str:
        """The others' keys, one a line: as fast to search as a set, and a tenth of its size."""
        return "\n".join(("", *(name_key(other).joined for other in _texts(self.others)), ""))


def _in_turn(text: str) -> tuple[str, ...]:
    """The names between a text's commas or semicolons."""
    names = tuple(name.strip() for name in text.split(";" if ";" in text else ","))
    return names if 2 <= len(names) <= _MOST_IN_TURN and all(names) else ()


def _equal_across_scripts(one: str, other: str) -> bool:
    """Whether an alphabetic name and its Latin form are equal, letter for letter."""
    if one.isascii() and other.isascii():
        return False
    alphabets = alphabet_of(one), alphabet_of(other)
    if not any(alphabets) or scripts_in(one) == scripts_in(other):
        return False
    latin = (
        to_latin(text) if alphabet else text for text, alphabet in zip((one, other), alphabets, strict=True)
    )
    return same_name(*map(name_key, latin))


def _texts(values: Values) -> tuple[str, ...]:
    return tuple(text for value in values if (text := value_text(value)))


def _reads(column: Column) -> Callable[[Cell], bool]:
    """Any cell with a letter or a digit is a text."""
    return lambda cell: any(map(str.isalnum, cell.text))


_SAME_KEY = match(Reason.SAME_KEY)
_VARIANT = match(Reason.VARIANT)
_AMBIGUOUS = undecided(Reason.AMBIGUOUS, "fits gold loosely, and another gold value exactly")
_TITLES = undecided(Reason.AMBIGUOUS, "may be a title and a second one, or two values")
_FORMER = undecided(Reason.AMBIGUOUS, "gold may be what it was at another time")
_ELSEWHERE = undecided(Reason.AMBIGUOUS, "a note points to another state than gold's")
_RIVAL = undecided(Reason.AMBIGUOUS, "names another person beside gold's")
_UNDECIDED = undecided(Reason.NO_RULE_DECIDED, "strings cannot tell whether it says the same")
_REASONS = {
    Contrast.Kind.NUMBERS: Reason.OTHER_NUMBERS,
    Contrast.Kind.NEGATION: Reason.NEGATED,
    Contrast.Kind.WORD: Reason.OTHER_VALUE,
}

RULES = TypeRules(compile=_compile(_TEXT_STEPS), reads=_reads)
NAME_RULES = TypeRules(compile=_compile(_NAME_STEPS), reads=_reads)
