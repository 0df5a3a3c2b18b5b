"""What a cell says of other times: `retired (formerly active)`, `Kyoto, now Tokyo`.

A thing's two names and its two states look alike. To a claim they are names of one
thing (grading.md 4); in a cell only what holds now is its value. `formerly known as`
speaks of names, and is left as it is.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from atlas_grader.names.policy import table

_OPENING, _CLOSING = "(\\[（【", ")\\]）】"


class Told(NamedTuple):
    """A text without what it says of other times."""

    now: str
    was: tuple[str, ...] = ()


def read_times(text: str) -> Told | None:
    """What holds now and what did before; `None` where a text says more than two things of times.

    >>> read_times("retired (formerly active)")
    Told(now='retired', was=('active',))
    >>> read_times("Kyoto, now Tokyo"), read_times("X (formerly known as Twitter)").was
    (Told(now='Tokyo', was=('Kyoto',)), ())
    """
    if _marked().search(text) is None:
        return Told(text)
    was: list[str] = []

    def drop(past: re.Match[str]) -> str:
        was.append(past["bracketed"] or past["clause"])
        return ""

    now = _past().sub(drop, text).strip()
    present = _present().fullmatch(now)
    if present is not None and not was:
        was.append(present["before"])
        now = present["bracketed"] or present["clause"]
    if not now or any(map(_marked().search, (now, *was))):
        return None
    return Told(now, tuple(was))


@cache
def _marked() -> re.Pattern[str]:
    """A word about another time, where it may begin a note."""
    return re.compile(rf"[,;，；{_OPENING}]\s*(?:{_words('was')}|{_words('is')})|\s{_SURE}", re.IGNORECASE)


@cache
def _past() -> re.Pattern[str]:
    return re.compile(
        rf"\s*[{_OPENING}]\s*{_words('was')}\s*(?P<bracketed>[^{_OPENING}{_CLOSING}]+)[{_CLOSING}]"
        rf"|(?:\s*[,;，；]\s*{_words('was')}|\s{_SURE})\s*(?P<clause>[^{_OPENING}{_CLOSING}]+)(?=$|[{_CLOSING}])",
        re.IGNORECASE,
    )


@cache
def _present() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<before>[^{_OPENING},;，；]+?)\s*(?:"
        rf"[{_OPENING}]\s*{_words('is')}\s*(?P<bracketed>[^{_OPENING}{_CLOSING}]+)[{_CLOSING}]"
        rf"|[,;，；]\s*{_words('is')}\s*(?P<clause>[^{_OPENING}{_CLOSING}]+))",
        re.IGNORECASE,
    )


# Elsewhere than after a sign, other words of the table are parts of names.
_SURE = r"(?:formerly|previously)\s(?!\s*(?:known|called|named))"


@cache
def _words(when: str) -> str:
    """A word about another time; `formerly known as` and `旧称` are about names."""
    spaced, joined, naming = (
        "|".join(map(re.escape, sorted(table("markers")[entry], key=lambda word: (-len(word), word))))
        for entry in (when, f"{when}_joined", "naming")
    )
    alone = rf"(?:(?:{spaced})(?![\w'-])|ex-(?=\w))(?!\s*(?:{naming}))"
    return rf"(?:{alone}|(?:{joined})(?!称|稱|名|社名|\s*이름|$)[:：]?(?=..))"
