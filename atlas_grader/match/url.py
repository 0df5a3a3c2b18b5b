"""URL cells: the same page, or the same site (grading.md, section 5).

Two different pages of one host are a mismatch. The same path on another host may be
a mirror or a new home, a short link or an archived copy may lead to gold: undecided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

from atlas_grader.answers import Cell
from atlas_grader.match.address import (
    Address,
    holds,
    is_detour,
    is_front_page_of,
    is_perhaps_tracking,
    read_address,
    site_of,
)
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.goldread import compile_gold
from atlas_grader.match.offers.judging import best, decide
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.match.turning import turns
from atlas_grader.names.denials import has_denial
from atlas_grader.tasks import Column, UrlLevel
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, match, mismatch, undecided


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    same = same_site if column.url_level is UrlLevel.SITE else same_page

    def judge(golds: tuple[Address, ...], cell: Cell) -> CellVerdict:
        verdict = judge_first(golds, cell)
        if verdict.verdict is Verdict.MATCH:
            if any(_is_another(golds, address, same) for address in _every_address(cell)):
                return _TWO_PAGES
            if has_denial(cell.text):
                return _DENIED
        return verdict

    def judge_first(golds: tuple[Address, ...], cell: Cell) -> CellVerdict:
        offers = [Offer(gold) for gold in golds]
        linked = [address for address in map(read_address, cell.addresses) if address is not None]
        told = _read_text(cell.text)
        if not linked:
            spaced = _with_spaces(cell.text)
            if any(same(gold, address).verdict is Verdict.MATCH for gold in golds for address in spaced):
                return _SAME
            return decide(told, offers, same)
        return _judge_links(linked, told, offers, same)

    return compile_gold(values, _read_gold, judge)


def _every_address(cell: Cell) -> list[Address]:
    """All pages that a cell names with a scheme or a path, be it in its text or as a link's target."""
    text = cell.text.translate(_QUOTES)
    if len(cell.addresses) + len(_NAMED.findall(text)) < 2:
        return []
    written = [_without_tail(place[0])[0] for place in islice(_IN_TEXT.finditer(text), _MOST_ADDRESSES)]
    told = filter(_NAMED.search, written)
    return [address for address in map(read_address, (*cell.addresses, *told)) if address is not None]


def _is_another(
    golds: Sequence[Address], address: Address, same: Callable[[Address, Address], CellVerdict]
) -> bool:
    """Whether an address is surely none of gold's pages; a host alone only says where they are."""
    if not (address.path or address.parameters) and any(address.host == gold.host for gold in golds):
        return False
    return all(same(gold, address).verdict is Verdict.MISMATCH for gold in golds)


def _judge_links(
    linked: Sequence[Address],
    told: Offer[Address] | None,
    golds: Sequence[Offer[Address]],
    same: Callable[[Address, Address], CellVerdict],
) -> CellVerdict:
    """A link's target counts; its text may name the page too, if not another host."""
    distinct = tuple(dict.fromkeys(linked))
    verdict = decide(Offer(distinct[0], beside=distinct[1:]), golds, same)
    if verdict.verdict is Verdict.MATCH or told is None or len(distinct) > 1:
        return verdict
    shown = decide(told, golds, same)
    if shown.verdict is Verdict.MATCH and told.value.host != distinct[0].host:
        return undecided(Reason.AMBIGUOUS, "the link leads elsewhere than its text says")
    return best([verdict, shown])


def _read_gold(text: str) -> Address | None:
    spaced = _with_spaces(text)
    if spaced:
        return spaced[0]
    told = _read_text(text)
    return None if told is None else told.value


# An address in running text: with a scheme, or a host with a path or a letters-only last label.
_IN_TEXT = re.compile(
    r"""(?:(?:https?|ftp)://|//)[^\s<>"\u3001\u3002\uff0c\u300c\u300d]+
      | (?<![\w@.-])(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}(?:[^\W\d_]{2,24}|xn--[a-z0-9-]{2,59})
        (?![\w@]) (?::\d{1,5}(?!\d))?(?:[/?\#][^\s<>"\u3001\u3002\uff0c\u300c\u300d]*)?""",
    re.VERBOSE | re.IGNORECASE,
)
_MOST_ADDRESSES = 20
_QUOTES = {ord(sign): " " for sign in '"<>«»'}


