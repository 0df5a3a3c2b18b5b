"""A name and its gloss: the same name in another script, beside it (`哈博罗内 (Gaborone)`, `朱巴 Juba`).

What stands in a bracket may as well say where something is or what it is. A state
glosses only its own name; and without a bracket only sound can tell a gloss from a
part of the name (`LG 화학` is not LG).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from rapidfuzz.distance import Indel

from atlas_grader.names.keys import exact_key, name_key
from atlas_grader.names.policy import table, words
from atlas_grader.names.scripts import scripts_in, to_latin

_LATIN = frozenset({"LATIN"})
_DIGITS = re.compile(r"\d+")
_LONGEST = 80
_FEWEST_LETTERS = 2
_LEAST_ALIKE = 0.8


def is_gloss(name: str, aside: str) -> bool:
    """Whether a bracket beside `name` holds its gloss, rather than a note.

    >>> is_gloss("哈博罗内", "Gaborone"), is_gloss("腾讯", "China"), is_gloss("中国", "China")
    (True, False, True)
    """
    if not _in_two_scripts(name, aside):
        return False
    state = state_of(aside)
    if state:
        return state_of(name) == state
    key = exact_key(aside)
    if key in words("polities", "qualifiers") or key in words("markers", "kinds"):
        return False
    # A title or a proper name; `film` is a note.
    return not scripts_in(aside) <= _LATIN or aside[0].isupper()


def is_sure_gloss(name: str, aside: str) -> bool:
    """Whether state or sound shows that a bracket in another script is the same name, not an author's.

    >>> is_sure_gloss("София", "Sofia"), is_sure_gloss("夜に駆ける", "YOASOBI")
    (True, False)
    """
    if state_of(aside):
        return True
    latin, foreign = (name, aside) if scripts_in(name) == _LATIN else (aside, name)
    if scripts_in(latin) != _LATIN:
        return False
    # `トヨタ (Toyota)` has too few consonants to sound alike, but every letter.
    return _sound_alike(foreign, latin) or name_key(to_latin(foreign)) == name_key(latin)


def spaced_gloss(text: str) -> tuple[str, ...]:
    """The two names of which `text` consists, if they sound alike; else nothing.

    >>> spaced_gloss("朱巴 Juba"), spaced_gloss("LG 화학")
    (('朱巴', 'Juba'), ())
    """
    if len(text) > _LONGEST or " " not in text or len(scripts_in(text)) < 2:
        return ()
    written = text.split()
    first = scripts_in(written[0])
    place = next((place for place, word in enumerate(written) if scripts_in(word) != first), len(written))
    one, other = " ".join(written[:place]), " ".join(written[place:])
    if not _in_two_scripts(one, other) or scripts_in(text) - scripts_in(one) - scripts_in(other):
        return ()
    state = state_of(one)
    if state:
        return (one, other) if state_of(other) == state else ()
    latin, foreign = (one, other) if scripts_in(one) == _LATIN else (other, one)
    return (one, other) if scripts_in(latin) == _LATIN and _sound_alike(foreign, latin) else ()


def state_of(name: str) -> str:
    """The ISO code of the state that a name is a name of, or `""`."""
    return _states().get(name_key(name).joined, "")


def state_governed_from(city: str) -> str:
    """The code of the state of which a city is the capital, or `""`.

    >>> state_governed_from("Brazzaville"), state_governed_from("金沙萨"), state_governed_from("Georgetown")
    ('CG', 'CD', '')
    """
    return _capitals().get(name_key(city).joined, "")


def is_place(note: str) -> bool:
    """Whether a note's exact key names a state or a region, whatever words are in it (`South Korea`)."""
    return note in words("polities", "directed") or note.replace(" ", "") in _states()


def _in_two_scripts(one: str, other: str) -> bool:
    scripts, others = scripts_in(one), scripts_in(other)
    if not scripts or not others or scripts & others:
        return False
    if min(sum(map(str.isalpha, one)), sum(map(str.isalpha, other))) < _FEWEST_LETTERS:
        return False
    return _DIGITS.findall(one) == _DIGITS.findall(other)


def _sound_alike(foreign: str, latin: str) -> bool:
    one, other = _sounds(to_latin(foreign)), _sounds(latin)
    if min(len(one), len(other)) < _FEWEST_LETTERS:
        return False
    return Indel.normalized_similarity(one, other) >= _LEAST_ALIKE


def sounds_of(name: str) -> str:
    """What is heard of a name in any script, in Latin letters."""
    return _sounds(to_latin(name))


@lru_cache(maxsize=1 << 10)
def _sounds(latin: str) -> str:
    """What is heard of a name in most languages: consonants, alike ones as one."""
    plain = name_key(latin).joined
    for written, heard in table("romanisations")["sounds"]:
        plain = plain.replace(written, heard)
    return re.sub(r"(.)\1+", r"\1", plain)


@cache
def _states() -> Mapping[str, str]:
    """Keys of names → the one state that they name."""
    return _by_name("states")


@cache
def _capitals() -> Mapping[str, str]:
    """Keys of names → the one state whose capital they name."""
    return _by_name("capitals")


def _by_name(entry: str) -> Mapping[str, str]:
    """Keys of the names in a table → the code under which they stand, if it is one."""
    codes: dict[str, str] = {}
    for code, names in table(entry).items():
        for name in () if code == "about" else names.split("|"):
            codes[name] = "" if name in codes else code
    return codes
