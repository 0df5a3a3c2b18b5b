"""What a name as written consists of: the name proper, notes beside it, and other names.

`X Corp. (formerly Twitter)` gives two names of one thing, `Square Kilometre Array
(SKA)` a name and its own initials, `Hulu (Disney bundle)` a name with a note. A note
is never a name by itself: `Tencent (China)` is not China (grading.md 4, tier 2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache, lru_cache

from atlas_grader.folding import fold_characters
from atlas_grader.frozen import frozen
from atlas_grader.names.asides import CLOSING, without_notes
from atlas_grader.names.denials import denies, only_doubts
from atlas_grader.names.glosses import is_gloss, is_sure_gloss, spaced_gloss, state_of
from atlas_grader.names.initials import is_acronym
from atlas_grader.names.keys import exact_key
from atlas_grader.names.lives import one_life, split_life, tells_when
from atlas_grader.names.offered import offering_words
from atlas_grader.names.policy import table
from atlas_grader.names.rivals import are_alike, are_two_persons, companion_in, is_person
from atlas_grader.names.scripts import only_letters, scripts_in
from atlas_grader.names.telling import is_branch, tells_apart

_CACHED = 1 << 13
_FIRST_HAN = "\u3000"
# Markers like `a k a`, which may be written together.
_LONGEST_LETTERED = 5


@frozen
class NameParts:
    """One written name, taken apart."""

    whole: str
    """As written, folded."""
    base: str
    """Without bracketed parts."""
    note: str
    """The exact key of the bracketed notes; `""` when there are none."""
    others: tuple[str, ...]
    """Further names that the text says are names of the same thing."""
    keeps_note: bool = False
    """The note cannot be left out: it tells the thing from others (`(Women)`, `(II)`), denies
    it (`(wrong)`), or offers another (`(or Rome)`)."""
    each: tuple[str, ...] = ()
    """Three names or more, or two known ones, said to be one thing's: only gold can vouch for that."""
    beside: tuple[str, ...] = ()
    """Names that may be another thing's, if there is one of that name: a nickname, a gloss."""
    unsure: tuple[str, ...] = ()
    """Of these, bracketed names in another script that may as well be an author's or a maker's."""
    rivals: tuple[str, ...] = ()
    """Of these, bracketed names of persons, which may be pen names or others: `Ba Jin (Li Yaotang)`."""


@lru_cache(maxsize=_CACHED)
def take_apart(text: str) -> NameParts:
    """Find the name proper, the notes and the other names in `text`.

    >>> take_apart("X Corp. (formerly Twitter)").others
    ('Twitter',)
    >>> take_apart("Hulu (Disney bundle)").note
    'disney bundle'
    """
    whole = fold_characters(text).strip()
    if _is_one_name(whole):
        return NameParts(whole, whole, "", ())
    base, brackets = without_notes(whole, _other_names)
    base, dated = split_life(base)
    base, others = _split_marker(base)
    base, acronym = _without_acronym(base)
    base, notes = _without_country(base)
    notes += dated
    base, aside = _without_aside(base)
    beside: tuple[str, ...] = (aside,) if aside else ()
    held = _read_brackets(whole, base, brackets)
    notes += [*beside, *held.notes]
    others += held.others
    beside += held.beside
    glossed = (*acronym, *held.glossed)
    if not (notes or others or glossed or whole.isascii()):
        beside = glossed = spaced_gloss(base)
    note = one_life(exact_key(" ".join(notes))) if notes else ""
    if any(map(_turns_around, (*notes, *others))):
        return NameParts(whole, base, note, (), keeps_note=True)
    others = [other for other in others if exact_key(other)]
    if (
        held.companions
        or len(others) > 1
        or _are_two_states(base, others)
        or _is_unlikely(whole, base, others)
    ):
        return NameParts(whole, base, note, (), keeps_note=True, each=(base, *others, *held.companions))
    tells = tells_apart(note, base) or any(map(is_branch, notes))
    keeps = (tells and not _is_nickname(note, whole, base)) or (
        bool(aside) and _NICKNAME.fullmatch(aside) is None
    )
    known = () if keeps and beside else tuple(filter(exact_key, glossed))
    beside += held.rivals
    return NameParts(
        whole, base, note, (*known, *others), keeps, (), beside, unsure=held.unsure, rivals=held.rivals
    )


@dataclass(slots=True)
class _Bracketed:
    """What the brackets beside a name hold."""

    notes: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    glossed: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    companions: tuple[str, ...] = ()
    """Whom a bracket adds: `(with Al Gore)`."""


