"""`enum` cells: which of a column's choices a cell names (grading.md 5).

A cell resolves to a choice by its spelling, name key, usual synonym, official name,
flag or initials. Two choices, or another than gold's, are a mismatch; a cell that
resolves to none is undecided, unless it denies gold's choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.choices.entities import Entities, compare_entities
from atlas_grader.match.choices.joined import adds_nothing, joined_to
from atlas_grader.match.choices.signed import SignedChoices
from atlas_grader.match.choices.vocabulary import Places, Reading, Vocabulary
from atlas_grader.match.choices.words import negations, opposites, prefixes, turns, yet
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.homonyms import are_states, is_elsewhere
from atlas_grader.match.offers.contrasts import grants_a_part
from atlas_grader.match.offers.denials import split_denied
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.past import has_ended
from atlas_grader.match.offers.plain import offers_nothing, split_note
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.names.denials import bracketed, denies
from atlas_grader.names.headed import header_words, without_class
from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.names.persons import read_persons
from atlas_grader.names.scripts import scripts_in
from atlas_grader.tasks import Column, value_text
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided

_SPLIT = re.compile(
    r"\s+(?:to|and|und|et|y|e|и|bis|à|a|through|en|i|ve|plus|as well as)\s+|\s*[&+,;/|]\s*"
    r"|\s*-\s*(?:to\s*-\s*)?|[、和与と및]",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:between|from|both|zwischen|von|entre|de)\s+", re.IGNORECASE)
_BRACKETED = re.compile(r"([^()\[\]（）]*)[(\[（]([^()\[\]（）]*)[)\]）]\s*")
_BRACKET = re.compile(r"[(\[（]([^()\[\]（）]{1,120})[)\]）]")
_PAST = re.compile(
    r"\s*[(\[（](?:formerly|previously|was|until(?!\s\d{4}\s*[)\]）])|ex|before|vormals|früher|ehemals|zuvor|antes|anteriormente|anciennement|"
    r"auparavant|ранее|原|旧)\b[^()\[\]（）]*[)\]）]|[,;]\s*(?:formerly|previously)\s[^,;]*$",
    re.IGNORECASE,
)
# `private (formerly public)` says what holds
_FORMER = re.compile(
    r"[(\[（](?:formerly|previously|was|until|ex|before|vormals|früher|ehemals)\b[^()\[\]（）]*[)\]）]", re.I
)
# A choice's word with a name or a year: `Resignation of Nixon`, `Nixon's resignation`, `2020 election`
_NAME = r"[^\W\d_a-z][\w.'-]*(?:\s[^\W\d_a-z][\w.'-]*){0,4}"
_TOLD_OF = re.compile(
    rf"(?P<word>[^\W\d_]{{4,}})\s(?:of|in|von|des|de|del|di|du|van)\s(?:(?P<of>{_NAME})|\d{{4}})"
    rf"|(?P<whose>{_NAME})'s?\s(?P<last>[^\W\d_]{{4,}})|\d{{4}}\s(?P<dated>[^\W\d_]{{4,}})"
    r"|(?P<until>[^\W\d_]{4,}),?\s(?:1\d|20)\d\d(?:[-/]\d{2}(?:\d\d)?)?"
)
_WHERE = re.compile(r"\s(?:on|in|at|onto|into|during|near|upon|by)\s[a-z][\w -]{1,40}")
_FAILED = re.compile(r"\sfail(?:ed|s)\s", re.IGNORECASE)
_NOTE_SIGN = re.compile(r"[(\[（,;]")
_MOST_PARTS = 5
_TWO = 2
_LONGEST_DENIAL = 400
_LONGEST_PLAIN = 120


@dataclass(frozen=True, slots=True)
class _ChoiceMatcher:
    """Decides cells against the choices that gold accepts."""

    vocabulary: Vocabulary
    wording: Wording[Reading]
    signed: SignedChoices
    gold: Offer[Reading]
    said: frozenset[str]
    """What the column's header says of every choice: `foot`."""

    def decide(self, cell: Cell) -> CellVerdict:
        """The verdict on one cell; a match only if it names no choice besides gold's."""
        verdict = self._judge(self._without_denied(cell))
        if verdict.reason is Reason.NO_RULE_DECIDED and (plain := without_class(cell.text, self.said)):
            return self._judge(Cell(plain, plain))
        return verdict

    def _without_denied(self, cell: Cell) -> Cell:
        """`summer (not winter)`: the choice with which a cell begins, if another is denied behind it."""
        parts = None if self.vocabulary.spells(cell.text) else split_denied(cell.text)
        first, other = map(self.vocabulary.named, parts) if parts is not None else (None, None)
        if parts is None or first is None or other is None or first.choices & other.choices:
            return cell
        return Cell(parts[0], parts[0])

    def _judge(self, cell: Cell) -> CellVerdict:
        verdict = self._decide(cell)
        if verdict.reason in _BY_NAME:
            verdict = self._by_beginning(cell.text, verdict)
        if verdict.reason is Reason.NO_RULE_DECIDED and self._told_of(cell.text):
            verdict = _SAME
        if verdict.verdict is Verdict.MATCH and verdict is not _ONLY_OTHER and not cell.text.isalnum():
            if self._names_another(cell.text):
                return _NAMES_ANOTHER
            if self.vocabulary.spells(cell.text):
                return verdict
            if any(denies(note) and not grants_a_part(note) for note in bracketed(cell.text)):
                return _DENIED
            if is_elsewhere(self._gold_names(), cell.text) and are_states(self.vocabulary.groups):
                return _ELSEWHERE
        return verdict

    def _told_of(self, text: str) -> bool:
        """`Death of William Henry Harrison`: gold's telling word, of somebody or of a year."""
        told = _TOLD_OF.fullmatch(text)
        if told is None or not self._is_proper(told["of"] or told["whose"] or ""):
            return False
        word = exact_key(told["word"] or told["last"] or told["dated"] or told["until"])
        return self.vocabulary.telling(word) == self.gold.value.choices

    def _is_proper(self, name: str) -> bool:
        """Whether what a word is told of is a person or nothing, and in no choice itself."""
        return not name or name.isdecimal() or " " not in name or bool(read_persons(name))

    def _by_beginning(self, text: str, verdict: CellVerdict) -> CellVerdict:
        """The verdict as far as the name with which a text begins, if any, bears it out."""
        begun = frozenset() if self.vocabulary.spells(text) else self.vocabulary.begun(text)
        gold = self.gold.value.choices
        if begun and begun.isdisjoint(gold):
            return _OTHER_CHOICE
        is_match = verdict.verdict is Verdict.MATCH
        if not is_match and begun == gold and self._goes_on(text):
            return _SAME
        if is_match and self._adds_nothing(text, begun - gold):
            return verdict
        return verdict if (begun <= gold if is_match else not begun) else _MAY_BE_NARROWER

    def _adds_nothing(self, text: str, longer: Places) -> bool:
        """`Road (6 lanes)`: whether it is none of longer choices, all of which join something to gold's."""
        groups = self.vocabulary.groups
        name = next((own for own in self._gold_names() if text.casefold().startswith(own.casefold())), "")
        joined = [joined_to(name, other) for place in longer for other in groups[place][:1]]
        return bool(name and joined) and all(
            more and adds_nothing(text[len(name) :], more) for more in joined
        )

    def _goes_on(self, text: str) -> bool:
        """`tipped over on its side`: gold's whole name, and words that say where or when."""
        names = (name for place in self.gold.value.choices for name in self.vocabulary.groups[place])
        spelt = [name for name in names if text.casefold().startswith(f"{name.casefold()} ")]
        return any(_WHERE.fullmatch(text[len(name) :]) is not None for name in spelt)

    def _names_another(self, text: str) -> bool:
        """`Shield with a caldera`: whether words of a cell that are not gold's are another choice's name."""
        if self.vocabulary.spells(text):
            return False
        text = _FORMER.sub("", text)
        for note in filter(grants_a_part, bracketed(text)):
            text = text.replace(note, _FAILED.sub(" ", note))
        gold = self.gold.value.choices
        for bracket in islice(_BRACKET.finditer(text), _MOST_PARTS):
            noted = self.vocabulary.read(bracket[1].strip())
            if noted is not None and noted.choices and not noted.choices & gold:
                return True
        text = f" {exact_key(text)} "
        groups = self.vocabulary.groups
        named = {place: [exact_key(name) for name in group] for place, group in enumerate(groups)}
        for name in sorted((name for place in gold for name in named.get(place, ())), key=len, reverse=True):
            text = text.replace(f" {name} ", "  ") if name else text
        return any(
            (len(name) > 2 or not name.isascii()) and f" {name} " in text
            for place, names in named.items()
            if place not in gold
            for name in names
        )

    def _decide(self, cell: Cell) -> CellVerdict:
        text = cell.text
        if _NOTE_SIGN.search(text):
            # What held before is a note, not a doubt.
            text = _PAST.sub("", text) or text
        reading = self._plain(text)
        if reading is not None:
            verdict = self.compare(self.gold.value, reading)
            return _MAY_HAVE_ENDED if verdict in _ONE_CHOICE and has_ended(text) else verdict
        hidden = self.signed.hide(text)
        wording = self.wording if hidden == text else Wording(self._read_hidden)
        offer = read_offers(hidden, wording)
        if offer is not None and offer.bound is not None:
            return undecided(Reason.BOUND, "names only a limit")
        if offer is None:
            return _several(hidden, wording.read) or self._denied(text) or self._glossed(text) or _UNRESOLVED
        # A choice beside another is a second value, whatever stands between them.
        offer = replace(offer, others=(*offer.others, *offer.beside), beside=())
        verdict = decide(offer, (self.gold,), self.compare)
        if (verdict in _ONE_CHOICE and has_ended(text)) or (verdict is _SAME and self._turns(text, offer)):
            return _MAY_HAVE_ENDED
        return verdict

    def _read_hidden(self, text: str) -> Reading | None:
        return self.vocabulary.read(self.signed.show(text))

    def _plain(self, text: str) -> Reading | None:
        """The choice that a text names, alone or with a note that says nothing about choices."""
        if len(text) > _LONGEST_PLAIN or "  " in text:
            return None
        noted = split_note(text)
        if noted is not None and not self.vocabulary.has_entities and not self.vocabulary.spells(text):
            name, note = noted
            if offers_nothing(note) and not turns().search(note):
                return self._beside(name, note) or self.vocabulary.read(text)
        return self.vocabulary.read(text)

    def _beside(self, name: str, note: str) -> Reading | None:
        """The one choice of a name; with its note it may be another (`Drama (crime)`, `Large (extra)`)."""
        found = self.vocabulary.named(name)
        whole = found and (self.vocabulary.read(f"{note} {name}") or self.vocabulary.read(f"{name} {note}"))
        if found and whole and whole.choices and not whole.choices <= found.choices:
            return Reading(found.choices | whole.choices, found.entities | whole.entities)
        return found

    def compare(self, gold: Reading, given: Reading) -> CellVerdict:
        """Two readings, by choice where they are choices, by entity otherwise."""
        if given.choices and given.choices <= gold.choices:
            return _SAME
        if given.choices & gold.choices:
            return undecided(Reason.AMBIGUOUS, "fits several choices")
        if gold.entities and given.entities:
            return compare_entities(self.vocabulary.table, gold.entities, given.entities)
        if given.choices:
            return _OTHER_CHOICE
        return _UNRESOLVED

    def _denied(self, text: str) -> CellVerdict | None:
        """`Not completed`, `inactive`: the opposite of gold's choice."""
        if len(text) > _LONGEST_DENIAL:
            return None
        rest = _without_negation(text)
        reading = self.vocabulary.read(rest) if rest else None
        key = name_key(text).joined
        opposite = any(key == prefix + name for prefix in prefixes() for name in self._gold_keys())
        if opposite or (
            reading is not None and reading.choices and reading.choices <= self.gold.value.choices
        ):
            return mismatch(Reason.NEGATED, "denies gold's choice")
        if reading is not None and self._are_opposites(reading) and not yet().search(text):
            return _ONLY_OTHER
        return None

    def _are_opposites(self, other: Reading) -> bool:
        """Whether there are two choices only, and gold's holds where the other does not."""
        if len(self.vocabulary.groups) != _TWO or len(other.choices) != 1:
            return False
        golds, others = (
            {exact_key(name) for place in places for name in self.vocabulary.groups[place]}
            for places in (self.gold.value.choices, other.choices)
        )
        pairs = [pair for one, two in opposites() for pair in ((one, two), (two, one))]
        return any(golds & one and others & two for one, two in pairs)

    def _gold_keys(self) -> tuple[str, ...]:
        return tuple(name_key(name).joined for name in self._gold_names())

    def _gold_names(self) -> list[str]:
        groups = self.vocabulary.groups
        return [name for place in sorted(self.gold.value.choices) for name in groups[place]]

    def _glossed(self, text: str) -> CellVerdict | None:
        """A choice in brackets after its translation or the words that it abbreviates."""
        glossed = _BRACKETED.fullmatch(text)
        if glossed is None:
            return None
        reading = self.vocabulary.read(glossed[2].strip())
        if reading is None or not reading.choices:
            return None
        outside, inside = glossed[1], glossed[2]
        letters = "".join(word[0] for word in exact_key(outside).split())
        if scripts_in(outside).isdisjoint(scripts_in(inside)) or (
            len(letters) > 1 and letters == exact_key(inside)
        ):
            return self.compare(self.gold.value, reading)
        return None

    def _turns(self, text: str, offer: Offer[Reading]) -> bool:
        """Whether a note says that the choice holds no more: `Active (now closed)`."""
        others = [
            note for note in offer.bracketed if note.choices and not note.choices & self.gold.value.choices
        ]
        return bool(others) and turns().search(text) is not None


