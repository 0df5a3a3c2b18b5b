"""Identifier cells: the same canonical form for their scheme (grading.md, section 5).

Digits are signs here, not amounts: a lost leading zero, `4.20` for `4.2` or one digit
too few make another identifier. A cell of quite another shape (a code name, a renamed
symbol) may still mean the same thing: undecided.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from atlas_grader.answers import Cell
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.goldread import compile_gold
from atlas_grader.match.identifierkinds import (
    SCHEMES,
    Canonical,
    Phone,
    hardware,
    phone,
    same_phone,
    uuid,
    version,
)
from atlas_grader.match.offers import Offer, Wording, best, decide, read_offers
from atlas_grader.tasks import Column, IdentifierKind
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier as written, without its label, and what each scheme makes of it."""

    text: str
    label: str = ""
    """Words before it that name its scheme: `imo`."""
    whole: str = ""
    """Both of them."""
    forms: tuple[tuple[IdentifierKind, Canonical], ...] = ()


# Schemes that a checksum or a fixed prefix tells apart from anything else.
_TELLING = (
    IdentifierKind.DOI,
    IdentifierKind.ISBN,
    IdentifierKind.ORCID,
    IdentifierKind.ISIN,
    IdentifierKind.ISSN,
    IdentifierKind.IP,
)
_LABELLED = re.compile(
    r"(?P<label>[^\W\d_][^\d:#=/]{0,40}?)(?:\s?[:#=]\s?|\s(?:no\.?|nr\.?|number|№)\s?|\s)(?P<core>\S*\d.*)",
    re.IGNORECASE,
)
# `22.04 LTS`: a word on the version's standing
_SUPPORT = re.compile(r"(\d\.\d{1,9})\s(?:lts|final|stable|ga)$", re.IGNORECASE)
_HASHED = re.compile(r"(?:#|№|no\.|nr\.)\s?(?=\S)", re.IGNORECASE)


def read_identifier(text: str, kind: IdentifierKind) -> Identifier | None:
    """Read a whole text as one identifier of a scheme; `None` if it is not one."""
    text = text.strip(" \"'").rstrip(".,;?!")
    if kind is not IdentifierKind.GENERIC:
        form = SCHEMES[kind](text)
        if form is None and kind is IdentifierKind.VERSION and (labelled := _LABELLED.fullmatch(text)):
            form = version(labelled["core"])
            return Identifier(text, labelled["label"].casefold(), text, ((kind, form),)) if form else None
        return None if form is None else Identifier(text, whole=text, forms=((kind, form),))
    forms = tuple((scheme, form) for scheme in _TELLING if (form := SCHEMES[scheme](text)) is not None)
    if not forms and (code := uuid(text) or hardware(text)):
        forms = ((IdentifierKind.GENERIC, code),)
    if text.startswith(("+", "tel:")) and (number := phone(text)) is not None:
        forms = ((IdentifierKind.PHONE, number),)
    text = _SUPPORT.sub(r"\1", _HASHED.sub("", text, count=1) if _HASHED.match(text) else text)
    labelled = _LABELLED.fullmatch(text)
    whole = text.casefold()
    if labelled is None:
        return Identifier(whole, whole=whole, forms=forms)
    return Identifier(labelled["core"].casefold(), labelled["label"].casefold(), whole, forms)


_ONE_WORD = re.compile(r"[^\s/]*\d[^\s/]*")
_CODE = re.compile(r"[A-Z][A-Z0-9._-]{1,11}")


