"""The looser keys: what two names may differ in and still be one (grading.md 4, tier 2).

A name has *forms*: keys after less and less has been kept, in the order of `Step`.
Two names fit at a step when they share a form there and what was left off does not
contradict. Taking the strictest step first keeps names apart that only a loose step
would put together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import lru_cache
from itertools import chain
from typing import overload

from atlas_grader.folding import fold_characters
from atlas_grader.frozen import frozen
from atlas_grader.names import rewordings
from atlas_grader.names.keys import exact_key, join_words
from atlas_grader.names.numerals import with_bracketed
from atlas_grader.names.parts import NameParts, take_apart
from atlas_grader.names.persons import Person, read_persons
from atlas_grader.names.policy import words
from atlas_grader.names.regions import ends_like_form, with_regions_in_full
from atlas_grader.names.scripts import alphabet_of, scripts_in, to_latin
from atlas_grader.names.spellings import (
    canonical,
    in_one_script,
    romanised,
    version_in_slug,
    with_century,
    with_greek_named,
    without_foreign_article,
    without_genitive,
    written_out,
)
from atlas_grader.names.trims import (
    compatible,
    trim_club_affixes,
    trim_legal_form,
    trim_titles,
    with_form_behind,
)

_CACHED = 1 << 13
# The steps of one name are asked for one after the other.
_AT_A_TIME = 1 << 8
_LONGEST_REORDERED = 4
# `AC/DC` is not `DC/AC`.
_NOT_REORDERED = frozenset("/+&#")
# `Brown v Board` is a case.
_AGAINST = re.compile(r"\s(?:v|vs|versus|contra|gegen)\.?\s")
_INNER_BRACKET = re.compile(r"(?P<name>[^()]+\([^()]+\)\s*[^\s()][^()]*?)\s*(?:\((?P<note>[^()]+)\))?")
_LAST_PART = re.compile(r"(?P<head>.*\w[.)]?)\s*(?:[,(]|\s-\s)(?P<last>[^,()]+)\)?")
_LATIN = frozenset({"LATIN"})
_Tokens = tuple[str, ...]


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


_STEPS = tuple(Step)
CELL_STEPS = tuple(step for step in Step if step is not Step.LOOSE)


@frozen
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

    def reworded(self, key: str, left_off: str, *, weak: bool = False) -> Form:
        """The form with other words, more having been left off."""
        return Form(key, self.note, self.legal, self.affixes, left_off, self.script, weak)


def fit(one: Form, other: Form) -> bool:
    """Whether two forms of equal key leave nothing that contradicts."""
    return (
        not (one.weak or other.weak)
        and (one.script != other.script or not one.script)
        and (not one.note or not other.note or _same_note(one.note, other.note))
        and _agree(one.tail, other.tail)
        and compatible(one.legal, other.legal)
        and (not one.affixes or not other.affixes or bool(one.affixes & other.affixes))
    )


def agree_in_full(one: Form, other: Form) -> bool:
    """Whether the same was left off both."""
    return (
        _same_note(one.note, other.note)
        and one.tail == other.tail
        and bool(one.legal) == bool(other.legal)
        and bool(one.affixes) == bool(other.affixes)
    )


def _same_note(one: str, other: str) -> bool:
    """Equal, or a year and what kind of thing it is of: `1994`, `1994 film`."""
    return one == other or rewordings.year_alone(one) == other or one == rewordings.year_alone(other)


def _agree(one: str, other: str) -> bool:
    return not one or not other or one == other


class NameForms(Sequence[tuple[Form, ...]]):
    """The forms of a name, one tuple for each `Step`, made when first asked for."""

    __slots__ = ("_made", "text")

    def __init__(self, text: str) -> None:
        self.text = fold_characters(text)
        self._made: list[tuple[Form, ...] | None] = [None] * len(Step)

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, place: int) -> tuple[Form, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[Form, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[Form, ...] | tuple[tuple[Form, ...], ...]:
        if isinstance(place, slice):
            return tuple(self[index] for index in range(*place.indices(len(self))))
        return self.at(_STEPS[place])

    def at(self, step: Step) -> tuple[Form, ...]:
        """The forms at one step."""
        made = self._made[step - 1]
        if made is None:
            made = self._made[step - 1] = _distinct(_MAKERS[step - 1](self.text))
        return made


@lru_cache(maxsize=_CACHED)
def forms_of(text: str) -> NameForms:
    """The forms of a name, one tuple for each `Step`."""
    return NameForms(text)


def is_with_note(name: str, text: str) -> bool:
    """Whether `text` is `name` and a note, the commonest variant: quickly told, at `Step.NAMED`.

    >>> is_with_note("Delft", "Delft (head office)"), is_with_note("Delft", "Delft (II)")
    (True, False)
    """
    if not (name.isascii() and text.isascii()):
        return False
    parts, own = take_apart(text), take_apart(name)
    if not parts.note or parts.keeps_note or own.note or own.others:
        return False
    return exact_key(parts.base) == exact_key(own.base)


def share_form(one: str, other: str, steps: Iterable[Step]) -> bool:
    """Whether two names fit at one of `steps`."""
    forms, others = forms_of(one), forms_of(other)
    return any(_share_at(step, forms, others) for step in steps)


def _share_at(step: Step, one: NameForms, other: NameForms) -> bool:
    if step is Step.SPELLING and one.text.isascii() and other.text.isascii():
        forms, others = tuple(spelled_forms(one.text)), tuple(spelled_forms(other.text))
    else:
        forms, others = one.at(step), other.at(step)
    return any(a.key == b.key and fit(a, b) for a in forms for b in others)


@lru_cache(maxsize=_CACHED)
def people_of(text: str) -> tuple[Person, ...]:
    """The ways to read a name, its note aside, as a person's."""
    parts = take_apart(text)
    if parts.keeps_note or with_bracketed(parts.base) != parts.base:
        return ()
    if not (parts.note or parts.others or alphabet_of(parts.base)):
        return read_persons(parts.base)
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
    in_full = tuple(with_regions_in_full(text)) if text[-1:] == ")" or "," in text else ()
    # The CO of `Aurora, CO` is no company.
    for name in in_full if in_full and ends_like_form(text) else (text, *in_full):
        plain = with_greek_named(without_genitive(in_one_script(name)))
        yield tuple(exact_key(plain).split())
        if (numbered := with_bracketed(plain)) != plain:
            yield tuple(exact_key(numbered).split())
        if versioned := version_in_slug(plain):
            yield tuple(exact_key(versioned).split())
        for dated in with_century(plain):
            yield tuple(exact_key(dated).split())
        expanded = written_out(plain)
        if expanded != plain:
            yield tuple(exact_key(expanded).split())


