"""Whether two identifiers are the same, by scheme or sign by sign."""

from __future__ import annotations

import re
from functools import lru_cache

from atlas_grader.match.identifiers.kinds import Canonical, Phone, phone, same_phone
from atlas_grader.match.identifiers.read import ACCOUNT, Identifier
from atlas_grader.match.turning import turns
from atlas_grader.tasks import IdentifierKind
from atlas_grader.verdicts import CellVerdict, Reason, match, mismatch, undecided

# One cell is compared with every gold value of its column.
_remembered = lru_cache(maxsize=1024)

SAME = match(Reason.SAME_VALUE, "the same canonical form")
_SAME_PARTS = match(Reason.VARIANT, "differs in hyphens and spaces only")
_OTHER = mismatch(Reason.OTHER_VALUE, "another identifier")
_OTHER_DIGITS = mismatch(Reason.OTHER_NUMBERS, "other digits")
_UNLIKE = undecided(Reason.NO_RULE_DECIDED, "written so differently that it may be another name of it")
_MORE_ZEROS = undecided(Reason.AMBIGUOUS, "differs in zeros at the end")
_PADDED = undecided(Reason.AMBIGUOUS, "the same number, with zeros before it")
# What a spreadsheet makes of MARCH5, DEC1 or 1-2.
_SPREADSHEET_DATE = re.compile(
    r"\d{1,2}[-/ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:[-/ ]\d{2,4})?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[-/ ]\d{1,4}"
)


def same_identifier(gold: Identifier, value: Identifier) -> CellVerdict:
    """Whether two identifiers of one column are the same."""
    theirs = dict(value.forms)
    for kind, form in gold.forms:
        if kind in theirs:
            return _compare_forms(kind, form, theirs[kind])
    if _is_misprinted_book(gold, value):
        return undecided(Reason.AMBIGUOUS, "the same book, but for the check digit")
    if gold.forms and isinstance(gold.forms[0][1], Phone) and (number := phone(value.text)) is not None:
        return _compare_forms(IdentifierKind.PHONE, gold.forms[0][1], number)
    if _closed(gold.whole) == _closed(value.whole) or (
        "," in value.whole and _closed(gold.whole) == _closed(_ungrouped(value.whole))
    ):
        return SAME
    if _differs_in_hyphens(gold.whole, value.whole) and not _SPREADSHEET_DATE.fullmatch(value.text):
        return _SAME_PARTS
    if _same_text(gold.text, value.text):
        return _compare_labels(gold, value)
    if _SPREADSHEET_DATE.fullmatch(value.text) and not _SPREADSHEET_DATE.fullmatch(gold.text):
        return mismatch(Reason.OTHER_VALUE, "turned into a date by a spreadsheet")
    return _PADDED if _is_padded(gold, value) else _compare_unequal(gold, value)


def _compare_forms(kind: IdentifierKind, gold: Canonical, value: Canonical) -> CellVerdict:
    if isinstance(gold, Phone) and isinstance(value, Phone):
        same = same_phone(gold, value)
        if same is None:
            return undecided(Reason.AMBIGUOUS, "one of the numbers is incomplete")
        return SAME if same else _OTHER_DIGITS
    if gold == value:
        return SAME
    if kind is IdentifierKind.VERSION and _stripped(str(gold)) == _stripped(str(value)):
        return _MORE_ZEROS
    return _OTHER


def _is_misprinted_book(gold: Identifier, value: Identifier) -> bool:
    book = dict(gold.forms).get(IdentifierKind.ISBN)
    if not isinstance(book, str):
        return False
    digits = re.sub(r"[- ]", "", value.text)
    return re.fullmatch(r"\d{9}[\dx]", digits) is not None and digits[:9] == book[3:12]


def _stripped(number: str) -> str:
    return re.sub(r"(?:\.0)+$", "", number)


def _same_text(gold: str, value: str) -> bool:
    if (ours := _STAGED.fullmatch(gold)) and (theirs := _STAGED.fullmatch(value)):
        return ours.groups() == theirs.groups()
    return gold == value or _versionless(gold) == _versionless(value) or _closed(gold) == _closed(value)


# `US 10,123,456 B2`
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


@_remembered
def _ungrouped(text: str) -> str:
    return _THOUSANDS.sub("", text)


@_remembered
def _versionless(text: str) -> str:
    """`v2.7.18` without its v.

    >>> _versionless("v2.7.18"), _versionless("v8")
    ('2.7.18', 'v8')
    """
    return text[1:] if re.fullmatch(r"v\d+(?:\.\d+)+\S*", text) else text


@_remembered
def _closed(text: str) -> str:
    """Without the spaces between letters and digits: `ngc 224` is `ngc224`."""
    if " " not in text:
        return text
    if ACCOUNT.fullmatch(text):
        return text.replace(" ", "")
    return re.sub(r"(?<=[^\W\d_])\s(?=\d)|(?<=\d)\s(?=[^\W\d_])", "", text)


def _differs_in_hyphens(gold: str, value: str) -> bool:
    """Whether hyphens and spaces part the same letters and digits, or are all left out.

    >>> _differs_in_hyphens("us-rc1-76-07839", "usrc17607839"), _differs_in_hyphens("1-23", "12-3")
    (True, False)
    """
    bare, other = gold.translate(_HYPHENS), value.translate(_HYPHENS)
    if bare != other:
        return False
    if len(bare) >= _LONG_ENOUGH and bare in {gold, value}:
        return True
    return _parts(gold) == _parts(value)


