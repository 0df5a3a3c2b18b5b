"""Lists of one line an entity, without labels: `1. **Etna** – Italy; 3,357 m; stratovolcano`.

What the parts are is for their cells to tell, or for words with which they all begin (`Helium: atomic
number 2`); the name is the part that stands out, or else the first. Bare names are a list of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from atlas_grader.answers import Table
from atlas_grader.parse.grid import BESIDE, NAMES, shape
from atlas_grader.parse.headers.words import plain
from atlas_grader.parse.spans import Found, Line, lines_of

_ITEM = re.compile(r"(?P<indent>[ \t>]*)(?:[-*+•‣◦▪–]|\(?\d{1,4}[.)])[ \t]+(?P<text>\S.*)", re.DOTALL)
_EMPHASIS = re.compile(r"(\*\*|__|\*|_)(?P<name>[^*_]{1,120})\1")
_LED = re.compile(
    r"(?P<lead>(?P<mark>\*\*|__|\*|_)[^*_]{1,120}(?P=mark))[ ]*(?:[-–—:,]|[ ])[ ]*(?P<rest>\S.*)", re.DOTALL
)
_SEPARATORS = (re.compile(r"[ ]*;[ ]+"), re.compile(r"[ ]+[–—|·•-][ ]+"), re.compile(r"[ ]*[:：][ ]+"))
# `Helium: atomic number 2, noble gas: yes`, `Helium (atomic number 2, noble gas yes)`
_NAMED = re.compile(
    r"(?P<name>(?:[^:：()–—,;]|(?<=\w)[–—](?=\w)){1,80}?)"
    r"(?:[ ]*[:：](?:\*\*|__)?[ ]+|[ ]+[–—-][ ]+|[ ]*\((?=.*\)$))"
    r"(?P<rest>\S.*?)\)?",
    re.DOTALL,
)
_PARTING = re.compile(r"[ ]*[,;|·•][ ]+")
_LABELLED = re.compile(r"(?P<label>[^\W\d][^:：]{0,58}?)[ ]*[:：][ ]*(?P<value>\S.*)", re.DOTALL)
_MOST_LABEL_WORDS = 5
_FEWEST_NAMES = 2
_LONGEST_NAME = 80
_MOST_NAME_WORDS = 8
_NO_NAME = re.compile(r"[:：|\[\]]|https?:|[!?;。]$|(?:\S+\s+){3,}\S+\.$")
_FEWEST = 3
_MOST_PARTS = 14
_LONGEST = 1_000

_Parts = tuple[str, ...]


def find_labelled_items(text: str) -> Iterator[Found]:
    """Runs of items that give their values behind labels, with a colon or without one."""
    for run in _runs(lines_of(text), _FEWEST_NAMES):
        if table := _labelled([item["text"].strip() for _, item in run]):
            yield Found(run[0][0].start, run[-1][0].end, (table,))


def find_names(text: str) -> Iterator[Found]:
    """Runs of items that are nothing but names."""
    for run in _runs(lines_of(text), _FEWEST_NAMES):
        names = [item["text"].strip() for _, item in run]
        if all(map(_may_be_name, names)) and not 2 * sum(name[0].islower() for name in names) > len(names):
            yield Found(run[0][0].start, run[-1][0].end, (shape([NAMES], [[name] for name in names]),))


def _may_be_name(written: str) -> bool:
    text = plain(written)
    return (
        0 < len(text) <= _LONGEST_NAME and len(text.split()) <= _MOST_NAME_WORDS and not _NO_NAME.search(text)
    )


def _labelled(texts: Sequence[str]) -> Table | None:
    """The items as a table, if labels without a colon are among theirs."""
    named = [item for text in texts if (item := _NAMED.fullmatch(text))]
    if len(named) < len(texts):
        return None
    parts = [_PARTING.split(item["rest"]) for item in named]
    openings = Counter(opening for cut in parts for opening in {o for part in cut for o in _openings(part)})
    # Words that not all values of a label begin with are no part of it: `price about`, `modality in`.
    usual = {
        opening
        for opening, count in openings.items()
        if 2 * count > len(texts) and openings.get(opening.rpartition(" ")[0], count) == count
    }
    rows = [_values(cut, usual) for cut in parts]
    labels = list(dict.fromkeys(label for row in rows for label in row))
    if usual.isdisjoint(labels) or not all(rows) or len(labels) > _MOST_PARTS:
        return None
    return shape(
        ["", *labels],
        [[item["name"], *map(row.get, labels)] for item, row in zip(named, rows, strict=True)],
    )


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


def _openings(part: str) -> list[str]:
    """The words that a part may begin with before its value."""
    words = part.casefold().split()
    return [
        " ".join(words[:n]) for n in range(1, min(len(words), _MOST_LABEL_WORDS + 1)) if words[0][0].isalpha()
    ]


def find_item_lines(text: str) -> Iterator[Found]:
    """Every run of such items, in order of appearance."""
    for run in _runs(lines_of(text), _FEWEST):
        parted = _parted([item["text"].strip() for _, item in run])
        if parted is not None:
            headers = ["", *[BESIDE] * (len(parted[0]) - 1)]
            yield Found(run[0][0].start, run[-1][0].end, (shape(headers, _name_first(parted)),))


def _runs(lines: Sequence[Line], fewest: int) -> Iterator[list[tuple[Line, re.Match[str]]]]:
    """Neighbouring items of one indent; blank lines do not part them."""
    run: list[tuple[Line, re.Match[str]]] = []
    for line in lines:
        if not line.text.strip():
            continue
        item = _ITEM.fullmatch(line.text) if len(line.text) <= _LONGEST else None
        if run and (item is None or item["indent"] != run[-1][1]["indent"]):
            if len(run) >= fewest:
                yield run
            run = []
        if item is not None:
            run.append((line, item))
    if len(run) >= fewest:
        yield run


def _parted(texts: Sequence[str]) -> list[_Parts] | None:
    """Every item in as many parts, by the first separator that parts all of them so."""
    for separator in _SEPARATORS:
        parted = [tuple(part for part in _parts(text, separator) if part) for text in texts]
        if _are_even(parted):
            return parted
    named = [item for text in texts if (item := _NAMED.fullmatch(text))]
    parted = [(item["name"], *_PARTING.split(item["rest"])) for item in named]
    return parted if len(named) == len(texts) and _are_even(parted) else None


def _are_even(parted: Sequence[_Parts]) -> bool:
    return len(set(map(len, parted))) == 1 and 2 <= len(parted[0]) <= _MOST_PARTS


def _parts(text: str, separator: re.Pattern[str]) -> _Parts:
    led = _LED.fullmatch(text)
    if led is None:
        return tuple(part.strip() for part in separator.split(text))
    return (led["lead"], *(part.strip() for part in separator.split(led["rest"])))


def _name_first(parted: list[_Parts]) -> list[_Parts]:
    """The rows with the part first that stands out in all of them."""
    for place in range(len(parted[0])):
        if all(_EMPHASIS.fullmatch(parts[place]) for parts in parted):
            return [(parts[place], *parts[:place], *parts[place + 1 :]) for parts in parted]
    return parted
