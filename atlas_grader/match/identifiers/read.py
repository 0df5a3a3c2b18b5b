"""What an identifier says: its text, its label, and what each scheme makes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from atlas_grader.match.identifiers.kinds import SCHEMES, Canonical, hardware, phone, uuid, version
from atlas_grader.tasks import IdentifierKind


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
# A MAC address without signs
_SHORTEST_CODE = 12
# Digits without which no text is one of a scheme; `::` is an IP address.
_LEAST_DIGITS = {
    IdentifierKind.DOI: 6,
    IdentifierKind.ISBN: 9,
    IdentifierKind.ORCID: 15,
    IdentifierKind.ISIN: 1,
    IdentifierKind.ISSN: 7,
    IdentifierKind.IP: 0,
}
_LABELLED = re.compile(
    r"(?P<label>[^\W\d_][^\d:#=/]{0,40}?)(?:\s?[:#=]\s?|\s(?:no\.?|nr\.?|number|№)\s?|\s)(?P<core>\S*\d.*)",
    re.IGNORECASE,
)
# `22.04 LTS`: a word on the version's standing
_SUPPORT = re.compile(r"(\d\.\d{1,9})\s(?:lts|final|stable|ga)$", re.IGNORECASE)
# `(+260)`: brackets around all of it
_OPENING = frozenset("([")
_ENCLOSED = re.compile(r"\(\s*([^()]*[^()\s])\s*\)|\[\s*([^\[\]]*[^\[\]\s])\s*\]")
_LABEL_END = re.compile(r"[\s:#=№]")
_HASHED = re.compile(r"(?:#|№|no\.|nr\.)\s?(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def read_identifier(text: str, kind: IdentifierKind) -> Identifier | None:
    """Read a whole text as one identifier of a scheme; `None` if it is not one."""
    text = text.strip(" \"'").rstrip(".,;?!")
    if text[:1] in _OPENING and (enclosed := _ENCLOSED.fullmatch(text)):
        text = enclosed[1] or enclosed[2]
    if kind is not IdentifierKind.GENERIC:
        form = SCHEMES[kind](text)
        if form is None and kind is IdentifierKind.VERSION and (labelled := _LABELLED.fullmatch(text)):
            form = version(labelled["core"])
            return Identifier(text, labelled["label"].casefold(), text, ((kind, form),)) if form else None
        return None if form is None else Identifier(text, whole=text, forms=((kind, form),))
    forms = _forms(text)
    if not forms and len(text) >= _SHORTEST_CODE and (code := uuid(text) or hardware(text)):
        forms = ((IdentifierKind.GENERIC, code),)
    if text.startswith(("+", "tel:")) and (number := phone(text)) is not None:
        forms = ((IdentifierKind.PHONE, number),)
    text = _SUPPORT.sub(r"\1", _HASHED.sub("", text, count=1) if _HASHED.match(text) else text)
    # A label ends in a space or one of three signs.
    labelled = _LABELLED.fullmatch(text) if _LABEL_END.search(text) else None
    whole = text.casefold()
    if labelled is None:
        return Identifier(whole, whole=whole, forms=forms)
    return Identifier(labelled["core"].casefold(), labelled["label"].casefold(), whole, forms)


def _forms(text: str) -> tuple[tuple[IdentifierKind, Canonical], ...]:
    """What the schemes make of a text, of which only those are asked that have a chance."""
    digits = sum(map(str.isdecimal, text))
    asked = (scheme for scheme in _TELLING if digits >= _LEAST_DIGITS[scheme])
    return tuple((scheme, form) for scheme in asked if (form := SCHEMES[scheme](text)) is not None)


_ONE_WORD = re.compile(r"[^\s/]*\d[^\s/]*")
LONGEST_OFFERED = 120
# An IBAN is printed in groups of four (ISO 13616).
ACCOUNT = re.compile(r"[a-z]{2}\d{2}(?: [a-z0-9]{4}){2,7}(?: [a-z0-9]{1,4})?")
_CODE = re.compile(r"[A-Z][A-Z0-9._-]{1,11}")


def may_stand_alone(found: Identifier, text: str, kind: IdentifierKind) -> bool:
    """Whether a text may be one of several values: prose is no identifier."""
    if len(text) > LONGEST_OFFERED or (kind is IdentifierKind.VERSION and found.label and "." not in text):
        return False
    if kind is not IdentifierKind.GENERIC or found.forms:
        return True
    if ACCOUNT.fullmatch(found.whole) is not None:
        return True
    return _ONE_WORD.fullmatch(found.text) is not None or _CODE.fullmatch(text) is not None