def _several(text: str, read: Callable[[str], Reading | None]) -> CellVerdict | None:
    """`Low to medium`, `Low and high`: two choices are no choice."""
    between = _BETWEEN.match(text)
    parts = [part.strip() for part in _SPLIT.split(text[between.end() if between else 0 :])]
    if not 2 <= len(parts) <= _MOST_PARTS:
        return None
    found = [read(part) for part in parts]
    named = [reading.choices or reading.entities for reading in found if reading is not None]
    if len(named) < len(parts) or all(one & named[0] for one in named):
        return None
    return mismatch(Reason.SEVERAL_VALUES, f"names {len(parts)} choices")


def _without_negation(text: str) -> str:
    found = negations().match(text)
    return text[found.end() :] if found else ""


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    texts = tuple(dict.fromkeys(fold_characters(value_text(value)).strip() for value in values))
    if column.choices:
        groups = tuple(tuple(map(fold_characters, choice.names)) for choice in column.choices)
        vocabulary = _vocabulary(groups)
        places = [vocabulary.written(text) or vocabulary.keyed(text) for text in texts]
        unknown = tuple(text for text, place in zip(texts, places, strict=True) if not place)
        if unknown:
            vocabulary = _vocabulary((*groups, unknown))
        gold = frozenset().union(*places) | ({len(groups)} if unknown else set())
    else:
        keys = {name_key(text).joined for text in texts}
        rest = dict.fromkeys(fold_characters(value_text(other)).strip() for other in others)
        groups = (texts, *((other,) for other in rest if name_key(other).joined not in keys))
        vocabulary = _vocabulary(groups)
        gold = frozenset({0})
    entities: Entities = frozenset().union(*(vocabulary.entities_of(place) for place in gold))
    wording, signed = Wording(vocabulary.read), vocabulary.signed
    given = Offer(Reading(gold, entities))
    return _ChoiceMatcher(vocabulary, wording, signed, given, header_words(column.name)).decide