def _read_brackets(whole: str, base: str, brackets: list[str]) -> _Bracketed:
    held = _Bracketed()
    for content in brackets:
        if only_doubts(content):
            continue
        if named := _other_names(content):
            held.others += named
        elif is_acronym(content, base) or is_acronym(base, content):
            held.glossed += (content,)
        elif companion := companion_in(content):
            held.companions += (companion,)
        else:
            held.notes.append(content)
            if are_two_persons(base, content):
                held.rivals += (content,)
            elif not whole.isascii() and (glosses := _glosses(base, content)):
                held.glossed += (glosses[0],)
                held.others += glosses[1:]
                held.beside += (base, glosses[0])
                held.unsure += () if is_sure_gloss(base, glosses[0]) else tuple(glosses)
    return held


def _turns_around(note: str) -> bool:
    """Whether a note denies the name, or offers or equates others: `(wrong)`, `(or Rome)`."""
    return denies(note) or " = " in note or bool(_offering().match(note) or _correcting().match(note))


@cache
def _offering() -> re.Pattern[str]:
    return re.compile(rf"(?:{_alternatives([*offering_words(), *table('markers')['also']])})\s+\S", re.I)


@cache
def _correcting() -> re.Pattern[str]:
    """`(should be Rome)`, `(corrected: Rome)`; `(correct)` and `(sic)` correct nothing."""
    marks = sorted(table("markers")["corrects"], key=lambda mark: (-len(mark), mark))
    known = "|".join(r"\s*".join(map(re.escape, mark.split())) for mark in marks)
    return re.compile(rf"(?:{known})(?:[\s:,;]+\S|(?<=[^\x00-\u2fff])\S)", re.IGNORECASE)


def _are_two_states(base: str, others: list[str]) -> bool:
    """`Spain = Italy`: two names known to be two things' are no other names of one."""
    return any((state := state_of(other)) and state_of(base) not in {"", state} for other in others)


def _is_unlikely(whole: str, base: str, others: list[str]) -> bool:
    """`George W. Bush = Al Gore`: said to be one thing's names, and not alike: only gold can vouch for that.

    A thing may be renamed as it likes, and an author take any name.
    """
    if not others or are_alike(base, others[0]):
        return False
    if _says("invents").search(whole):
        return False
    if is_person(base) is not is_person(others[0]) and _says("equates").search(whole):
        return False  # `Marshall Mathers aka Eminem`
    return _says("renames").search(whole) is None or are_two_persons(base, others[0])


