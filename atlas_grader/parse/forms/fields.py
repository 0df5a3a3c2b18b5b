"""Fields in one line of text: `Label: value`, several of them, or a name with fields in brackets."""

from __future__ import annotations

import re
from itertools import islice

# A label begins with a letter, maybe behind a figure or sign (`3-year return`, `% change`), or is a year.
_SIGN = r"[%#№$€£¥\u2300-\u260f\u2614-\u2714\u2721-\u274b\u274f-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
LABEL_START = (
    rf"(?:(?:\d[\d–/-]{{0,8}}[ ]?|{_SIGN}[\u200d\ufe0f\U0001f000-\U0001faff]{{0,6}}[ ]?)?[^\W\d_]"
    r"|(?:1\d|20)\d\d[\d–/-]{0,5}[ ]?(?=[(:：*_]))"
)
_FIELD = re.compile(
    rf"(?:\*\*|__)?(?P<label>{LABEL_START}[^:：|*\n]{{0,58}}?)[ ]?(?:\*\*|__)?[ ]?"
    r"[:：](?:\*\*|__)?(?:[ ]+|(?=[^\s/\d])|$)(?P<value>.*)",
    re.DOTALL,
)
_DASHED = re.compile(
    r"(?:\*\*|__)(?P<label>[^*_:：|\n]{1,60})(?:\*\*|__)(?P<aside>[ ]?\([^()\n]{1,60}\))?"
    r"[ ]+[-–—][ ]+(?P<value>.*)",
    re.DOTALL,
)
_QUESTION = re.compile(
    rf"(?P<bold>\*\*|__)?(?P<label>{LABEL_START}[^*:：|?\n]{{1,58}}\?)(?P=bold)?[ ]+(?P<value>\S.{{0,80}})",
    re.DOTALL,
)
# Several fields on one line: a separator, then a label with its colon.
_NEXT_LABEL = re.compile(
    r"[ ]*(?:[;|·•]|,|[ ][-–—])[ ]+"
    rf"(?=(?:\*\*|__)?{LABEL_START}[^:：;|,·•*\n]{{0,40}}?(?:\*\*|__)?[:：](?:\*\*|__)?[ ])"
)
# What a bracket holds, with brackets in it
_HELD = r"[^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*"
BRACKETED_END = rf"[(](?={_HELD}\)$)"
_BRACKET = re.compile(rf"[(（]{_HELD}[)）]")
# `Gabon (Capital: Libreville, Area: 5)`
_BRACKETED = re.compile(
    rf"(?P<name>[^():：]{{1,80}})\((?P<fields>[^()]{{1,80}}?[:：]{_HELD})\)[.]?", re.DOTALL
)
_NAME_END = re.compile(r"[ ]*(?:[-–—:：(|,]|[-–—][ ])[ ]*$")
_COLON = re.compile(r"[:：][ ]+")
_QUOTED = re.compile(r"(?P<quote>[\"'])(?P<inner>(?:(?!(?P=quote)).)*)(?P=quote)", re.DOTALL)
_MOST_WORDS = 8
_LONGEST_LINE = 20_000

Pair = tuple[str, str]
"""A label and its value."""


def fields_in(text: str) -> tuple[str, list[Pair]] | None:
    """The name before the first field, if any, and the line's fields; `None` if it has none."""
    if len(text) > _LONGEST_LINE:
        return None
    name = ""
    if "(" in text and (bracketed := _BRACKETED.fullmatch(text)):
        name, text = bracketed["name"].strip(), bracketed["fields"]
    starts = _outside_brackets(_NEXT_LABEL, text)
    if name:
        return (name, _all_fields(text, starts)) if starts and field_in(text) else None
    if not starts:
        pair = field_in(text)
        return ("", [pair]) if pair else None
    rest = _fields_after(text, starts)
    lead = text[: starts[0].start()]
    first = field_in(lead)
    if first and (nested := field_in(first[1])):
        return (first[0], [nested, *rest])
    if first:
        return ("", [first, *rest])
    for colon in islice(_COLON.finditer(lead), _MOST_WORDS):
        named = lead[: colon.start()].strip("*_ ")
        if _is_closed(named) and (nested := field_in(lead[colon.end() :])):
            return (named, [nested, *rest])  # `25 de Abril Bridge: Country: Portugal`
    name = _NAME_END.sub("", lead).strip()
    return (name, rest) if rest and len(name.split()) <= _MOST_WORDS else None


def _all_fields(text: str, starts: list[re.Match[str]]) -> list[Pair]:
    lead = field_in(text[: starts[0].start()] if starts else text)
    return [*([lead] if lead else []), *_fields_after(text, starts)]


def _fields_after(text: str, starts: list[re.Match[str]]) -> list[Pair]:
    ends = [*(start.start() for start in starts[1:]), len(text)]
    cuts = (text[start.end() : end] for start, end in zip(starts, ends, strict=True))
    return [pair for cut in cuts if (pair := field_in(cut))]


def parts_of(text: str, separator: re.Pattern[str]) -> list[str]:
    """A text cut at a separator, but never within brackets.

    >>> parts_of("6,190 m (Denali, highest in North America), Alaska", re.compile(", "))
    ['6,190 m (Denali, highest in North America)', 'Alaska']
    """
    gaps = [gap.span() for gap in _outside_brackets(separator, text)]
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def _outside_brackets(pattern: re.Pattern[str], text: str) -> list[re.Match[str]]:
    masked = _BRACKET.sub(_masked, text) if "(" in text or "（" in text else text
    return list(pattern.finditer(masked))


def _masked(bracket: re.Match[str]) -> str:
    return f"({'_' * (len(bracket[0]) - 2)})"


def field_in(text: str) -> Pair | None:
    """The one field that a text is."""
    match = _FIELD.fullmatch(text) if ":" in text or "：" in text else None
    aside = ""
    if match is None and (match := _DASHED.fullmatch(text)):
        aside = match["aside"] or ""
    if match is None and "?" in text:
        match = _QUESTION.fullmatch(text)
    if match is None or len(match["label"].split()) > _MOST_WORDS:
        return None
    label = match["label"].strip()
    if not _is_closed(label):
        return None  # `Bosphorus Bridge (since 2016: 15 July Martyrs Bridge)`
    return label + aside, _unquoted(match["value"].strip())


def _is_closed(text: str) -> bool:
    return text.count("(") <= text.count(")")


def _unquoted(value: str) -> str:
    """A value without the quotes that are all around it, as YAML writes them."""
    quoted = _QUOTED.fullmatch(value)
    return value if quoted is None else quoted["inner"]


def is_dashed(text: str) -> bool:
    """Whether a text is a label in bold before a dash, as names are that facts stand beside."""
    return _DASHED.fullmatch(text) is not None