# Every gold cell of a column has the same choices.
_vocabulary = lru_cache(maxsize=256)(Vocabulary)


def _reads(column: Column) -> Callable[[Cell], bool]:
    if not column.choices:
        return lambda cell: 0 < len(cell.text) <= _LONGEST_OPEN
    vocabulary = _vocabulary(tuple(tuple(map(fold_characters, choice.names)) for choice in column.choices))
    wording = Wording(vocabulary.read)

    def reads(cell: Cell) -> bool:
        offer = read_offers(cell.text, wording)
        return offer is not None and bool(offer.value.choices)

    return reads


_LONGEST_OPEN = 60
_SAME = match(Reason.SAME_VALUE)
_ONLY_OTHER = match(Reason.SAME_VALUE, "denies the only other choice")
_MAY_HAVE_ENDED = undecided(Reason.AMBIGUOUS, "may hold no longer")
_OTHER_CHOICE = mismatch(Reason.OTHER_VALUE, "is another choice")
_ONE_CHOICE = (_SAME, _OTHER_CHOICE)
_BY_NAME = frozenset({Reason.SAME_VALUE, Reason.OTHER_VALUE})
_MAY_BE_NARROWER = undecided(Reason.AMBIGUOUS, "may say which kind of the choice that it names")
_DENIED = undecided(Reason.NEGATED, "a note denies the choice")
_ELSEWHERE = undecided(Reason.AMBIGUOUS, "a note points to another state than the choice")
_NAMES_ANOTHER = undecided(Reason.AMBIGUOUS, "names another choice too")
_UNRESOLVED = undecided(Reason.NO_RULE_DECIDED, "names none of the choices")

RULES = TypeRules(compile=_compile, reads=_reads)
