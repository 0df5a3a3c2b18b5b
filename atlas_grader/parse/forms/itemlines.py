"""Lists of one line an entity, without labels: `1. **Etna** – Italy; 3,357 m; stratovolcano`.

What the parts are is for their cells to tell, or for words with which they all begin (`Helium: atomic
number 2`); the name is the part that stands out, or else the first. Bare names are a list of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from atlas_grader.answers import Table
from atlas_grader.parse.forms.fields import BRACKETED_END, LABEL_START, parts_of
from atlas_grader.parse.grid import BESIDE, NAMES, shape
from atlas_grader.parse.headers.columnwords import names_an_attribute
from atlas_grader.parse.headers.words import plain
from atlas_grader.parse.spans import Found, Piece

_EMPHASIS = re.compile(r"(\*\*|__|\*|_)(?P<name>[^*_]{1,120})\1")
_LED = re.compile(
    r"(?P<lead>(?P<mark>\*\*|__|\*|_)[^*_]{1,120}(?P=mark))[ ]*(?:[-–—:,]|[ ])[ ]*(?P<rest>\S.*)", re.DOTALL
)
_SEPARATORS = (re.compile(r"[ ]*;[ ]+"), re.compile(r"[ ]+[–—|·•-][ ]+"), re.compile(r"[ ]*[:：][ ]+"))
# `Helium: atomic number 2, noble gas: yes`, `Helium (atomic number 2, noble gas yes)`
_NAMED = re.compile(
    r"(?P<name>(?:[^:：()–—,;]|(?<=\w)[–—](?=\w)){1,80}?)"
    rf"(?:[ ]*[:：](?:\*\*|__)?[ ]+|[ ]+[–—-][ ]+|(?P<opened>[ ]*{BRACKETED_END}))"
    r"(?P<rest>\S.*?)(?(opened)\))",
    re.DOTALL,
)
_PARTING = re.compile(r"[ ]*[,;|·•][ ]+")
_LABELLED = re.compile(rf"(?P<label>{LABEL_START}[^:：]{{0,58}}?)[ ]*[:：][ ]*(?P<value>\S.*)", re.DOTALL)
_MOST_LABEL_WORDS = 5
_LONGEST_NAME = 80
_MOST_NAME_WORDS = 8
_NO_NAME = re.compile(r"[:：|\[\]]|https?:|[!?;。]$|(?:\S+\s+){3,}\S+\.$")
_FEWEST = 3
_FEWEST_LINES = 2
_MOST_PARTS = 14

_Parts = tuple[str, ...]


def find_labelled_items(piece: Piece) -> Iterator[Found]:
    """Runs of items that give their values behind labels, with a colon or without one."""
    for run in piece.items:
        if table := _labelled([item.text for item in run]):
            yield Found(run[0].start, run[-1].end, (table,))


def find_names(piece: Piece) -> Iterator[Found]:
    """Runs of items that are nothing but names."""
    for run in piece.items:
        names = [item.text for item in run]
        if all(map(_may_be_name, names)) and not 2 * sum(name[0].islower() for name in names) > len(names):
            yield Found(run[0].start, run[-1].end, (shape([NAMES], [[name] for name in names]),))


def _may_be_name(written: str) -> bool:
    text = plain(written)
    return (
        0 < len(text) <= _LONGEST_NAME and len(text.split()) <= _MOST_NAME_WORDS and not _NO_NAME.search(text)
    )


def _labelled(texts: Sequence[str]) -> Table | None:
    """The items as a table, if labels without a colon are among theirs."""
    named = _named(texts)
    if not named:
        return None
    parts = [parts_of(item["rest"], _PARTING) for item in named]
    firsts = Counter(first for cut in parts for first in {o for part in cut for o in _openings(part, 1)})
    if not firsts or 2 * max(firsts.values()) <= len(texts):
        return None
    openings = Counter(opening for cut in parts for opening in {o for part in cut for o in _openings(part)})
    # Words that not all values of a label begin with are no part of it: `price about`, `modality in`.
    usual = {
        opening
        for opening, count in openings.items()
        if 2 * count > len(texts) and openings.get(opening.rpartition(" ")[0], count) == count
    }
    usual -= _of_values(parts, {opening for opening in usual if openings[opening] < len(texts)})
    if not usual:
        return None
    known = usual | _of_some_lines(parts, usual)
    rows = [_values(cut, known) for cut in parts]
    labels = list(dict.fromkeys(label for row in rows for label in row))
    if usual.isdisjoint(labels) or not all(rows) or len(labels) > _MOST_PARTS:
        return None
    return shape(
        ["", *labels],
        [[item["name"], *map(row.get, labels)] for item, row in zip(named, rows, strict=True)],
    )


def _of_values(parts: Sequence[Sequence[str]], openings: set[str]) -> set[str]:
    """Those with which items of a list begin: `South Africa, South Sudan` has no label `south`."""
    found: set[str] = set()
    for cut in parts if openings else ():
        told = [(part, opening) for part in cut for opening in openings.intersection(_openings(part))]
        times = Counter(opening for _, opening in told)
        found.update(
            opening
            for part, opening in told
            if times[opening] > 1 or (part[0].isupper() and not names_an_attribute(opening))
        )
    return found


def _of_some_lines(parts: Sequence[Sequence[str]], usual: set[str]) -> set[str]:
    """Labels that fewer lines have: words that columns are called by, before figures or in several lines."""
    lines: Counter[str] = Counter()
    doubted: set[str] = set()
    for cut in parts:
        seen: set[str] = set()
        for part in cut:
            openings = _openings(part)
            label = next((told for told in reversed(openings) if names_an_attribute(told)), "")
            if not label or not usual.isdisjoint(openings) or _LABELLED.fullmatch(part):
                continue
            is_figure = part.split(maxsplit=len(label.split()))[-1][0].isdigit()
            lines[label] += _FEWEST_LINES if is_figure else 1
            if label in seen or not (is_figure or part[0].islower()):
                doubted.add(label)
            seen.add(label)
    return {label for label, count in lines.items() if count >= _FEWEST_LINES} - doubted


def _named(texts: Sequence[str]) -> list[re.Match[str]]:
    """Every item as a name and the rest; nothing if one is none."""
    named = []
    for text in texts:
        item = _NAMED.fullmatch(text)
        if item is None:
            return []
        named.append(item)
    return named


def _values(parts: Sequence[str], usual: set[str]) -> dict[str, str]:
    """Label → value; a part without one goes on with the value before it. Nothing if the first has none."""
    row: dict[str, str] = {}
    label = ""
    for part in parts:
        colon = _LABELLED.fullmatch(part)
        opening = max((told for told in _openings(part) if told in usual), key=len, default="")
        if colon:
            label = colon["label"].casefold()
            row[label] = colon["value"].strip()
        elif opening:
            label = opening
            row[label] = " ".join(part.split()[len(opening.split()) :])
        elif label:
            row[label] += f", {part}"
        else:
            return {}
    return row


def _openings(part: str, most: int = _MOST_LABEL_WORDS) -> list[str]:
    """The words, up to so many, that a part may begin with before its value."""
    words = part.casefold().split(maxsplit=most)
    return [" ".join(words[:n]) for n in range(1, len(words)) if words[0][0].isalpha()]


def find_item_lines(piece: Piece) -> Iterator[Found]:
    """Every run of such items, in order of appearance."""
    for run in piece.items:
        parted = _parted([item.text for item in run]) if len(run) >= _FEWEST else None
        if parted is not None:
            headers = ["", *[BESIDE] * (len(parted[0]) - 1)]
            yield Found(run[0].start, run[-1].end, (shape(headers, _name_first(parted)),))


def _parted(texts: Sequence[str]) -> list[_Parts] | None:
    """Every item in as many parts, by the first separator that parts all of them so."""
    for separator in _SEPARATORS:
        if parted := _even(_parts(text, separator) for text in texts):
            return parted
    return _even((item["name"], *parts_of(item["rest"], _PARTING)) for item in _named(texts))


def _even(parted: Iterable[_Parts]) -> list[_Parts] | None:
    """The items, if all have as many parts."""
    even: list[_Parts] = []
    for parts in parted:
        if not 2 <= len(parts) <= _MOST_PARTS or len(parts) != len(even[0] if even else parts):
            return None
        even.append(parts)
    return even or None


def _parts(text: str, separator: re.Pattern[str]) -> _Parts:
    led = _LED.fullmatch(text) if text[0] in "*_" else None
    parts = parts_of(led["rest"] if led else text, separator)
    return tuple(filter(None, ((led["lead"],) if led else ()) + tuple(map(str.strip, parts))))


def _name_first(parted: list[_Parts]) -> list[_Parts]:
    """The rows with the part first that stands out in all of them."""
    for place in range(len(parted[0])):
        if all(_EMPHASIS.fullmatch(parts[place]) for parts in parted):
            return [(parts[place], *parts[:place], *parts[place + 1 :]) for parts in parted]
    return parted