def _spelled(text: str) -> Iterator[Form]:
    yield from spelled_forms(text)
    yield from romanised_forms(text)


def spelled_forms(text: str) -> Iterator[Form]:
    """The forms of `Step.SPELLING` that fit within one script."""
    for tokens in _spellings(text):
        yield Form(_key(tokens))
        if behind := with_form_behind(tokens):
            yield Form(_key(behind))
        article, rest = without_foreign_article(tokens)
        if article:
            yield Form(_key(rest), tail=article)


def romanised_forms(text: str) -> Iterator[Form]:
    """The forms of `Step.SPELLING` that fit names in another alphabet only."""
    alphabet = alphabet_of(text)
    if alphabet:
        yield Form("~" + romanised(exact_key(to_latin(text))), script=alphabet)
    elif scripts_in(text) == _LATIN:
        yield Form("~" + romanised(exact_key(text)), script="LATIN")


@lru_cache(maxsize=_AT_A_TIME)
def _trimmed(text: str) -> tuple[Form, ...]:
    made: list[Form] = []
    for form, rest, _ in _trims(text):
        made.append(form)
        article, rest = without_foreign_article(rest)
        if article:
            made.append(form.reworded(_key(rest), article))
    return tuple(made)


@lru_cache(maxsize=_AT_A_TIME)
def _trims(text: str) -> tuple[tuple[Form, _Tokens, _Tokens], ...]:
    """Each spelling without legal form, titles and club affixes; the words left of it, and in full."""
    return (*map(_trim, _spellings(text)), *_trim_within(text))


def _trim_within(text: str) -> Iterator[tuple[Form, _Tokens, _Tokens]]:
    """`Nova AG, London Branch` without the legal form before its last part."""
    found = _LAST_PART.fullmatch(text)
    if not found or trim_legal_form(tuple(exact_key(text).split())).legal:
        return
    head = trim_legal_form(tuple(exact_key(found["head"]).split()))
    if head.legal:
        form, rest, in_full = _trim((*head.tokens, *exact_key(found["last"]).split()))
        yield replace(form, legal=head.legal), rest, in_full


