"""Countries, languages and currencies: which ISO entity a cell names (grading.md 5).

The three types share everything but their tables. A table gives, for each spelling,
the entities that it may stand for; a spelling that fits several decides nothing,
two different entities are a mismatch, and a part of an entity is neither.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.choices.additions import added, adds_others, traced
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.past import is_past, without_past
from atlas_grader.match.offers.plain import offers_nothing, split_note
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.match.offers.words import alternative
from atlas_grader.names.denials import bracketed, has_denial
from atlas_grader.policy import read_table
from atlas_grader.tasks import Column, value_text
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

Entities = frozenset[str]
"""What one spelling may stand for; most often exactly one entity."""

_LONGEST_NAME = 90
_LONGEST_REMEMBERED = 200
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class EntityTable:
    """Every known spelling of a kind of entity."""

    names: Mapping[str, Entities]
    """`entity_key` of a name → what it may stand for."""
    codes: Mapping[str, Entities] = field(default_factory=dict)
    """Codes that are read only as they are written: `GER`, `DE`."""
    related: frozenset[tuple[str, str]] = frozenset()
    """Pairs of which one is a part, a predecessor or a variety of the other."""
    former: frozenset[str] = frozenset()
    """Keys of names that are no longer in use: only general knowledge connects them."""
    rewrite: Callable[[str], tuple[str, ...]] = lambda text: ()
    """Other wordings of a name to look up if it is not found as it stands."""
    derive: Callable[[str], Entities | None] = lambda text: None
    """What a name that is in no list stands for by its parts."""
    parts: frozenset[tuple[str, str]] = frozenset()
    """Pairs of which one is said to lie in the other: `Guam (USA)`."""
    past: frozenset[str] = frozenset()
    """Entities of the past, which a bracket may add to a present one: `Croatia (Austria-Hungary)`."""
    describes: Callable[[str], bool] = lambda note: False
    """Whether a bracket tells more about the entity before it, though it reads as one: `English (US)`."""
    has_traces: bool = False
    """Whether an entity is what it is with some of another in it: `English (with Russian)`."""

    def read(self, text: str) -> Entities | None:
        """What `text`, to its end, may stand for.

        Names go first: `Us` is no code.
        """
        if len(text) > _LONGEST_NAME:
            return None
        found = self.codes.get(text) or self.names.get(entity_key(text))
        if found is not None:
            return found
        for wording in self.rewrite(text):
            found = self.codes.get(wording) or self.names.get(entity_key(wording))
            if found is not None:
                return found
        return self.derive(text)

    def names_of(self, text: str) -> Entities | None:
        """What `text` may stand for as a name, codes aside: `US` in a text may be a word."""
        return self.names.get(entity_key(text)) if 3 < len(text) <= _LONGEST_NAME else None

    def are_related(self, one: Entities, other: Entities) -> bool:
        """Whether something that `one` may be is a part or a variety of something in `other`."""
        return any(
            (first, second) in self.related or (second, first) in self.related
            for first in one
            for second in other
        )

    def are_rivals(self, one: Entities, other: Entities) -> bool:
        """Whether a bracket that names `other` after `one` gives something else in its place."""
        if one & other or other <= self.past or self.are_related(one, other):
            return False
        return not any(
            (first, second) in self.parts or (second, first) in self.parts
            for first in one
            for second in other
        )


_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
        "&": " and ",
        "ə": "a",
    }
    | {"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ة": "ه", "ی": "ي", "ک": "ك", "ـ": ""}
)
_MARKS = re.compile("[\u0300-\u036f\u064b-\u065f\u0670\u05b0-\u05c7]+")
_ARTICLE = re.compile(
    r"(?:the|les?|las?|los|el|der|die|das|den|det|het|il|lo|gli|i|os?|as?|a)\s+(?=\S)|(?:l|d)'\s?(?=\S)",
    re.IGNORECASE,
)
_NO_LETTERS = re.compile(r"[^a-z0-9]+")
_SAINT = re.compile(r"\b(?:st|ste|sta|sto)\b\.?", re.IGNORECASE)


@lru_cache(maxsize=1 << 14)
def entity_key(text: str) -> str:
    """The letters and digits of a name, without case, accents, points and spaces.

    >>> entity_key("Côte d’Ivoire"), entity_key("U.S.A."), entity_key("St. Lucia")
    ('cotedivoire', 'usa', 'saintlucia')
    """
    text = fold_characters(text).casefold()
    if "st" in text:
        text = _SAINT.sub("saint", text)
    if text.isascii() and "&" not in text:
        return _NO_LETTERS.sub("", text) or text.strip()
    text = unicodedata.normalize("NFD", text.translate(_LETTERS))
    text = unicodedata.normalize("NFC", _MARKS.sub("", text))
    return "".join(c for c in text if c.isalnum() or unicodedata.category(c)[0] == "M") or text.strip()


def without_article(text: str) -> str:
    """A name without a leading article: `the Netherlands`, `la France`."""
    found = _ARTICLE.match(text)
    return text[found.end() :] if found else ""


def load_entities(name: str) -> EntityTable:
    """Read one of the generated tables (`tools/entity_names.py`)."""
    data = read_table("match", name)
    return EntityTable(
        names=spread(data["names"]),
        codes=spread(data["codes"]),
        related=frozenset((pair.split(" ")[0], pair.split(" ")[1]) for pair in data["related"]),
        former=frozenset(data["former"].split("|")),
    )


def spread(names: Mapping[str, str]) -> dict[str, Entities]:
    """Turn `{"DE": "germany|allemagne"}` → spelling → entities; a spelling may stand under several."""
    found: dict[str, Entities] = {}
    for entities, spellings in names.items():
        them = frozenset(entities.split(" "))
        for spelling in spellings.split("|"):
            others = found.get(spelling)
            found[spelling] = them if others is None else others | them
    return found


def entity_rules(table: Callable[[], EntityTable]) -> TypeRules:
    """The rules of a column whose cells each name one entity of `table`."""

    reader = cache(lambda: _Reader(table()))

    def compile_entity(column: Column, values: Values, others: Values) -> Matcher:
        read, compare = reader().read, reader().compare
        golds = tuple(filter(None, (read(_text(value)) for value in values)))

        accepted = frozenset[str]().union(*(gold.value for gold in golds if len(gold.value) == 1))
        written = [_text(value) for value in values]
        among_others = _MAIN.search(f"{column.name} {column.description}".replace("_", " ")) is not None

        def matcher(cell: Cell) -> CellVerdict:
            verdict = decide(read(cell.text), golds, compare)
            if verdict.verdict is Verdict.UNDECIDED and (
                reader().is_placed(cell.text, golds)
                or (verdict.reason is Reason.AMBIGUOUS and _is_any_of(read(cell.text), accepted))
            ):
                return _SAME
            if verdict.verdict is Verdict.MATCH:
                return reader().with_notes(verdict, cell.text)
            if verdict.verdict is Verdict.MISMATCH and _may_be_gold(cell.text, written):
                return _UNSURE
            if verdict.reason is Reason.SEVERAL_VALUES and among_others and adds_others(cell.text):
                return _AMONG_OTHERS
            return verdict

        return matcher

    def reads(column: Column) -> Callable[[Cell], bool]:
        read = reader().read
        return lambda cell: read(cell.text) is not None

    return TypeRules(compile=compile_entity, reads=reads)


def _is_any_of(offer: Offer[Entities] | None, accepted: Entities) -> bool:
    """Whether all that a cell's one name may stand for is right: `China (Hong Kong)` for either."""
    return offer is not None and offer.value <= accepted and offer == Offer(offer.value)


