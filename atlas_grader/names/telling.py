"""Notes that tell things of one name apart: `(Women)`, `(II)`, `(Part III)`."""

from __future__ import annotations

import re

from atlas_grader.names.glosses import is_place, state_of
from atlas_grader.names.keys import exact_key
from atlas_grader.names.numerals import with_bracketed, with_digits
from atlas_grader.names.policy import table, words
from atlas_grader.names.rivals import is_person

_OFFICES = frozenset({"president", "minister", "premier", "chancellor", "governor", "mayor", "secretary"})
_YEAR = re.compile(r"[12]\d{3}")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")


def tells_apart(note: str, base: str) -> bool:
    """Whether a note (its exact key) says which of several things of a name is meant.

    >>> tells_apart("women", "Arsenal"), tells_apart("44th president", "Barack Obama")
    (True, False)
    """
    if not note:
        return False
    tokens = note.split()
    if _is_sequel(tokens, base) or _is_numeral(note):
        return True
    if telling := words("distinguishing", "not_notes").intersection(tokens):
        return not (_is_place_of(note, base) or _is_designation(tokens, telling, base))
    numbers = [token for token in tokens if token[0].isdigit()]
    if not numbers:
        return False
    if words("distinguishing", "counted").intersection(tokens):
        return True
    if any(map(_ORDINAL.fullmatch, numbers)):
        # `John Quincy Adams (6th)`, `Barack Obama (44th U.S. president)`; but `(7th Duke of Devonshire)`.
        return not (is_person(base) and (len(tokens) == 1 or _OFFICES.intersection(tokens)))
    return len(tokens) == 1 and tokens[0].isdigit() and not _YEAR.fullmatch(tokens[0])


def _is_numeral(note: str) -> bool:
    """`Rocky (I)`; but `Twitter (X)` has another name."""
    return note.isalpha() and note != "x" and with_bracketed(f"({note.upper()})")[1].isdigit()


def is_branch(note: str) -> bool:
    """Whether a note names a part of an organisation, which is not the organisation.

    >>> is_branch("Bergen Branch"), is_branch("Filiale Berlin"), is_branch("head office"), is_branch("store")
    (True, True, False, False)
    """
    written = note.split()
    said = exact_key(note).split()
    if note.endswith(tuple(table("distinguishing")["han_branches"])):
        return True
    if words("distinguishing", "branches").isdisjoint((*said[:1], *said[-1:])):
        return False
    told = [word for word in written if word[0].isupper() or word[0].isdigit()]
    named = {key for word in told for key in exact_key(word).split()} - words("distinguishing", "branches")
    return bool(named) and words("distinguishing", "not_branches").isdisjoint(said)


def _is_sequel(tokens: list[str], base: str) -> bool:
    """`Rocky (sequel)`, `Ghosts (sequel to Ghosts)`; of `Rocky II (sequel to Rocky)` it is a mere note."""
    if words("distinguishing", "sequels").isdisjoint(tokens):
        return False
    joints = words("generic_words", "of") | {"to"}
    place = next((place for place, token in enumerate(tokens) if token in joints), len(tokens))
    return tokens[place + 1 :] in ([], exact_key(base).split())


def _is_designation(tokens: list[str], telling: frozenset[str], base: str) -> bool:
    """`Ganymede (Jupiter III)`: another name with a number; `(Part III)`, `(Henry VIII)` say which one."""
    return (
        len(tokens) == 2
        and telling == {tokens[1]}
        and with_digits(["moon", tokens[1]])[1].isdigit()
        and words("distinguishing", "counted").isdisjoint(tokens)
        and tokens[0] not in exact_key(base).split()
        and words("numbers", "kings").isdisjoint(tokens)
        and tokens[0] not in table("nicknames")["short"]
    )


def _is_place_of(note: str, base: str) -> bool:
    """`Rudi Glöckner (East Germany)`: where someone is from, although it holds a direction.

    Where a state itself goes by a note like that (`Korea (South Korea)`), the note says which it is.
    """
    if not is_place(note) or not set(note.split()).isdisjoint(exact_key(base).split()):
        return False
    return state_of(base) in {"", state_of(note)}
