"""Which countries there are, and every name and code of theirs: official forms, inversions, flags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Indel

from atlas_grader.match.choices.entities import (
    Entities,
    EntityTable,
    entity_key,
    load_entities,
    without_article,
)
from atlas_grader.names.glosses import state_of
from atlas_grader.names.keys import exact_key
from atlas_grader.names.policy import table, words
from atlas_grader.names.similar import (
    LEAST_SIMILAR,
    MARGIN,
    SHORTEST_MISSPELT_WORD,
    is_misspelling,
    without_doubles,
)
from atlas_grader.policy import read_table

_FLAG = re.compile("\\s*[\U0001f1e6-\U0001f1ff]{2}\\s*|\\s*\U0001f3f4[\U000e0020-\U000e007f]*\\s*")
# `Korea, South`, `Germany - East`, `Iran (Islamic Republic of)`
_INVERTED = re.compile(r"([^,()\[\]]{3,40}?)(?:,\s*|\s-\s|\s*[(\[])([^,()\[\]]{2,50})[)\]]?")
_FORM = (
    r"(?:republic|rep\.|kingdom|commonwealth|federation|union|principality|"
    r"grand duchy|sultanate|confederation)"
)
_KIND = (
    r"(?:(?:people's|democratic|islamic|federal|socialist|arab|united|plurinational|bolivarian|co-?operative|hashemite|"
    r"independent|oriental|federative|sovereign|popular|dem\.|fed\.)\s+){0,4}"
)
_OFFICIAL = re.compile(
    rf"(?:the\s+)?(?P<form>{_KIND}{_FORM})\s+of\s+(?:the\s+)?(?P<name>\S.*)", re.IGNORECASE
)
_ADJECTIVAL = re.compile(
    r"(?:the\s+)?(?P<name>[^\W\d_]+)\s+(?P<form>(?:arab\s+)?(?:republic|rep\.))", re.IGNORECASE
)
_FOREIGN = re.compile(
    r"(?P<form>rep[úu]blica|r[ée]publique|republik|republiek|repubblica|republika|республика|республіка|"
    r"reino|royaume|königreich|regno|koninkrijk|"
    r"großherzogtum|fürstentum|principado|principauté)\s+"
    r"(?:(?:de la|de l'|dell'|della|delle|del|des|de|di|du|do|da|van|der)\s+|d'|de l'|dell')?(?P<name>\S.*)",
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
    return replace(load_entities("countries"), rewrite=_rewordings, derive=_misspelt, parts=parts, past=past)


# Chechnia is not Chechia, nor Leetonia Letonia: only English has its short names, and long doubled ones.
_SHORTEST_MISSPELT, _SHORTEST_DOUBLED, _LONGEST_MISSPELT = 8, 9, 40


@lru_cache(maxsize=1 << 12)
def _misspelt(text: str) -> Entities | None:
    """The one country of whose name a long word is a misspelling: `Azerbajan`; near no name of another."""
    key = entity_key(without_article(text) or text)
    if not key.isalpha() or not _SHORTEST_MISSPELT <= len(key) <= _LONGEST_MISSPELT:
        return None
    said = exact_key(text).split()
    meant = any(_may_mean(key, said, name) for name in _much_like(key, _english())) or (
        len(key) >= _SHORTEST_DOUBLED and without_doubles(key) in _undoubled()
    )
    return _only_near(key) if meant else None


def _may_mean(key: str, said: Sequence[str], name: str) -> bool:
    """Whether a key can be a name, misspelt in a long word: `Costa Riga` in a short one is anything."""
    return is_misspelling(key, name) and all(
        len(word) >= SHORTEST_MISSPELT_WORD or word in name for word in said
    )


def _only_near(key: str) -> Entities | None:
    """What all names that are much like a key stand for, if that is one country."""
    names = country_table().names
    found = {names[name] for name in _much_like(key, names.keys())}
    return found.pop() if len(found) == 1 and all(len(states) == 1 for states in found) else None


def _much_like(key: str, names: Iterable[str]) -> list[str]:
    cutoff = LEAST_SIMILAR - MARGIN
    like = process.extract(key, names, scorer=Indel.normalized_similarity, score_cutoff=cutoff, limit=None)
    return [name for name, _, _ in like]


@cache
def _english() -> tuple[str, ...]:
    names = read_table("match", "countries")["english"].split("|")
    return tuple(name for name in names if len(name) >= _SHORTEST_MISSPELT)


@cache
def _undoubled() -> frozenset[str]:
    return frozenset(without_doubles(n) for n in country_table().names if len(n) >= _SHORTEST_DOUBLED)


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
            name = without_article(found["name"]) or found["name"]
            if _is_own_form(found["form"], name):
                yield found["name"]
                yield name


def _is_own_form(form: str, name: str) -> bool:
    """Whether a state is called by a form: the Kingdom of Serbia, the Mali Federation were others."""
    states = country_table().names.get(entity_key(name), frozenset())
    told = table("polities")["form_words"]
    form = " ".join(told.get(word, word) for word in exact_key(form).split())
    return states.isdisjoint(_republics_not()) if form == "republic" else states <= _called(form)


@cache
def _called(form: str) -> Entities:
    """The states that are officially called by a form."""
    return frozenset(filter(None, map(state_of, table("polities")["forms"].get(form, ()))))


@cache
def _republics_not() -> Entities:
    return frozenset(filter(None, map(state_of, words("polities", "no_republics"))))