def _text(value: str | tuple[str, ...]) -> str:
    return fold_characters(value_text(value)).strip()


class _Reader:
    """Reads what a cell offers: plain names and plain notes at once, all else by the general rule."""

    def __init__(self, table: EntityTable) -> None:
        self._table = table
        self._name = lru_cache(maxsize=1 << 12)(table.read)
        self.compare = lru_cache(maxsize=1 << 12)(partial(compare_entities, table))
        self._remembered = lru_cache(maxsize=1 << 12)(self._read)

    def read(self, text: str) -> Offer[Entities] | None:
        """What a cell offers; what is not too long is remembered."""
        return self._remembered(text) if len(text) <= _LONGEST_REMEMBERED else self._read(text)

    def is_placed(self, text: str, golds: Sequence[Offer[Entities]]) -> bool:
        """`Scotland, UK`, `England (UK)`: gold's, as a part of a state by its code or as the state."""
        found = _PLACED.fullmatch(text) if len(text) <= _LONGEST_NAME else None
        part, state = (self._name(name) for name in found.groups()) if found else (None, None)
        if part is None or state is None or len(part) > 1 or len(state) > 1:
            return False
        lies_in = min(part).startswith(f"{min(state)}-")
        return lies_in and any(gold.value in {part, state} and not gold.beside for gold in golds)

    def with_notes(self, verdict: CellVerdict, text: str) -> CellVerdict:
        """A match, unless a bracket denies the entity or adds another: `German (plus Yiddish)`."""
        text = self._without_code(text)
        notes = bracketed(text)
        if not notes:
            return verdict
        if has_denial(text):
            return _DENIED
        found = self.read(text)
        told = found.value if found else frozenset()
        return _ANOTHER if any(self._adds(told, note) for note in notes) else verdict

    def _adds(self, told: Entities, note: str) -> bool:
        if self._is_trace(note):
            return False
        named = (self._name(piece) for piece in added(note))
        return any(other is not None and self._table.are_rivals(told, other) for other in named)

    def _without_code(self, text: str) -> str:
        """`Norway (NO)`: a name without its own code behind it, which may look like a denial."""
        found = _CODE_BEHIND.fullmatch(text) if text[-3:].rstrip(")]").isupper() else None
        named = self._name(found["name"]) if found is not None else None
        return found["name"] if found and named and named == self._name(found["code"]) else text

    def _read(self, text: str) -> Offer[Entities] | None:
        text = self._without_code(text)
        found = self._noted(text) or self._name(text)
        if found is not None:
            return Offer(found)
        if _INITIALLED.match(text):
            return None
        text = without_past(text, self._is_form_of)
        sign = _SIGNED.match(text)
        first = self._name(sign[0]) if sign is not None else None
        if sign is None or first is None:
            offer = read_offers(text, Wording(self._name))
        else:
            # As one letter the A of `A$` is no article, nor anything else around the value.
            text = _LETTER + text[sign.end() :]
            offer = read_offers(text, Wording(lambda name: first if name == _LETTER else self._name(name)))
        return offer if offer is None else self._with_rivals(_settled(offer))

    def _with_rivals(self, offer: Offer[Entities]) -> Offer[Entities]:
        """`France (Germany)`: a bracket that names another entity may correct the first."""
        rivals = tuple(other for other in offer.bracketed if self._table.are_rivals(offer.value, other))
        return replace(offer, beside=(*offer.beside, *rivals)) if rivals else offer

    def _noted(self, text: str) -> Entities | None:
        """`Germany (then West Germany)`: one name, and a note that offers nothing in its place."""
        noted = split_note(text)
        if noted is None:
            return None
        name, note = noted
        found = self._name(name)
        if found is None or len(found) > 1:
            return None
        if is_past(note):
            return None if alternative().search(note) else found
        if self._is_trace(note):
            return found
        # `Sudan (South)`, `Georgia (U.S. state)`: what stands in the bracket belongs to the name
        if not offers_nothing(note):
            return None
        return found if self._table.describes(note) else self._beside(found, note, text)

    def _is_trace(self, note: str) -> bool:
        """`some Persian`, `+ ASL`: some of something else besides."""
        if not self._table.has_traces or len(note) > _LONGEST_NAME:
            return False
        pieces = traced(note)
        return bool(pieces) and all(self._name(piece) is not None for piece in pieces)

    def _beside(self, found: Entities, note: str, text: str) -> Entities | None:
        """What a name stands for beside the note after it; `text` is both."""
        whole = None if _DIGIT.search(note) else self._name(text)
        if whole == found:
            return found
        other = self._name(_SINCE.sub("", note))
        if other is None or self._table.are_related(found, other):
            return found if whole is None else None
        if whole is not None:
            return found | whole  # `China (Hong Kong)`
        return None if self._table.are_rivals(found, other) else found

    def _is_form_of(self, note: str, value: str) -> bool:
        """Whether two names belong to one entity: `West Germany` to Germany."""
        former, found = self._name(note.strip()), self._name(value.strip())
        if former is None or found is None:
            return False
        return former == found or self._table.are_related(former, found)


