"""Lists of one line an entity, without labels: `1. **Etna** – Italy; 3,357 m; stratovolcano`.

What the parts are is for their cells to tell; the name is the part that stands out,
or else the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from atlas_grader.parse.grid import BESIDE, shape
from atlas_grader.parse.spans import Found, Line, lines_of

_ITEM = re.compile(r"(?P<indent>[ \t>]*)(?:[-*+•‣◦▪–]|\(?\d{1,4}[.)])[ \t]+(?P<text>\S.*)", re.DOTALL)
_EMPHASIS = re.compile(r"(\*\*|__|\*|_)(?P<name>[^*_]{1,120})\1")
_LED = re.compile(
    r"(?P<lead>(?P<mark>\*\*|__|\*|_)[^*_]{1,120}(?P=mark))[ ]*(?:[-–—:,]|[ ])[ ]*(?P<rest>\S.*)", re.DOTALL
)
_SEPARATORS = (re.compile(r"[ ]*;[ ]+"), re.compile(r"[ ]+[–—|·•-][ ]+"))
_FEWEST = 3
_MOST_PARTS = 14
_LONGEST = 1_000

_Parts = tuple[str, ...]


def find_item_lines(text: str) -> Iterator[Found]:
    """Every run of such items, in order of appearance."""
    for run in _runs(lines_of(text)):
        parted = _parted([item["text"].strip() for _, item in run])
        if parted is not None:
            headers = ["", *[BESIDE] * (len(parted[0]) - 1)]
            yield Found(run[0][0].start, run[-1][0].end, (shape(headers, _name_first(parted)),))


def _runs(lines: Sequence[Line]) -> Iterator[list[tuple[Line, re.Match[str]]]]:
    """Neighbouring items of one indent; blank lines do not part them."""
    run: list[tuple[Line, re.Match[str]]] = []
    for line in lines:
        if not line.text.strip():
            continue
        item = _ITEM.fullmatch(line.text) if len(line.text) <= _LONGEST else None
        if run and (item is None or item["indent"] != run[-1][1]["indent"]):
            if len(run) >= _FEWEST:
                yield run
            run = []
        if item is not None:
            run.append((line, item))
    if len(run) >= _FEWEST:
        yield run


def _parted(texts: Sequence[str]) -> list[_Parts] | None:
    """Every item in as many parts, by the first separator that parts all of them so."""
    for separator in _SEPARATORS:
        parted = [tuple(part for part in _parts(text, separator) if part) for text in texts]
        if len({len(parts) for parts in parted}) == 1 and 2 <= len(parted[0]) <= _MOST_PARTS:
            return parted
    return None


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
