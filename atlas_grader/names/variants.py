"""The looser keys: what two names may differ in and still be one (grading.md 4, tier 2).

A name has *forms*: keys after less and less has been kept, in the order of `Step`.
Two names fit at a step when they share a form there and what was left off does not
contradict. Taking the strictest step first keeps names apart that only a loose step
would put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache

from atlas_grader.folding import fold_characters
from atlas_grader.names import rewordings
from atlas_grader.names.keys import exact_key, join_words
from atlas_grader.names.parts import take_apart
from atlas_grader.names.persons import Person, read_persons
from atlas_grader.names.policy import words
from atlas_grader.names.scripts import alphabet_of, scripts_in, to_latin
from atlas_grader.names.spellings import (
    canonical,
    in_one_script,
    romanised,
    without_foreign_article,
    written_out,
)
from atlas_grader.names.trims import compatible, trim_club_affixes, trim_legal_form, trim_titles

_CACHED = 1 << 15
_LONGEST_REORDERED = 4
# `AC/DC` is not `DC/AC`.
_NOT_REORDERED = frozenset("/+&#")


class Step(IntEnum):
    """How much two names may differ; strictest first."""

    SPELLING = 1
    """Spelling, abbreviations, numerals, script variants."""
    TRIMMED = 2
    """Legal forms, titles, club affixes."""
    NAMED = 3
    """Bracketed notes, and other names that the text gives."""
    PERSON = 4
    """Initials, nicknames, order of a person's names."""
    REWORDED = 5
    """Official forms of places, order of equal parts, a product's maker."""
    LOOSE = 6
    """Words that name the kind of thing, versions of what gold has no versions of."""


CELL_STEPS = tuple(step for step in Step if step is not Step.LOOSE)


@dataclass(frozen=True, slots=True)
class Form:
    """One key of a name at one step, and what was left off to get it."""

    key: str
    note: str = ""
    legal: frozenset[str] = frozenset()
    affixes: frozenset[str] = frozenset()
    tail: str = ""
    script: str = ""
    weak: bool = False
    """Only tells other names apart: `Llama 2` says that gold lists versions of Llama."""


def fit(one: Form, other: Form) -> bool:
    """Whether two forms of equal key leave nothing that contradicts."""
    return (
        not (one.weak or other.weak)
        and (one.script != other.script or not one.script)
        and _agree(one.note, other.note)
        and _agree(one.tail, other.tail)
        and compatible(one.legal, other.legal)
        and (not one.affixes or not other.affixes or bool(one.affixes & other.affixes))
    )


def agree_in_full(one: Form, other: Form) -> bool:
    """Whether the same was left off both."""
    return (
        one.note == other.note
        and one.tail == other.tail
        and bool(one.legal) == bool(other.legal)
        and bool(one.affixes) == bool(other.affixes)
    )


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


@lru_cache(maxsize=_CACHED)
def forms_of(text: str) -> tuple[tuple[Form, ...], ...]:
    """The forms of a name, one tuple for each `Step`."""
    folded = fold_characters(text)
    spelled = tuple(dict.fromkeys(_spelled(folded)))
    named = tuple(dict.fromkeys(_named(folded)))
    return (
        spelled,
        tuple(dict.fromkeys(_trimmed(folded))),
        named,
        tuple(dict.fromkeys(_reordered(folded))),
        tuple(dict.fromkeys(_reworded(folded))),
        tuple(dict.fromkeys(_loose(folded))),
    )


@lru_cache(maxsize=_CACHED)
def people_of(text: str) -> tuple[Person, ...]:
    """The ways to read a name, its note aside, as a person's."""
    parts = take_apart(text)
    if parts.keeps_note:
        return ()
    return tuple(
        replace(person, note=note, script=script)
        for name, note in ((parts.base, parts.note), *((other, "") for other in parts.others))
        for script in dict.fromkeys(("", alphabet_of(name)))
        for person in read_persons(to_latin(name) if script else name)
    )


def _key(tokens: Sequence[str]) -> str:
    return join_words(" ".join(canonical(tokens)))


def _spellings(text: str) -> Iterator[tuple[str, ...]]:
    """The words of a name as its scripts and languages may spell them."""
    plain = in_one_script(text)
    yield tuple(exact_key(plain).split())
    expanded = written_out(plain)
    if expanded != plain:
        yield tuple(exact_key(expanded).split())


def _spelled(text: str) -> Iterator[Form]:
    for tokens in _spellings(text):
        yield Form(_key(tokens))
        article, rest = without_foreign_article(tokens)
        if article:
            yield Form(_key(rest), tail=article)
    alphabet = alphabet_of(text)
    if alphabet:
        yield Form("~" + romanised(exact_key(to_latin(text))), script=alphabet)
    elif scripts_in(text) == {"LATIN"}:
        yield Form("~" + romanised(exact_key(text)), script="LATIN")


def _trimmed(text: str) -> Iterator[Form]:
    for tokens in _spellings(text):
        form, rest = _trim(tokens)
        yield form
        article, rest = without_foreign_article(rest)
        if article:
            yield replace(form, key=_key(rest), tail=article)


def _trim(tokens: tuple[str, ...]) -> tuple[Form, tuple[str, ...]]:
    trimmed = trim_legal_form(tokens)
    rest, affixes = trim_club_affixes(trim_titles(trimmed.tokens))
    return Form(_key(rest), legal=trimmed.legal, affixes=affixes), rest


def _named(text: str) -> Iterator[Form]:
    parts = take_apart(text)
    if parts.keeps_note:
        yield from _trimmed(parts.whole)
    else:
        yield from (replace(form, note=parts.note) for form in _trimmed(parts.base))
    for other in parts.others:
        yield from _trimmed(other)


def _reordered(text: str) -> Iterator[Form]:
    parts = take_apart(text)
    if parts.keeps_note or not _NOT_REORDERED.isdisjoint(parts.base):
        return
    tokens = trim_titles(tuple(exact_key(parts.base).split()))
    if not 2 <= len(tokens) <= _LONGEST_REORDERED or not all(map(str.isalpha, tokens)):
        return
    if not words("persons", "not_persons").intersection(tokens):
        yield Form(" ".join(sorted(tokens)), note=parts.note)


def _reworded(text: str) -> Iterator[Form]:
    parts = take_apart(text)
    base = parts.whole if parts.keeps_note else parts.base
    note = "" if parts.keeps_note else parts.note
    for tokens in _spellings(base):
        form, rest = _trim(tokens)
        yield replace(form, note=note)
        for reworded in rewordings.reworded(tuple(canonical(rest))):
            key, tail = _key(reworded.tokens), reworded.left_off
            yield replace(form, key=key, note=note, tail=tail, weak=reworded.weak)
    if inverted := rewordings.uninverted(base):
        yield Form(_key(inverted), note=note)
        for reworded in rewordings.reworded(inverted):
            yield Form(_key(reworded.tokens), note=note, tail=reworded.left_off)
    if combined := rewordings.combination(base):
        yield Form(combined, note=note)


def _loose(text: str) -> Iterator[Form]:
    for form in _reworded(text):
        yield form
    parts = take_apart(text)
    base = parts.whole if parts.keeps_note else parts.base
    note = "" if parts.keeps_note else parts.note
    for tokens in _spellings(base):
        form, rest = _trim(tokens)
        for loosened in rewordings.loosened(tuple(canonical(rest))):
            key, tail = _key(loosened.tokens), loosened.left_off
            yield replace(form, key=key, note=note, tail=tail, weak=loosened.weak)
