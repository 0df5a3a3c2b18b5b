"""Whether a release's licence is an SPDX expression: ids joined by `AND`, `OR` and `WITH`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from atlas_grader.policy import read_table
from atlas_grader.records.located import did_you_mean, quote
from atlas_grader.vetting.findings import Finding, doubt

_WORD = re.compile(r"[()]|[^()\s]+")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*\+?")
_OWN = re.compile(r"(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+")
_SIGNS = {"(": "(", ")": ")", "AND": "&", "OR": "&", "WITH": "&"}
_ID_SIGN = "i"
_MOST_WORDS = 100


def licence_findings(expression: str) -> Iterator[Finding]:
    """What is wrong, or doubtful, with a licence; an id that is not in the table may be right."""
    words = _WORD.findall(expression)
    if not words:
        return  # the manifest's own record refuses it
    if not _is_expression(words):
        yield Finding(f"expected an SPDX expression such as `CC-BY-4.0`, got {quote(expression)}")
        return
    for before, word in pairwise(["", *words]):
        if word in _SIGNS or before == "WITH" or _OWN.fullmatch(word):
            continue
        if word.removesuffix("+").casefold() not in _known():
            hint = did_you_mean(word, _known().values())
            yield doubt(
                f"expected a well-known SPDX identifier, or one of your own (`LicenseRef-…`), "
                f"got {quote(word)}{hint}"
            )


def _is_expression(words: Sequence[str]) -> bool:
    if len(words) > _MOST_WORDS:
        return False
    signs = "".join(map(_sign, words))
    while (shorter := re.sub(r"\(i\)|i&i", _ID_SIGN, signs)) != signs:
        signs = shorter
    return signs == _ID_SIGN


def _sign(word: str) -> str:
    is_id = _ID.fullmatch(word) or _OWN.fullmatch(word)
    return _SIGNS.get(word) or (_ID_SIGN if is_id else "?")


@cache
def _known() -> dict[str, str]:
    """Folded identifier → identifier."""
    return {name.casefold(): name for name in read_table("vetting", "licences")["known"].split()}
