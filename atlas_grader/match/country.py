"""`country` cells: names in many languages, ISO, IOC and FIFA codes, flags, nationalities (grading.md 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from atlas_grader.match.choices.entities import EntityTable, entity_rules, load_entities, without_article
from atlas_grader.policy import read_table

_FLAG = re.compile("\\s*[\U0001f1e6-\U0001f1ff]{2}\\s*|\\s*\U0001f3f4\\s*")
# `Korea, South`, `Iran (Islamic Republic of)`
_INVERTED = re.compile(r"([^,()]{3,40}?)(?:,\s*|\s*\()([^,()]{2,50})\)?")
_FORM = (
    r"(?:republic|rep\.|kingdom|commonwealth|federation|union|principality|"
    r"grand duchy|sultanate|confederation)"
)
_KIND = (
    r"(?:(?:people's|democratic|islamic|federal|socialist|arab|united|plurinational|bolivarian|co-?operative|hashemite|"
    r"independent|oriental|federative|sovereign|popular|dem\.|fed\.)\s+){0,4}"
)
_OFFICIAL = re.compile(rf"(?:the\s+)?{_KIND}{_FORM}\s+of\s+(?:the\s+)?(\S.*)", re.IGNORECASE)
_ADJECTIVAL = re.compile(
    r"(?:the\s+)?([^\W\d_]+)\s+(?:arab\s+)?(?:republic|rep\.|federation|confederation)", re.IGNORECASE
)
_FOREIGN = re.compile(
    r"(?:rep[úu]blica|r[ée]publique|republik|republiek|repubblica|republika|республика|республіка|"
    r"reino|royaume|königreich|regno|koninkrijk|"
    r"großherzogtum|fürstentum|principado|principauté)\s+"
    r"(?:(?:de la|de l'|dell'|della|delle|del|des|de|di|du|do|da|van|der)\s+|d'|de l'|dell')?(\S.*)",
    re.IGNORECASE,
)


@cache
def country_table() -> EntityTable:
    """Every known name and code of a country."""
    told = read_table("match", "territories")
    parts = frozenset(
        (part, state) for state, them in told.items() if len(state) == 2 for part in them.split()
    )
    past = frozenset(told["former"].split())
    return replace(load_entities("countries"), rewrite=_rewordings, parts=parts, past=past)


def _rewordings(text: str) -> tuple[str, ...]:
    """Other wordings under which a country may be listed, the surest first."""
    plain = _FLAG.sub(" ", text).strip() or text
    wordings = [plain] if plain != text else []
    inverted = _INVERTED.fullmatch(plain)
    for wording in (plain, f"{inverted[2]} {inverted[1]}") if inverted else (plain,):
        wordings.extend(_unofficial(wording))
    return tuple(wordings)


def _unofficial(text: str) -> Iterator[str]:
    yield text
    bare = without_article(text)
    if bare:
        yield bare
    for pattern in (_OFFICIAL, _ADJECTIVAL, _FOREIGN):
        found = pattern.fullmatch(text)
        if found is not None:
            yield found[1]
            yield without_article(found[1]) or found[1]


RULES = entity_rules(country_table)