def _read_offered(text: str, kind: IdentifierKind) -> Identifier | None:
    """Read what may be one of several values: stricter, so that prose is no identifier."""
    found = read_identifier(text, kind)
    if found is None or (kind is IdentifierKind.VERSION and found.label and "." not in text):
        return None
    if kind is not IdentifierKind.GENERIC or found.forms:
        return found
    return found if _ONE_WORD.fullmatch(found.text) or _CODE.fullmatch(text) else None


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    kind = column.identifier_kind
    wording = Wording(lambda text: _read_offered(text, kind))

    def judge(golds: tuple[Identifier, ...], cell: Cell) -> CellVerdict:
        links = (cell.text, *cell.addresses[:1])
        if any(_leads_to(gold, link, kind) for gold in golds for link in links):
            return _SAME
        whole = read_identifier(cell.text, kind) if cell.text else None
        if whole is not None:
            verdict = best([same_identifier(gold, whole) for gold in golds])
            if verdict.verdict is Verdict.MATCH:
                return verdict
        offer = read_offers(cell.text, wording)
        if offer is None and whole is not None and all(_shape(g.whole) == _shape(whole.whole) for g in golds):
            offer = Offer(whole)
        if offer is not None:
            return decide(offer, [Offer(gold) for gold in golds], same_identifier)
        return undecided(Reason.UNREADABLE, "not one identifier to its end")

    return compile_gold(values, lambda text: read_identifier(text, kind) if text else None, judge)


def _leads_to(gold: Identifier, text: str, kind: IdentifierKind) -> bool:
    """Whether a text is a link to the page that is called by the identifier."""
    if not _LINK.match(text):
        return False
    read = read_identifier(text, kind)
    if read is not None and any(form in gold.forms for form in read.forms):
        return True
    path = unquote(text).casefold().rstrip("/")
    return (
        len(gold.text) >= _TELLING_LENGTH
        and path.endswith(gold.text)
        and path[-len(gold.text) - 1] in "/?=&#"
    )


_LINK = re.compile(r"https?://", re.IGNORECASE)
_TELLING_LENGTH = 4


# Comparing ----------------------------------------------------------------------------------------

_SAME = match(Reason.SAME_VALUE, "the same canonical form")
_SAME_PARTS = match(Reason.VARIANT, "differs in hyphens and spaces only")
_OTHER = mismatch(Reason.OTHER_VALUE, "another identifier")
_OTHER_DIGITS = mismatch(Reason.OTHER_NUMBERS, "other digits")
_UNLIKE = undecided(Reason.NO_RULE_DECIDED, "written so differently that it may be another name of it")
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
    if _closed(gold.whole) == _closed(value.whole):
        return _SAME
    if _differs_in_hyphens(gold.whole, value.whole) and not _SPREADSHEET_DATE.fullmatch(value.text):
        return _SAME_PARTS
    if _same_text(gold.text, value.text):
        return _compare_labels(gold, value)
    if _SPREADSHEET_DATE.fullmatch(value.text) and not _SPREADSHEET_DATE.fullmatch(gold.text):
        return mismatch(Reason.OTHER_VALUE, "turned into a date by a spreadsheet")
    return _compare_unequal(gold, value)


def _compare_forms(kind: IdentifierKind, gold: Canonical, value: Canonical) -> CellVerdict:
    if isinstance(gold, Phone) and isinstance(value, Phone):
        same = same_phone(gold, value)
        if same is None:
            return undecided(Reason.AMBIGUOUS, "one of the numbers is incomplete")
        return _SAME if same else _OTHER_DIGITS
    if gold == value:
        return _SAME
    if kind is IdentifierKind.VERSION and _stripped(str(gold)) == _stripped(str(value)):
        return undecided(Reason.AMBIGUOUS, "differs in zeros at the end")
    return _OTHER


def _is_misprinted_book(gold: Identifier, value: Identifier) -> bool:
    book = dict(gold.forms).get(IdentifierKind.ISBN)
    digits = re.sub(r"[- ]", "", value.text)
    return (
        isinstance(book, str) and re.fullmatch(r"\d{9}[\dx]", digits) is not None and digits[:9] == book[3:12]
    )


def _stripped(number: str) -> str:
    return re.sub(r"(?:\.0)+$", "", number)