_HYPHENS = str.maketrans("", "", "-_ ")
# Shorter ones are `1-23`, which may well be another than `123`.
_LONG_ENOUGH = 8
_SEPARATED = re.compile(r"[\w -]*\d[\w -]*")


@_remembered
def _parts(text: str) -> tuple[str, ...] | str:
    """Letters and digits in turn, where only spaces, hyphens and underscores stand between them."""
    return tuple(re.findall(r"\d+|[^\W\d_]+", text)) if _SEPARATED.fullmatch(text) else text


def _compare_labels(gold: Identifier, value: Identifier) -> CellVerdict:
    if value.label and turns(value.label) and value.label != gold.label:
        return undecided(Reason.AMBIGUOUS, "told with a word that may turn its meaning")
    labels = {label for label in (_scheme(gold), _scheme(value)) if label}
    if len(labels) < 2:
        # `11` for `Apollo 11` says too little
        told = _scheme(gold) == _scheme(value) or not labels or len(re.sub(r"\W", "", gold.text)) >= 3
        return SAME if told else _UNLIKE
    return undecided(Reason.AMBIGUOUS, "the same digits under another name")


def _scheme(identifier: Identifier) -> str:
    """The label without words for any identifier: `imo number` is `imo`."""
    words = identifier.label.split()
    return " ".join(word for word in words if word.rstrip(".") not in _WORDS_FOR_IT) if words else ""


_WORDS_FOR_IT = frozenset(
    {"id", "code", "version", "ver", "release", "number", "no", "nr", "identifier", "ref"}
)


def _compare_unequal(gold: Identifier, value: Identifier) -> CellVerdict:
    if gold.label and value.label and _scheme(gold) != _scheme(value):
        return _UNLIKE
    return _compare_texts(_versionless(gold.text), _versionless(value.text))


def _compare_texts(gold: str, value: str) -> CellVerdict:
    ours, theirs = _digit_groups(gold), _digit_groups(value)
    if _is_other_stage(gold, value):
        return _OTHER
    if _is_extended(gold, value):
        return undecided(Reason.AMBIGUOUS, "gold's value, and something more")
    if gold.count(".") > 1 and _STAGED.fullmatch(gold) and _stripped(value) == _stripped(gold):
        return _MORE_ZEROS
    if _letters(gold) == _letters(value) and ours and theirs:
        if "".join(ours) != "".join(theirs):
            return _OTHER_DIGITS
        dotted = any(re.search(r"\d\.\d", text) for text in (gold, value))
        grouped = any(re.fullmatch(r"\d{1,3}(?:\.\d{3})+", text) for text in (gold, value))
        return _OTHER_DIGITS if dotted and not grouped and ours != theirs else _UNLIKE
    if _has_other_sign(gold, value):
        return _OTHER
    alike = shape(gold) == shape(value)
    if alike and (ours or (len(gold) <= 6 and " " not in gold)):
        return _OTHER
    return _UNLIKE


def _is_padded(gold: Identifier, value: Identifier) -> bool:
    """`CWE-094` for `CWE-94`: a number written with zeros before it, of which gold has none."""
    if not _letters(gold.whole) or _letters(gold.whole) != _letters(value.whole):
        return False
    ours, theirs = _digit_groups(gold.text), _digit_groups(value.text)
    return ours != theirs and ours == tuple(group.lstrip("0") or "0" for group in theirs)


# `3.9.1-rc2`: not yet released
_STAGED = re.compile(
    r"v?(?P<number>\d{1,9}(?:\.\d{1,9}){1,6})"
    r"(?:[-._ ]?(?P<stage>alpha|beta|a|b|rc|pre|preview|dev|snapshot|m|milestone)[-._ ]?(?P<count>\d{0,6}))?"
)


def _is_other_stage(gold: str, value: str) -> bool:
    """Whether two versions of one number stand at different stages on the way to its release.

    >>> _is_other_stage("3.9.1", "3.9.1-rc2"), _is_other_stage("3.9.1", "3.9.1-1")
    (True, False)
    """
    ours, theirs = _STAGED.fullmatch(gold), _STAGED.fullmatch(value)
    if ours is None or theirs is None or ours["number"] != theirs["number"]:
        return False
    return ours.groups() != theirs.groups()


def _has_other_sign(gold: str, value: str) -> bool:
    """Whether one sign differs, be it a letter for a digit: a check digit, a misprint.

    >>> _has_other_sign("1050-124x", "1050-1240"), _has_other_sign("sha1", "sha2")
    (True, False)
    """
    if len(gold) != len(value) or len(gold) < _LONG_ENOUGH - 1 or " " in gold:
        return False
    pairs = [(own, other) for own, other in zip(gold, value, strict=True) if own != other]
    return len(pairs) == 1 and "".join(pairs[0]).isalnum() and any(sign.isdecimal() for sign in gold)


def _is_extended(gold: str, value: str) -> bool:
    """Whether a value is gold with a port, a mask or a further part of a version; zeros apart."""
    bare = re.sub(r"(?<![\da-f])0+(?=[\da-f])", "", value) if _NUMERIC_ADDRESS.fullmatch(value) else value
    if bare.startswith(gold) and re.fullmatch(r"(?:[:/]\d{1,5})?", bare[len(gold) :]) is not None:
        return True
    return value.startswith(f"{gold}.") and re.fullmatch(r"\d+(?:\.\d+)*", value[len(gold) + 1 :]) is not None


_NUMERIC_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?")


@_remembered
def _digit_groups(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", text))


@_remembered
def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))


@_remembered
def shape(text: str) -> str:
    """A text with `a` for each letter and `9` for each digit."""
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text))
