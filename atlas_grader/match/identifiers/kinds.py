"""The canonical form of the identifiers that have one: DOI, ISBN, ISSN, ORCID, ISIN, IP, phone, version.

Each scheme has one function `text → canonical form | None`. `None` means that the text is
not such an identifier, checksum included: a wrong check digit is a misprint of something.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from atlas_grader.policy import read_table
from atlas_grader.tasks import IdentifierKind


@dataclass(frozen=True, slots=True)
class Phone:
    """A telephone number: its digits, whether they begin with a country code, the extension."""

    digits: str
    international: bool
    extension: str = ""


Canonical = str | Phone

_DOI = re.compile(
    r"(?:(?:https?://)?(?:www\.|dx\.)?doi\.org/|info:doi/|doi\s?[:=]?\s?|urn:doi:)?(10\.\d{4,9}(?:\.\d+)*/\S+)",
    re.IGNORECASE,
)
_BOOK = re.compile(
    r"(?:(?:urn:)?e?-?isbn(?:[- ]?1[03])?\s?(?:no\.?|number)?\s?[:=]?\s?)?"
    r"((?:\d[- ]?){9}(?:(?:\d[- ]?){3})?[\dx])",
    re.IGNORECASE,
)
_SERIAL = re.compile(r"(?:(?:urn:)?[pe]?-?issn(?:-l)?\s?[:=]?\s?)?(\d{4})[- ]?(\d{3}[\dx])", re.IGNORECASE)
_RESEARCHER = re.compile(
    r"(?:(?:https?://)?(?:www\.)?orcid\.org/|orcid(?: id)?\s?[:=]?\s?)?((?:\d{4}[- ]?){3}\d{3}[\dx])/?",
    re.IGNORECASE,
)
_SECURITY = re.compile(r"(?:isin\s?[:=]?\s?)?([a-z]{2}(?: ?[a-z0-9]){9} ?\d)", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:ip(?:v[46])?(?: address)?\s?[:=]?\s?)?\[?([0-9a-f:.]{2,45})\]?", re.IGNORECASE)
_PHONE = re.compile(
    r"(?:(?:tel|phone|telephone|fax|mobile|call|тел|电话|電話|telefon|teléfono|téléphone|telefono)\.?"
    r"(?: no\.?)?\s?[:=]?\s?)?"
    r"(?P<plus>\+|00(?=[-.\s/]?[1-9]))?[-.\s/]?(?P<body>\(?\d(?:[-.\s/()]{0,3}\d){4,16}\)?)"
    r"(?:\s?[,;]?\s?(?:ext|x|extension|доб|durchwahl|poste)\.?\s?(?P<extension>\d{1,6}))?",
    re.IGNORECASE,
)
_CODE_IN_BRACKETS = re.compile(r"^\(((?:\+|00)\s?[1-9]\d{0,2})\)\s?")
# What is dialled before a country's code in North America, Australia and Japan
_EXIT_CODES = ("0011", "011", "010")
_VERSION = re.compile(
    r"(?:(?:version|ver|release|rel|v|версия|版本|バージョン|versión|versão|versione|wersja|sürüm)\.?\s?[:=]?\s?)?"
    r"(\d{1,9}(?:[.]\d{1,9}){0,7})"
    r"(?:[-._ ]?(?P<pre>(?:alpha|beta|a|b|c|rc|pre|preview|dev|snapshot|m|milestone|p|post|patch|sp|build"
    r"|u|update|r)[-._ ]?\d{0,6}|[a-z]))?(?:[ -](?:lts|stable|final|ga|release|latest|current))?",
    re.IGNORECASE,
)


def doi(text: str) -> str | None:
    """A DOI, which is case-insensitive (ISO 26324).

    >>> doi("https://dx.doi.org/10.5555/Q77-ZP") == doi("DOI: 10.5555/q77-zp")
    True
    """
    found = _DOI.fullmatch(unquote(text)) or _DOI.fullmatch(re.sub(r"(?<=\d) ?/ ?(?=\S)", "/", text))
    return found[1].rstrip(".,;").casefold() if found else None


def isbn(text: str) -> str | None:
    """An ISBN as its thirteen digits (ISO 2108).

    >>> isbn("0-262-04387-4")
    '9780262043878'
    """
    found = _BOOK.fullmatch(text)
    if found is None:
        return None
    digits = _plain(found[1]).upper()
    if len(digits) == 13 and digits.startswith(("978", "979")):
        return digits if digits.isdecimal() and _ean_check(digits[:12]) == digits[12] else None
    if len(digits) != 10 or _mod_11_check(digits[:9]) != digits[9]:
        return None
    return (body := f"978{digits[:9]}") + _ean_check(body)


def issn(text: str) -> str | None:
    """An ISSN as eight signs (ISO 3297)."""
    found = _SERIAL.fullmatch(text)
    if found is None:
        return None
    digits = (found[1] + found[2]).upper()
    return digits if _mod_11_check(digits[:7]) == digits[7] else None


def orcid(text: str) -> str | None:
    """An ORCID iD as sixteen signs (ISO 7064, MOD 11-2)."""
    found = _RESEARCHER.fullmatch(text)
    if found is None:
        return None
    digits = _plain(found[1]).upper()
    total = 0
    for digit in digits[:15]:
        total = (total + int(digit)) * 2
    check = (12 - total % 11) % 11
    return digits if digits[15] == ("X" if check == 10 else str(check)) else None


def isin(text: str) -> str | None:
    """An ISIN in capitals (ISO 6166), if its check digit fits."""
    found = _SECURITY.fullmatch(text)
    if found is None:
        return None
    code = _plain(found[1]).upper()
    digits = "".join(str(int(sign, 36)) for sign in code)
    doubled = (int(d) * (2 if place % 2 else 1) for place, d in enumerate(reversed(digits)))
    return code if sum(d // 10 + d % 10 for d in doubled) % 10 == 0 else None


def ip(text: str) -> str | None:
    """An IPv4 or IPv6 address, compressed (RFC 5952).

    >>> ip("2001:0DB8:0:0::0001")
    '2001:db8::1'
    """
    found = _ADDRESS.fullmatch(text)
    try:
        return str(ipaddress.ip_address(found[1])) if found else None
    except ValueError:
        return None


def phone(text: str) -> Phone | None:
    """A telephone number; `+49 (0)30` has its trunk zero removed."""
    found = _PHONE.fullmatch(_CODE_IN_BRACKETS.sub(r"\1 ", re.sub(r"^tel:", "", text)))
    if found is None:
        return None
    body = found["body"]
    if found["plus"]:
        body = body.replace("(0)", "")
    digits = re.sub(r"\D", "", body)
    return Phone(digits, bool(found["plus"]), found["extension"] or "") if len(digits) <= 15 else None


def version(text: str) -> str | None:
    """A version number: `4.20` is not `4.2`, `v2.7.18` is `2.7.18`.

    >>> version("Version 2.7.18"), version("3.0-RC1")
    ('2.7.18', '3.0rc1')
    """
    found = _VERSION.fullmatch(text)
    if found is None:
        return None
    return found[1] + re.sub(r"[-._ ]", "", found["pre"] or "").casefold()


_UUID = re.compile(
    r"(?:urn:uuid:|(?:uuid|guid)\s?[:=]?\s?)?[{(]?"
    r"([0-9a-f]{8}(-?)[0-9a-f]{4}\2[0-9a-f]{4}\2[0-9a-f]{4}\2[0-9a-f]{12})[)}]?",
    re.IGNORECASE,
)
_HARDWARE = re.compile(
    r"(?:mac(?: address)?\s?[:=]?\s?)?"
    r"([0-9a-f]{2}(?:([:-])[0-9a-f]{2})(?:\2[0-9a-f]{2}){4}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}"
    r"|(?=\d{0,11}[a-f])[0-9a-f]{12})",
    re.IGNORECASE,
)


def uuid(text: str) -> str | None:
    """A UUID in its usual form (RFC 9562), in braces or without hyphens.

    >>> uuid("{F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6}")
    'uuid:f81d4fae7dec11d0a76500a0c91e6bf6'
    """
    found = _UUID.fullmatch(text)
    return f"uuid:{found[1].replace('-', '').casefold()}" if found else None


def hardware(text: str) -> str | None:
    """A MAC address (IEEE 802), in pairs, in groups of four, or run together."""
    found = _HARDWARE.fullmatch(text)
    return f"mac:{re.sub('[:.-]', '', found[1]).casefold()}" if found else None


SCHEMES: Mapping[IdentifierKind, Callable[[str], Canonical | None]] = {
    IdentifierKind.DOI: doi,
    IdentifierKind.ISBN: isbn,
    IdentifierKind.ISSN: issn,
    IdentifierKind.ORCID: orcid,
    IdentifierKind.ISIN: isin,
    IdentifierKind.IP: ip,
    IdentifierKind.PHONE: phone,
    IdentifierKind.VERSION: version,
}
"""The reader of each scheme that has a canonical form."""


def same_phone(gold: Phone, value: Phone) -> bool | None:
    """Whether two numbers reach one telephone; `None` where a number may be too short to tell.

    >>> same_phone(phone("+33 1 55 55 01 42"), phone("01 55 55 01 42"))
    True
    """
    if gold.extension != value.extension:
        return None if _same_digits(gold, value) else False
    return _same_digits(gold, value)


def _same_digits(gold: Phone, value: Phone) -> bool | None:
    if gold.digits == value.digits:
        return True
    if gold.international is value.international:
        longer, shorter = sorted((gold.digits, value.digits), key=len, reverse=True)
        # one of two national numbers may lack the trunk prefix, the area or the country
        bare = shorter.lstrip("0")
        return None if not gold.international and len(bare) >= 5 and longer.endswith(bare) else False
    full, national = (gold, value) if gold.international else (value, gold)
    if national.digits.startswith(_EXIT_CODES) and national.digits.endswith(full.digits):
        return None
    for trunk in ("", "0", "1", "8"):
        if national.digits.startswith(trunk):
            rest = national.digits.removeprefix(trunk)
            if len(rest) >= 5 and full.digits.endswith(rest):
                country = full.digits[: len(full.digits) - len(rest)]
                return True if country in _calling_codes() else None
    return False


@cache
def _calling_codes() -> frozenset[str]:
    """Country codes of ITU-T E.164."""
    return frozenset(map(str, read_table("match", "calling_codes")["codes"]))


def _plain(text: str) -> str:
    return text.replace("-", "").replace(" ", "")


def _ean_check(digits: str) -> str:
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return str(-total % 10)


def _mod_11_check(digits: str) -> str:
    total = sum(
        int(digit) * weight for digit, weight in zip(digits, range(len(digits) + 1, 1, -1), strict=True)
    )
    check = -total % 11
    return "X" if check == 10 else str(check)