def _same_text(gold: str, value: str) -> bool:
    if (ours := _STAGED.fullmatch(gold)) and (theirs := _STAGED.fullmatch(value)):
        return ours.groups() == theirs.groups()
    return gold == value or _versionless(gold) == _versionless(value) or _closed(gold) == _closed(value)


def _versionless(text: str) -> str:
    """`v2.7.18` without its v.

    >>> _versionless("v2.7.18"), _versionless("v8")
    ('2.7.18', 'v8')
    """
    return text[1:] if re.fullmatch(r"v\d+(?:\.\d+)+\S*", text) else text


def _closed(text: str) -> str:
    """Without the spaces between letters and digits: `ngc 224` is `ngc224`."""
    if _ACCOUNT.fullmatch(text):
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


def _parts(text: str) -> list[str] | str:
    """Letters and digits in turn, where only spaces, hyphens and underscores stand between them."""
    return re.findall(r"\d+|[^\W\d_]+", text) if _SEPARATED.fullmatch(text) else text


# An IBAN is printed in groups of four (ISO 13616).
_ACCOUNT = re.compile(r"[a-z]{2}\d{2}(?: [a-z0-9]{4}){2,7}(?: [a-z0-9]{1,4})?")


def _compare_labels(gold: Identifier, value: Identifier) -> CellVerdict:
    labels = {label for label in (gold.label, value.label) if label and label not in _WORDS_FOR_IT}
    if len(labels) < 2:
        # `11` for `Apollo 11` says too little
        told = gold.label == value.label or not labels or len(re.sub(r"\W", "", gold.text)) >= 3
        return _SAME if told else _UNLIKE
    return undecided(Reason.AMBIGUOUS, "the same digits under another name")


_WORDS_FOR_IT = frozenset(
    {"id", "code", "version", "ver", "release", "number", "no", "nr", "identifier", "ref"}
)


def _compare_unequal(gold: Identifier, value: Identifier) -> CellVerdict:
    ours, theirs = _digit_groups(gold.text), _digit_groups(value.text)
    if gold.label and value.label and gold.label != value.label:
        return _UNLIKE
    if _is_other_stage(gold.text, value.text):
        return _OTHER
    if _is_extended(gold.text, value.text):
        return undecided(Reason.AMBIGUOUS, "gold's value, and something more")
    if _letters(gold.text) == _letters(value.text) and ours and theirs:
        if "".join(ours) != "".join(theirs):
            return _OTHER_DIGITS
        dotted = any(re.search(r"\d\.\d", text) for text in (gold.text, value.text))
        grouped = any(re.fullmatch(r"\d{1,3}(?:\.\d{3})+", text) for text in (gold.text, value.text))
        return _OTHER_DIGITS if dotted and not grouped and ours != theirs else _UNLIKE
    if _has_other_sign(gold.text, value.text):
        return _OTHER
    alike = _shape(gold.text) == _shape(value.text)
    if alike and (ours or (len(gold.text) <= 6 and " " not in gold.text)):
        return _OTHER
    return _UNLIKE


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
    if re.sub(r"[:/]\d{1,5}$", "", bare) == gold:
        return True
    return value.startswith(f"{gold}.") and re.fullmatch(r"\d+(?:\.\d+)*", value[len(gold) + 1 :]) is not None


_NUMERIC_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?:[:/]\d{1,5})?")


def _digit_groups(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalpha())


def _shape(text: str) -> str:
    return re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text))


def _reads(column: Column) -> Callable[[Cell], bool]:
    kind = column.identifier_kind

    def reads(cell: Cell) -> bool:
        words = cell.text.split()
        found = read_identifier(cell.text, kind) if words else None
        if found is None:
            return False
        # prose is no identifier, four-letter groups are
        short = len(words) <= _MOST_WORDS or all(len(word) <= _MOST_WORDS for word in words)
        return bool(found.forms) or short

    return reads


_MOST_WORDS = 4

RULES = TypeRules(_compile, _reads)