def _may_be_gold(text: str, golds: list[str]) -> bool:
    """`SA` for South Africa, though it is another's code."""
    letters = text.replace(".", "")
    return letters.isupper() and len(letters) in _INITIALS and letters in map(_initials, golds)


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split() if word[0].isupper())


_CODE_BEHIND = re.compile(
    r"(?P<name>[^,()\[\]]{2,60}?)(?:\s?[(\[]|,\s|\s-\s|\s/\s)(?P<code>[A-Z]{2,3})[)\]]?"
)
# One of several is asked for.
_MAIN = re.compile(
    r"\b(?:main|mainly|primary|principal|chief|leading|dominant|predominant|major|haupt|wichtigste|vorwiegend|principale?|"
    r"prédominante?|predominante|hoofd|belangrijkste|główn|основн|главн)|主要|主な|주요",
    re.IGNORECASE,
)
_INITIALS = range(2, 4)
# `A. Samoa`: the letter is a part of the name.
_INITIALLED = re.compile(r"[A-Z]\.\s?[A-Z][a-z]")
_SINCE = re.compile(
    r"\s+(?:since|from|until|in|as of|before|after|seit|bis|depuis|desde)\s+\d.*", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
_PLACED = re.compile(r"([^,()]+?)(?:,\s*|\s*\()([^,()]+)\)?")
# A currency's sign with letters before it
_SIGNED = re.compile(r"[A-Za-z]{1,4}[$£¥€₩]")
# Of a script that nobody writes (Linear A)
_LETTER = "\U00010600"


def _settled(offer: Offer[Entities]) -> Offer[Entities]:
    """A bracket may settle which of several things is meant (`dollar (AUD)`)."""
    if len(offer.value) > 1:
        for note in (*offer.bracketed, *offer.beside):
            if note < offer.value:
                beside = tuple(other for other in offer.beside if other != note)
                return replace(offer, value=note, beside=beside)
    return offer


def compare_entities(table: EntityTable, gold: Entities, given: Entities) -> CellVerdict:
    """Two readings: the same entity, two different ones, or not to be told."""
    if gold == given and len(gold) == 1:
        return _SAME
    if gold & given:
        return undecided(Reason.AMBIGUOUS, f"could be any of {_named(gold | given)}")
    if table.are_related(gold, given):
        return undecided(Reason.NO_RULE_DECIDED, "one is a part, a predecessor or a variety of the other")
    return mismatch(Reason.OTHER_VALUE, f"is {_named(given)}, not {_named(gold)}")


def _named(entities: Entities) -> str:
    first, *rest = sorted(entities)
    more = "".join(f"/{entity}" for entity in rest[:_MOST_NAMED])
    return f"{first}{more}{'/…' if len(rest) > _MOST_NAMED else ''}"


_SAME = match(Reason.SAME_VALUE)
_UNSURE = undecided(Reason.AMBIGUOUS, "has gold's initials, though it is another's code")
_AMONG_OTHERS = undecided(Reason.AMBIGUOUS, "names gold's first, and others besides")
_DENIED = undecided(Reason.NEGATED, "a note denies it")
_ANOTHER = undecided(Reason.AMBIGUOUS, "a note adds another")