def _read_text(text: str) -> Offer[Address] | None:
    """The addresses in a text, told apart from the notes around them.

    Each address is replaced by a word without punctuation, which notes cannot be confused with.
    """
    text = text.translate(_QUOTES)
    whole = read_address(_without_tail(text.strip())[0])
    if whole is not None:
        return Offer(whole)
    found: dict[str, Address] = {}

    def hide(place: re.Match[str]) -> str:
        written, rest = _without_tail(place[0])
        address = read_address(written)
        if address is None or len(found) >= _MOST_ADDRESSES:
            return place[0]
        name = f"address{len(found)}"
        found[name] = address
        return f" {name} {rest}"

    hidden = _IN_TEXT.sub(hide, text)
    if len(set(found.values())) == 1 and not turns(hidden):
        return Offer(found["address0"])
    return read_offers(hidden, Wording(found.get, _is_label))


def _is_label(text: str) -> bool:
    return "address" not in text and not turns(text)


_TAIL = re.compile(r"[.,;:?'*\\]+$")


def _without_tail(text: str) -> tuple[str, str]:
    """Cut off punctuation that belongs to the sentence, not to the address."""
    written = text
    while True:
        shorter = _TAIL.sub("", written)
        for opening, closing in ("()", "[]", "（）", "【】"):
            if shorter.endswith(closing) and shorter.count(closing) > shorter.count(opening):
                shorter = shorter[:-1]
        if shorter == written:
            return written, text[len(written) :]
        written = shorter


def _with_spaces(text: str) -> list[Address]:
    """The whole text as one address that was copied with its spaces."""
    text = text.strip()
    if " " not in text or not re.match(r"https?://", text, re.IGNORECASE):
        return []
    spelled = (read_address(text.replace(" ", sign)) for sign in ("%20", "_"))
    return [address for address in spelled if address is not None]


# Comparing ----------------------------------------------------------------------------------------

_SAME = match(Reason.SAME_VALUE, "the same page")
_TWO_PAGES = undecided(Reason.AMBIGUOUS, "names another page too")
_DENIED = undecided(Reason.NEGATED, "a note denies the page")
_NAMED = re.compile(r"//|[^\W\d_]/")
_INDEX = re.compile(r"/(?:index|default|home)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)


def same_page(gold: Address, value: Address) -> CellVerdict:
    """Whether two addresses lead to one page."""
    if gold == value:
        return _SAME
    if is_detour(gold) or is_detour(value) or holds(value, gold) or holds(gold, value):
        return undecided(Reason.UNREADABLE, "a link that has to be followed")
    if (gold.host, gold.scheme) != (value.host, value.scheme):
        return _on_another_host(gold, value)
    if is_front_page_of(gold, value) or is_front_page_of(value, gold):
        return undecided(Reason.AMBIGUOUS, "a view of the same repository")
    if gold.path != value.path:
        alike = _loose_path(gold) == _loose_path(value)
        return undecided(Reason.AMBIGUOUS, "nearly the same path") if alike else _OTHER_PAGE
    if gold.parameters == value.parameters:
        # routes within one page; absent on one side it is a fragment like any other
        routed = gold.route and value.route
        return undecided(Reason.AMBIGUOUS, "another fragment") if routed else _SAME
    differing = set(gold.parameters) ^ set(value.parameters)
    told_twice = len({name for name, _ in differing}) < len(differing)
    if not told_twice and all(map(is_perhaps_tracking, differing)):
        return undecided(Reason.AMBIGUOUS, "differs in parameters that may not matter")
    return mismatch(Reason.OTHER_VALUE, "other parameters")


_OTHER_PAGE = mismatch(Reason.OTHER_VALUE, "another page")


def _on_another_host(gold: Address, value: Address) -> CellVerdict:
    if gold.path and _loose_path(gold) == _loose_path(value):
        return undecided(Reason.AMBIGUOUS, "the same path on another host")
    return mismatch(Reason.OTHER_VALUE, "another host")


def _loose_path(address: Address) -> str:
    return re.sub(r"/{2,}", "/", _INDEX.sub("", address.path)).casefold().rstrip("!")


def same_site(gold: Address, value: Address) -> CellVerdict:
    """Whether two addresses belong to one registered host."""
    if site_of(gold) == site_of(value):
        return match(Reason.SAME_VALUE, "the same site")
    if is_detour(gold) or is_detour(value):
        return undecided(Reason.UNREADABLE, "a link that has to be followed")
    return mismatch(Reason.OTHER_VALUE, "another site")


def _reads(column: Column) -> Callable[[Cell], bool]:
    return lambda cell: bool(cell.addresses) or _read_text(cell.text) is not None


RULES = TypeRules(_compile, _reads)