def _trim(tokens: _Tokens) -> tuple[Form, _Tokens, _Tokens]:
    trimmed = trim_legal_form(tokens)
    rest, affixes = trim_club_affixes(trim_titles(trimmed.tokens))
    in_full = tuple(canonical(rest))
    return Form(join_words(" ".join(in_full)), legal=trimmed.legal, affixes=affixes), rest, in_full


def _named(text: str) -> Iterable[Form]:
    parts = take_apart(text)
    base, note = _base_and_note(parts)
    return chain(_noted(_trimmed(base), note), *map(_trimmed, parts.others), _with_inner_bracket(parts))


def _with_inner_bracket(parts: NameParts) -> Iterable[Form]:
    """`Regulation (EU) 2022/1925`: a bracket with words behind it may be part of the name."""
    found = None if parts.keeps_note or parts.others else _INNER_BRACKET.fullmatch(parts.whole)
    return _noted(_trimmed(found["name"]), exact_key(found["note"] or "")) if found else ()


def _base_and_note(parts: NameParts) -> tuple[str, str]:
    """The name without its note, or with it where the note tells the thing from others."""
    return (parts.whole, "") if parts.keeps_note else (parts.base, parts.note)


def _noted(forms: Iterable[Form], note: str) -> Iterable[Form]:
    return (replace(form, note=note) for form in forms) if note else forms


def _reordered(text: str) -> Iterator[Form]:
    parts = take_apart(text)
    if parts.keeps_note or not _NOT_REORDERED.isdisjoint(parts.base):
        return
    tokens = trim_titles(tuple(exact_key(parts.base).split()))
    if not 2 <= len(tokens) <= _LONGEST_REORDERED or not "".join(tokens).isalpha():
        return
    if words("persons", "not_persons").isdisjoint(tokens) and not _AGAINST.search(parts.base):
        yield Form(" ".join(sorted(_with_initials(tokens))), note=parts.note)


def _with_initials(tokens: _Tokens) -> Iterator[str]:
    """Words with the initials that follow them: `A. B. Carver` is not `B. A. Carver`, nor `A V B` `B V A`."""
    start = 0
    for place in range(1, len(tokens) + 1):
        if place == len(tokens) or len(tokens[place]) > 1:
            yield " ".join(tokens[start:place])
            start = place


@lru_cache(maxsize=_AT_A_TIME)
def _reworded(text: str) -> tuple[Form, ...]:
    base, note = _base_and_note(take_apart(text))
    dated = rewordings.year_first(base, note)
    place, joint, behind = (base, "", note) if note else rewordings.placed(base)
    forms = [Form(_key(dated))] if dated else []
    if behind:
        forms.append(Form(f"{_key(exact_key(place).split())} {exact_key(behind)}", tail=joint))
    return _distinct(chain(_noted(_rewordings(base), note), forms))


def _rewordings(base: str) -> Iterator[Form]:
    name, author = rewordings.species(base)
    if name:
        yield Form(_key(exact_key(name).split()), tail=exact_key(author))
    for form, _, in_full in _trims(base):
        yield form
        for reworded in rewordings.reworded(in_full):
            yield form.reworded(_key(reworded.tokens), reworded.left_off, weak=reworded.weak)
    if inverted := rewordings.uninverted(base):
        yield Form(_key(inverted))
        for reworded in rewordings.reworded(inverted):
            yield Form(_key(reworded.tokens), tail=reworded.left_off)
    if combined := rewordings.combination(base):
        yield Form(combined)


def _loose(text: str) -> Iterator[Form]:
    yield from _reworded(text)
    base, note = _base_and_note(take_apart(text))
    yield from _noted(_loosened(base), note)
    part, title = rewordings.without_subtitle(base)
    if part:
        yield Form(_key(exact_key(part).split()), note=note, tail=exact_key(title))


def _loosened(base: str) -> Iterator[Form]:
    for form, _, in_full in _trims(base):
        for loosened in rewordings.loosened(in_full):
            yield form.reworded(_key(loosened.tokens), loosened.left_off, weak=loosened.weak)


def _distinct(forms: Iterable[Form]) -> tuple[Form, ...]:
    made = forms if isinstance(forms, tuple) else tuple(forms)
    return made if len(made) < 2 else tuple(dict.fromkeys(made))


# In the order of `Step`.
_MAKERS: tuple[Callable[[str], Iterable[Form]], ...] = (
    _spelled,
    _trimmed,
    _named,
    _reordered,
    _reworded,
    _loose,
)
