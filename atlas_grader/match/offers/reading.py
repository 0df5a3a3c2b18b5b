"""What a cell offers: its first value, values beside it, and what is only a note.

Every readable type shares the "General" rule of grading.md, section 5, and this
module is that rule. A type supplies one function, `read(text) -> Reading | None`,
which reads one value **to the end** of a short text, and gets back an `Offer`:

    wording = Wording(read)                              # once per column or module
    offer = read_offers(cell.text, wording)              # None: could not be read to the end
    return judging.decide(offer, gold_offers, same)      # gold_offers were read the same way

`same(gold, value)` compares two readings and returns a `CellVerdict`; `judging.decide` applies
it to every value on offer. What `read` has to do, and must not:

* It gets text that is trimmed and has no notes, hedges or bounds; it returns `None`
  unless *all* of the text is one value. It never raises, and is quick on nonsense.
* Ranges are values (`3-5`, `between 3 and 5`): `read` knows them; `range_ends` splits one.
* It must not read `5 or 6` or `5, 6` as one value; finding those is done here.
* It is tried on the whole cell first, so forms that need their brackets (`(1,200)`,
  `(35.6, 139.7)`) or commas (`July 12, 2018`) are safe: the longest reading wins.

What is done here: hedges at either end are dropped (`~`, `about`, `ca.`, `約`), bounds
are dropped and reported (`at least`, `300+`), brackets are notes unless they hold an
alternative (`(or 306)`), a note may follow a line break, comma, semicolon or dash, an
as-of or source clause may follow bare, and a label (`Total: 5`, `5 seats`) is dropped
where `Wording.label` knows it. A later clause that begins with a value of its own
(`304 in 2016, 306 in 2020`) leaves the cell open, and so does a note that denies the
value (`5 (incorrect)`) or corrects it. An elliptic value borrows words from its neighbour
(`11 or 12 July 2018`). Any other tail means `None`: the cell is undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from atlas_grader.match.offers.contrasts import counts_more, names_another, without_when
from atlas_grader.match.offers.dated import behind_when
from atlas_grader.match.offers.denials import denied, split_corrected, split_denied
from atlas_grader.match.offers.values import Offer, R, Wording, no_label
from atlas_grader.match.offers.words import (
    DATED,
    Bound,
    Bounds,
    adding,
    also,
    alternative,
    asking,
    denies,
    doubt,
    either,
    note_places,
    opening_or,
    parallel,
    range_ends,
    scale,
    split_choice,
    take_brackets,
    trim,
    with_uncertainty_sign,
    without_edge_word,
    without_uncertainty,
)

__all__ = ["Bound", "Bounds", "Offer", "R", "Wording", "range_ends", "read_offers"]

_LONGEST_VALUE = 120
"""Characters within which the first value must end; beyond it stand only notes."""
_LONGEST_SCALE = 40
_LONGEST_NOTE = 600
"""Characters of a note that are searched for further values."""
_NEAR = 12
_MOST_CUTS = 10
# `300+ km`, `1500余人`
_PLUS_INSIDE = re.compile(r"(?<=\d)\+(?=\s?[^\W\d])|(?<=[\d十百千万萬亿億])[余餘多](?=[^\W\d])")
_OTHER_NUMBER = re.compile(r"(?!(?:1[5-9]|20)\d\d(?!\d))\W?\d")
_MOST_PARTS = 12
_DEEPEST_NOTE = 2
_MOST_CLAUSES = 8
_MOST_NOTES = 24
"""Brackets in one cell; with more of them it is a text."""
_MOST_STATEMENTS = 60
"""Parts of one cell between semicolons and line ends; with more of them it is a text."""


def read_offers(text: str, wording: Wording[R]) -> Offer[R] | None:
    """Find the first value of a cell and what is beside it; `None` if that cannot be told.

    >>> integer = Wording(lambda text: int(text) if text.isdecimal() else None)
    >>> read_offers("about 12 (as of 2020)", integer).values
    (12,)
    >>> read_offers("12, possibly 13", integer).values
    (12, 13)
    >>> read_offers("304 (306 pledged)", integer).values
    (304,)
    >>> read_offers("12 short of a hundred", integer) is None
    True
    """
    offer = _read_offers(text, wording)
    if offer is not None or not wording.numbered:
        return offer
    if wording.counts and (rest := behind_when(text)) is not None:
        return _read_offers(rest, wording)
    return _read_denied(text, wording)


def _read_denied(text: str, wording: Wording[R]) -> Offer[R] | None:
    """Read `not 45`, which only denies a value, and `45, not 46` or `not 46 but 45`, which give one."""
    if (corrected := split_corrected(text)) is not None:
        return _beside_denied(corrected[1], corrected[0], wording)
    if (told := denied(text)) is not None:
        value = wording.read(told)
        return None if value is None else Offer(value, denied=True)
    if (parts := split_denied(text)) is None:
        return None
    return _beside_denied(*parts, wording)


def _beside_denied(text: str, other: str, wording: Wording[R]) -> Offer[R] | None:
    """What a text offers beside a value that is denied and is another."""
    offer = _read_offers(text, wording)
    is_other = _digits(text) != _digits(other) and (other.isdecimal() or wording.read(other) is not None)
    return offer if is_other else None


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text))


def _read_offers(text: str, wording: Wording[R]) -> Offer[R] | None:
    if "  " in text or "->" in text:
        text = re.sub(" {2,}", " ", text).replace("->", "→")
    value = wording.read(text) if len(text) <= _LONGEST_VALUE else None
    if value is not None:
        return Offer(value)
    text = with_uncertainty_sign(text) if wording.counts else text
    if wording.counts and ("±" in text or "+/-" in text):
        told = without_uncertainty(text, lambda part: wording.read(part) is not None)
        ones = (bare for bare in told if "±" not in bare and "+/-" not in bare)
        return next((offer for bare in ones if (offer := _read_offers(bare, wording)) is not None), None)
    if text[:1] in "\"'" and len(text) > 2 and text[-1] == text[0] and text.count(text[0]) == 2:
        return _read_offers(text[1:-1].strip(), wording)
    main, notes = take_brackets(text)
    if len(notes) > _MOST_NOTES or text.count(";") + text.count("\n") >= _MOST_STATEMENTS:
        return None
    if not trim(main):
        # all of it stands in brackets
        return _read_main(trim(notes[0]), wording, depth=0) if len(notes) == 1 else None
    offer = _read_main(main, wording, depth=0)
    if offer is None and notes:
        # `12 July (2018)`: what stands in brackets was needed
        return _read_main(re.sub(r"[()\[\]{}]", " ", text), wording, depth=0)
    for note in notes:
        if offer is not None:
            offer = _with_bracket(offer, main, note, wording)
    return offer


def _read_main(text: str, wording: Wording[R], depth: int) -> Offer[R] | None:
    """Read the text without brackets: the longest beginning that reads, then notes."""
    text = trim(text)
    for end, tail in _cuts(text):
        head = trim(text[:end])
        if not head or (wording.counts and text[end:tail].strip() == ":" and not _has_digit(head)):
            continue  # `Millions: 5` is not a million
        offer = _read_core(head, wording) or _read_alternatives(head, wording)
        if offer is not None:
            return _with_tail(offer, trim(text[tail:]), wording, depth)
    return None


def _cuts(text: str) -> Iterator[tuple[int, int]]:
    """Where the value may end and its note begin, the latest place first."""
    if len(text) <= _LONGEST_VALUE:
        yield len(text), len(text)
    yield from reversed(note_places(text, _LONGEST_VALUE + 2)[:_MOST_CUTS])


def _read_core(text: str, wording: Wording[R]) -> Offer[R] | None:
    """Read one value with nothing but hedges, bounds and labels around it."""
    text, bound = _strip_words(text, wording.bounds)
    if wording.counts and (inside := _PLUS_INSIDE.search(text)) is not None:
        text, bound = text[: inside.start()] + text[inside.end() :], Bound.AT_LEAST
    value = wording.read(text)
    if value is not None:
        return Offer(value, bound=bound)
    for shorter in _without_labels(text, wording):
        inner, inner_bound = _strip_words(shorter, wording.bounds)
        value = wording.read(inner)
        if value is not None:
            return Offer(value, bound=bound or inner_bound)
    return None


_LABEL = re.compile(r"([^\d:=]{1,40})\s*[:=]\s*(?=\S)")


def _without_labels(text: str, wording: Wording[R]) -> Iterator[str]:
    """The text without the words that name its value, if there are such."""
    before = _LABEL.match(text)
    if before is not None:
        if wording.counts and scale().search(before[1]):
            return  # `Millions: 5`
        text = text[before.end() :]
        yield text
    label = wording.label
    if label is no_label:
        return
    spaces = [m.start() for m in re.finditer(r"\s", text)]
    for place in reversed(spaces[-5:]):
        if label(text[place:].strip()):
            yield text[:place]
    for place in spaces[:4]:
        if label(text[:place]):
            yield text[place:].strip()


def _strip_words(text: str, bounds: Bounds) -> tuple[str, Bound | None]:
    """Drop hedges and bounds at both ends; say which bound there was."""
    bound: Bound | None = None
    for _ in range(6):
        text = trim(text)
        found = without_edge_word(text, bounds) if text else None
        if found is None:
            break
        text, bound = found[0], bound or found[1]
    return text, bound


def _read_alternatives(text: str, wording: Wording[R]) -> Offer[R] | None:
    """Read `5 or 6`, `5 / 6`, `11 or 12 July 2018`: every part must read."""
    text = either().sub("", text)
    parts = [trim(part) for part in split_choice(text)]
    if not 2 <= len(parts) <= _MOST_PARTS or not all(parts):
        return None
    offers = [_read_core(part, wording) or _read_elliptic(parts, i, wording) for i, part in enumerate(parts)]
    found = [offer for offer in offers if offer is not None]
    if len(found) < len(parts):
        return None
    return replace(found[0], others=tuple(offer.value for offer in found[1:]))


def _read_elliptic(parts: Sequence[str], place: int, wording: Wording[R]) -> Offer[R] | None:
    """Complete a part with the words that its neighbour does not repeat."""
    if place + 1 < len(parts):
        words = parts[-1].split()
        for start in range(1, min(len(words), 6)):
            offer = _read_core(" ".join([parts[place], *words[start:]]), wording)
            if offer is not None:
                return offer
    words = parts[0].split()
    for end in range(min(len(words), 6) - 1, 0, -1):
        offer = _read_core(" ".join([*words[:end], parts[place]]), wording)
        if offer is not None:
            return offer
    return None


def _with_tail(offer: Offer[R], tail: str, wording: Wording[R], depth: int) -> Offer[R] | None:
    """Add what a note after the value offers."""
    if not tail or depth >= _DEEPEST_NOTE:
        return offer
    offered = _offered_in(tail, wording, depth)
    if offered is None:
        return None
    if offered:
        return replace(offer, others=(*offer.others, *offered))
    later = _in_clauses(tail, wording) if depth == 0 else ()
    if later is None or (not later and _turns_to_another(tail, wording)):
        return None
    if later:
        offer = replace(offer, parallel=later)
    listed = _read_main(tail, wording, depth + 1) if len(tail) <= _LONGEST_VALUE else None
    if listed is None and (more := adding().match(tail)) is not None:
        # `1 day with 4 hours`
        added = _read_main(tail[more.end() :], wording, depth + 1)
        return offer if added is None else replace(offer, bracketed=(*offer.bracketed, added.value))
    if listed is None:
        return None if wording.counts and _OTHER_NUMBER.match(tail) else offer
    if listed.others or offer.others:
        return replace(offer, others=(*offer.others, *listed.values, *listed.beside))
    return replace(offer, beside=(*offer.beside, listed.value, *listed.beside))


def _in_clauses(tail: str, wording: Wording[R]) -> tuple[R, ...] | None:
    """Values with which the later clauses of a note begin; `None` if a number there cannot be read."""
    found: list[R] = []
    tail = tail[:_LONGEST_NOTE]
    if wording.counts and not _has_digit(tail):
        return ()
    for clause in islice(parallel().finditer(tail), _MOST_CLAUSES):
        piece = trim(without_when(trim(tail[clause.end() : clause.end() + _LONGEST_VALUE])))
        if not piece or (wording.counts and (not _has_digit(piece) or DATED.match(piece))):
            continue
        joined = clause["after_sign"] is not None or clause.start() == 0
        goes_on = piece[0].isdecimal() or (joined and wording.sentences)
        at = _value_at if goes_on else _read_main
        read = at(piece, wording, _DEEPEST_NOTE)
        if read is not None:
            found.extend(read.values)
        elif wording.counts and piece[0].isdecimal():
            return None
    return tuple(found)


def _turns_to_another(note: str, wording: Wording[R]) -> bool:
    """`304, although six more were won`: whether a note sets another value against the first."""
    return (counts_more if wording.counts else names_another)(note, wording.read)


def _with_bracket(offer: Offer[R], main: str, note: str, wording: Wording[R]) -> Offer[R] | None:
    """Add what a bracket offers, or let it complete the value (`5 (million)`)."""
    note = trim(note)
    if note and not _has_digit(note) and len(note) <= _LONGEST_SCALE and not (":" in note or "=" in note):
        whole = _read_core(trim(f"{trim(main)} {re.sub('^in ', '', note)}"), wording)
        if whole is not None:
            return replace(offer, value=whole.value, bound=offer.bound or whole.bound)
    offered = _offered_in(note, wording, depth=0)
    if offered is None:
        return None
    if offered:
        return replace(offer, others=(*offer.others, *offered))
    if _turns_to_another(note, wording):
        return None
    more = adding().match(note)
    if more is not None:
        note = note[more.end() :]
    value = _read_main(note, wording, depth=1) if len(note) <= _LONGEST_VALUE else None
    if value is not None and note.endswith("?"):
        # `304 (306?)`
        return replace(offer, others=(*offer.others, *value.values))
    return offer if value is None else replace(offer, bracketed=(*offer.bracketed, value.value))


def _offered_in(note: str, wording: Wording[R], depth: int) -> tuple[R, ...] | None:
    """Values that a note offers instead of the first; `None` if it casts a doubt on it."""
    note = note[:_LONGEST_NOTE]
    if wording.counts and not _has_digit(note) and len(note) <= _LONGEST_SCALE and scale().search(note):
        return None  # `58 (in millions of dollars)`
    if denies(note):
        return None  # `5 (incorrect)`
    offered: list[R] = []
    start = opening_or().match(note)
    places = [(start.end(), False)] if start else []
    places += [(m.end(), also().match(m[0]) is not None) for m in islice(alternative().finditer(note), 4)]
    for place, is_weak in places:
        found = _offered_at(note, place, wording, depth)
        if found is None:
            return None
        if found and is_weak and _read_main(note[place : place + _LONGEST_VALUE], wording, depth + 1) is None:
            return None  # `304 (also 12 reserves)`
        offered += found
    return None if not offered and _doubts(note, wording, depth) else tuple(offered)


def _offered_at(note: str, place: int, wording: Wording[R], depth: int) -> tuple[R, ...] | None:
    """The values offered at a place in a note; `None` for a number there that cannot be read."""
    found = _value_at(note[place:], wording, depth)
    if found is None and (asked := asking().match(note, place)) is not None:
        # `or was it 269?`
        found = _value_at(note[asked.end() :], wording, depth)
        if found is None and _has_digit(note[asked.end() : asked.end() + _NEAR]):
            return None
    return () if found is None else found.values


def _doubts(note: str, wording: Wording[R], depth: int) -> bool:
    """Whether a note gives a value after a word like `actually`."""
    for place in islice(doubt().finditer(note), 4):
        rest = note[place.end() :]
        if wording.counts and DATED.match(rest.lstrip()):
            continue
        if _value_at(rest, wording, depth) is not None:
            return True
    return False


def _has_digit(text: str) -> bool:
    return any(char.isdecimal() for char in text)


def _value_at(text: str, wording: Wording[R], depth: int) -> Offer[R] | None:
    """The value with which a text begins, whatever follows it."""
    text = trim(text)[:_LONGEST_VALUE]
    found = _read_main(text, wording, depth + 1)
    words = text.split()
    for end in range(min(len(words), 6), 0, -1):
        if found is not None:
            break
        found = _read_core(" ".join(words[:end]), wording)
    return found