@cache
def _says(entry: str) -> re.Pattern[str]:
    """Markers of one entry; those of scripts without spaces begin a bracket or a clause."""
    known = table("markers")[entry]
    spaced, joined = (_alternatives([m for m in known if (m > _FIRST_HAN) is han]) for han in (False, True))
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)|(?<=[(\[,;])\s?(?:{joined})", re.IGNORECASE)


def _without_country(base: str) -> tuple[str, list[str]]:
    """`Singapore, Singapore` says its state; in which country a Victoria lies, no string can tell."""
    place, _, country = base.rpartition(",")
    state = state_of(country) if place else ""
    return (place.strip(), [country]) if state and state == state_of(place) else (base, [])


def _glosses(base: str, content: str) -> list[str]:
    """The names that a bracket gives in another script: `斯威士兰 (Eswatini, formerly Swaziland)`."""
    undated = _DATED.sub("", content)
    if not is_gloss(base, undated):
        return []
    name, others = _split_marker(undated)
    return [name, *others]


def _without_aside(base: str) -> tuple[str, str]:
    """A name without the nickname in quotes or the mail address after it (`SLIM "Moon Sniper"`)."""
    if base[-1:] == '"' or "@" in base:
        found = _ASIDE.fullmatch(base)
        if found:
            return found["name"], found["nickname"] or found["mail"]
    return base, ""


def _without_acronym(base: str) -> tuple[str, tuple[str, ...]]:
    """`DSA - Digital Services Act`, `European Space Agency, ESA`: a name, and its initials beside it."""
    for sign in _BESIDE.finditer(base):
        one, other = base[: sign.start()], base[sign.end() :]
        if one.isupper() and is_acronym(one, other):
            return other, (one,)
        if other.isupper() and is_acronym(other, one):
            return one, (other,)
    return base, ()


def _is_one_name(whole: str) -> bool:
    """Whether nothing in a text of ASCII could separate two names, or a name and a note."""
    if not whole.isascii() or _SEPARATING.search(whole):
        return False
    return _marking("sure").isdisjoint(whole.lower().split())


# Dots may stand inside markers.
_SEPARATING = re.compile(r'[(\[,;:=/."@]|\s-\s')
_BESIDE = re.compile(r"\s-\s|[,:]\s")
_ASIDE = re.compile(
    r"""
    (?P<name>[^"@]*[^\s"@,;:-]) [\s,;:-]+
    (?: "(?P<nickname>[^"]{1,60})" | <?(?P<mail>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})>? )
    """,
    re.VERBOSE,
)
# `(Spirited Away, 2001)`
_DATED = re.compile(r"[,;]\s*[12]\d{3}$")
# `Hepatitis "B"` and `Type "2"` are told apart by it.
_NICKNAME = re.compile(r"(?=.*[^\W\d_]{3})[^\d]+|[^\s@]+@[^\s@]+")


def says_other_name(content: str) -> str:
    """The name after a marker such as `formerly`, or `""`."""
    if not only_letters(content) or content.split()[0].lower() in _marking("words"):
        marked = _markers().match(content)
        if marked:
            named = content[marked.end() :].strip(" \"'«»:")
            return "" if tells_when(content[: marked.end()], named) else named
    if content[:3].lower() == "ex-":
        return content[3:]
    if content.isascii():
        return ""
    for prefix in table("markers")["prefixes"]:
        if content.startswith(prefix) and len(content) > len(prefix) + 1:
            return content[len(prefix) :].strip(" :は")
    return ""


def _other_names(content: str) -> list[str]:
    """The names that a bracket says are other names: `formerly Nova, now Aster`."""
    named = content[1:].strip() if content.startswith("=") else says_other_name(content)
    if not named:
        return []
    named, held = without_notes(named, _other_names)
    first, others = _split_marker(named)
    within = (_split_marker(says_other_name(content)) for content in held)
    return [first, *others, *(name for one, more in within for name in (one, *more) if name)]


def _split_marker(base: str) -> tuple[str, list[str]]:
    """Cut a base at words that announce another name: `Twitter, now X`, `Munich = München`."""
    if " = " in base:
        first, *others = (part.strip() for part in base.split(" = "))
        return (first, others) if first else (base, [])
    if " / " in base:
        first, *others = (part.strip() for part in base.split(" / "))
        if len(others) == 1 and not scripts_in(first) & scripts_in(others[0]):
            return first, others
    names, start = [], 0
    for found in _inner_markers().finditer(base):
        if found.start() and (name := base[start : found.start()].strip(" ,;-\"':")):
            names.append(name)
            start = found.end()
    last = base[start:].strip(" \"':")
    return (names[0], [*names[1:], last]) if names and last else (base, [])


@cache
def _markers() -> re.Pattern[str]:
    return re.compile(rf"(?:{_alternatives(table('markers')['words'])})(?![\w-])[.:\s]*(?=\S)", re.IGNORECASE)


@cache
def _inner_markers() -> re.Pattern[str]:
    """After a comma any marker, elsewhere only those of several words and the unmistakable."""
    every, sure = _alternatives(table("markers")["words"]), _alternatives(_sure_markers())
    return re.compile(rf"(?:[,;]\s*(?:{every})|\s(?:{sure}))\.?\s+(?=\S)", re.IGNORECASE)


def _sure_markers() -> list[str]:
    known = table("markers")["words"]
    return [w for w in known if " " in w or w in {"formerly", "née", "nee", "alias", "aka"}]


@cache
def _marking(which: str) -> frozenset[str]:
    """The words with which all or the sure markers begin; short ones may be written without spaces."""
    markers = _sure_markers() if which == "sure" else table("markers")["words"]
    starts = {marker.split()[0].lower() for marker in markers}
    short = (marker.replace(" ", "") for marker in markers if len(marker) <= _LONGEST_LETTERED)
    return frozenset(starts.union(marker[: end + 1] for marker in short for end in range(len(marker))))


def _alternatives(markers: list[str]) -> str:
    ordered = sorted(set(markers), key=lambda marker: (-len(marker), marker))
    return "|".join(map(_separable, ordered))


def _separable(marker: str) -> str:
    written = map(re.escape, marker.split())
    return r"[\s./]*".join(written) + r"\.?" if len(marker) <= _LONGEST_LETTERED else r"[\s./]+".join(written)


def _is_nickname(note: str, whole: str, base: str) -> bool:
    """`Machgielis (Max) Euwe`: a short name within a person's, though of products it tells versions apart."""
    return note in table("nicknames")["short"] and whole[-1] not in CLOSING and is_person(base)
