"""The parts of a cell that holds several values, told by where they stand in it."""

from __future__ import annotations

import re

INSIDE, AROUND = "in brackets", "around brackets"
_FIRST, _BUT_FIRST, _LAST, _BUT_LAST = "first", "all but the first", "last", "all but the last"
_RESTS = {
    INSIDE: AROUND,
    AROUND: INSIDE,
    _FIRST: _BUT_FIRST,
    _BUT_FIRST: _FIRST,
    _LAST: _BUT_LAST,
    _BUT_LAST: _LAST,
}

_BY = re.compile(r"(?:by|von|durch|par|por|da|door|przez)\s+", re.IGNORECASE)
_IN = re.compile(r"(?:in|at|im|à|en|em|w|в)\s+", re.IGNORECASE)
# `von` and `da` are parts of names too.
_BY_AGAIN = re.compile(
    r"(?<!\w)(by|durch|par|por|door|przez)\s.*(?<!\w)\1\s|(?<!\w)(von|da)\s.*[,;(\[]\s*\2\s", re.IGNORECASE
)
_BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_SEPARATORS = {
    "comma": re.compile(r"\s*(?:,(?!\d)|(?<!\d),|[、，])\s*"),
    "semicolon": re.compile(r"\s*[;；]\s*"),
    "line": re.compile(r"\s*(?:<br\s*/?>|\n)\s*", re.IGNORECASE),
    "bar": re.compile(r"\s*[|·•]\s*|\s+/\s+"),
    "arrow": re.compile(r"\s*(?:→|⇒|➜|->|=>)\s*"),
    "dash": re.compile(r"\s+-\s+|\s*[\u2013\u2014]\s*"),
    "slash": re.compile(r"\s*/\s*"),
    "by": re.compile(rf"\s+(?={_BY.pattern})", re.IGNORECASE),
    "in": re.compile(rf"\s+(?={_IN.pattern})", re.IGNORECASE),
}
# Many separators make a list.
_MOST_SEPARATORS = 12


def parts_of(cell: str) -> dict[str, str]:
    """Part → what a cell says there.

    >>> parts = parts_of("Rose Bowl, Pasadena (near Los Angeles), USA")
    >>> parts["comma: second"], parts["comma: last"], parts["in brackets"]
    ('Pasadena (near Los Angeles)', 'USA', 'near Los Angeles')
    """
    found = {}
    brackets = list(_BRACKETS.finditer(cell))
    if brackets:
        last = brackets[-1]
        found[INSIDE] = last[1] or last[2] or ""
        first, _, rest = found[INSIDE].partition(", ")
        if rest:
            found[f"{INSIDE}, first"], found[f"{INSIDE}, last"] = first, rest.rpartition(", ")[2]
        found[AROUND] = f"{cell[: last.start()].rstrip()}{cell[last.end() :]}"
    for name, separator in _SEPARATORS.items():
        gaps = [
            gap
            for gap in separator.finditer(cell)
            if not any(bracket.start() < gap.start() < bracket.end() for bracket in brackets)
        ]
        if not gaps or len(gaps) > _MOST_SEPARATORS:
            continue
        starts, ends = [0, *(gap.end() for gap in gaps)], [*(gap.start() for gap in gaps), len(cell)]
        found[f"{name}: {_FIRST}"] = cell[: ends[0]]
        found[f"{name}: {_LAST}"] = cell[starts[-1] :]
        found[f"{name}: second"] = cell[starts[1] : ends[1]]
        found[f"{name}: last but one"] = cell[starts[-2] : ends[-2]]
        found[f"{name}: {_BUT_FIRST}"] = cell[starts[1] :]
        found[f"{name}: {_BUT_LAST}"] = cell[: ends[-2]]
    bare = {part: _without_lead(text.strip()) for part, text in found.items()}
    return {part: text for part, text in bare.items() if text}


def _without_lead(text: str) -> str:
    lead = _BY.match(text) or _IN.match(text)
    return text[lead.end() :] if lead else text


def tells_twice_by_whom(cell: str) -> bool:
    """Whether a cell has two parts that say by whom, of which either may be meant.

    >>> tells_twice_by_whom("1954, by A, by B"), tells_twice_by_whom("1914, von Max von Laue")
    (True, False)
    """
    return _BY_AGAIN.search(cell) is not None


def rest_of(part: str) -> str:
    """The part that is all but this one; none of one in the middle.

    >>> rest_of("in brackets"), rest_of("comma: last"), rest_of("comma: second")
    ('around brackets', 'comma: all but the last', '')
    """
    name, _, which = part.rpartition(": ")
    rest = _RESTS.get(which, "")
    return f"{name}: {rest}" if name and rest else rest
