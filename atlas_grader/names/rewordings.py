"""Other words for one name: official forms of places, makers of products, kinds of things.

One name's words standing inside another's is no reason to take them for one; these
are the cases in which the further words are known to add nothing, each from a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from atlas_grader.names.keys import exact_key, join_words
from atlas_grader.names.numerals import with_digits
from atlas_grader.names.policy import table, words
from atlas_grader.names.spellings import canonical

_Tokens = tuple[str, ...]
_SHORTEST_PART = 3
_SHORTEST_NAME = 4
_SHORTEST_DRUG = 6
_MOST_PARTS = 5
_MOST_INITIALS = 5
_SEPARATOR = re.compile(r"\s*[+/&]\s*|\s+(?:and|und|et)\s+", re.IGNORECASE)
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d(?:-\d{2,4})?")
_VERSION = re.compile(r"v\d+(?:\.\d+)*|\d+(?:\.\d+)+")
# `737-800`, `A320neo`
_VARIANT_OF_LINE = re.compile(r"(?<=\d)(?:-\w+|[a-z]+)$")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
# Sizes of models and of memory: what a product comes in, not which one it is.
_SIZE = re.compile(r"\d+(?:\.\d+)?(?:b|gb|tb|mb)")


_SPECIES = re.compile(
    r"(?P<name>[A-Z][a-z]+(?: [a-z]{3,}(?:-[a-z]+)?){1,2}) "
    r"(?P<author>L\.|[A-Z][^\d,()]{1,60}, (?:1[78]|19|20)\d\d)"
)
_SUBTITLED = re.compile(r"(?P<part>.*\w)\s*(?::|\s-)\s+(?P<title>[^:]+)")


@dataclass(frozen=True, slots=True)
class Reworded:
    """Words of a name after some were left off, and which."""

    tokens: _Tokens
    left_off: str = ""
    weak: bool = False


def reworded(tokens: _Tokens) -> Iterator[Reworded]:
    """Forms that are the same name whatever the table is about."""
    if reworded_words().isdisjoint(tokens) and _only_letters(tokens):
        return
    yield from _translated(tokens)
    yield from _without_polity(tokens)
    yield from _year_last(tokens)
    yield from _of_award(tokens)
    yield from _initialled(tokens)
    yield from _without_at(tokens)
    if len(tokens) > 1 and tokens[0] == "river":
        yield Reworded((*tokens[1:], "river"))
    yield from _without_han_admin(tokens, "han_sure", "hangul_sure")
    # Where gold has 福岡県, 福岡 may not be 福岡市.
    yield from (replace(loose, weak=True) for loose in _without_han_admin(tokens, "han_loose"))
    maker = _without_maker(tokens)
    if maker != tokens:
        yield Reworded(maker)


def loosened(tokens: _Tokens) -> Iterator[Reworded]:
    """Forms that are the same name if gold has no other row like it."""
    if _left_off().isdisjoint(tokens) and _only_letters(tokens):
        return
    plain = tuple(token for token in tokens if token not in words("generic_words", "empty_words")) or tokens
    plain = _without_maker(plain)
    if plain != tokens:
        yield Reworded(plain)
    yield from _without_kind(plain)
    yield from _without_battle(plain)
    yield from _without_version(plain)
    yield from _without_tail(plain)
    yield from _without_han_admin(plain, "han_loose")


@cache
def reworded_words() -> frozenset[str]:
    """Words without one of which nothing but a number or a Han ending can be reworded."""
    translations, polities = table("generic_words")["translations"], table("polities")
    exact = (spaced.split()[0] for spaced in polities["exact"])
    told = words("generic_words", "awards") | words("generic_words", "initialled")
    return told.union(
        ("of", "river"), translations, translations.values(), polities["heads"], exact, _lines()
    )


@cache
def _left_off() -> frozenset[str]:
    """Words without one of which nothing but a number or a Han ending can be left off."""
    data = table("generic_words")
    kinds = (data[entry] for entry in data if entry.endswith(("_fronts", "_heads", "_tails")))
    return frozenset({*data["empty_words"], *data["salts"], *_lines()}.union(*kinds))


def _only_letters(tokens: _Tokens) -> bool:
    letters = "".join(tokens)
    return letters.isascii() and letters.isalpha()


def combination(text: str) -> str:
    """A key for parts joined by `+`, `/` or "and", in any order; `""` for anything else.

    >>> combination("sitagliptin + metformin") == combination("metformin/sitagliptin")
    True
    """
    written = _SEPARATOR.split(text)
    if not 2 <= len(written) <= _MOST_PARTS:
        return ""
    parts = [join_words(exact_key(part)) for part in written]
    if any(len(part) < _SHORTEST_PART or part.isdigit() for part in parts):
        return ""
    return "+".join(sorted(parts))


def _translated(tokens: _Tokens) -> Iterator[Reworded]:
    """`Universitat de Barcelona` and `University of Barcelona`, by the words that all such names share."""
    known = table("generic_words")["translations"]
    translated = tuple(known.get(token, token) for token in tokens)
    heads = set(known.values())
    if len(tokens) < 2 or not heads.intersection(translated):
        return
    joints = words("generic_words", "of")
    kept: list[str] = []
    for token in translated:
        if not (kept and token in joints and (kept[-1] in heads or kept[-1] == "of")):
            kept.append(token)
        elif kept[-1] != "of":
            kept.append("of")
    yield Reworded(tuple(kept))
    if translated != tokens and "of" not in kept:
        yield Reworded((kept[0], "of", *kept[1:]))


def _without_polity(tokens: _Tokens) -> Iterator[Reworded]:
    """`Commonwealth of Dominica` is Dominica; the `Kingdom of Serbia` is not Serbia."""
    data = table("polities")
    spaced = " ".join(tokens)
    if spaced in data["exact"]:
        yield Reworded(tuple(data["exact"][spaced].split()))
    if len(tokens) > 1 and tokens[-1] == "republic" and " ".join(tokens[:-1]) in data["names"]:
        yield from _named_by_polity(("republic", "of", *tokens[:-1]))  # `Niger Republic`
    if "of" not in tokens:
        # `Dem. Rep. Congo`
        length = next((i for i, token in enumerate(tokens) if token not in data["adjectives"]), 0)
        if 0 < length < len(tokens) - 1 and tokens[length] in data["heads"]:
            yield Reworded((*tokens[: length + 1], "of", *tokens[length + 1 :]))
        return
    yield from _named_by_polity(tokens)


def _named_by_polity(tokens: _Tokens) -> Iterator[Reworded]:
    place = tokens.index("of")
    front, name = tokens[:place], " ".join(tokens[place + 1 :])
    if name in words("polities", "names") and is_official(" ".join(front), name):
        yield Reworded(tokens[place + 1 :], " ".join(front))


def is_official(form: str, name: str) -> bool:
    """Whether a form of state before the name of one, both exact keys, is how it is called in full.

    >>> is_official("kingdom", "spain"), is_official("kingdom", "serbia"), is_official("republic", "mali")
    (True, False, True)
    """
    if form == "republic":
        return name not in words("polities", "no_republics")
    return name in table("polities")["forms"].get(form, ())


def uninverted(text: str) -> _Tokens:
    """`Congo, Dem. Rep.` as "democratic republic of congo", `Logan, Mt.` as "mount logan"; else empty."""
    name, comma, front = text.partition(",")
    if not comma:
        return ()
    data = table("polities")
    words_before = canonical(exact_key(front).removesuffix(" of").split())
    if len(words_before) == 1 and words_before[0] in words("generic_words", "inverted_fronts"):
        return tuple(canonical((*words_before, *exact_key(name).split())))
    known = {*data["adjectives"], *data["heads"]}
    if not words_before or not known.issuperset(words_before) or words_before[-1] not in data["heads"]:
        return ()
    return (*words_before, "of", *canonical(exact_key(name).split()))


def _year_last(tokens: _Tokens) -> Iterator[Reworded]:
    """`2022 FIFA World Cup` and `FIFA World Cup 2022`, `1964 Clean Air Act` and `Clean Air Act of 1964`."""
    if len(tokens) > 1 and _YEAR.fullmatch(tokens[0]):
        yield Reworded((*tokens[1:], tokens[0]))
    # `Class of 1984` is a title.
    if len(tokens) > 3 and tokens[-2] == "of" and _YEAR.fullmatch(tokens[-1]):
        yield Reworded((*tokens[:-2], tokens[-1]))
        yield Reworded((tokens[-1], *tokens[:-2]))


def year_first(base: str, note: str) -> _Tokens:
    """`Winter Olympics (2014)` as `2014 Winter Olympics`; empty if the note is not just a year."""
    return (note, *canonical(exact_key(base).split())) if _YEAR.fullmatch(note) else ()


def year_alone(note: str) -> str:
    """A note without what its year or its name is of: `1994 film`, `Ann Lee song`, `born 1994`."""
    note = note.removeprefix("born ")
    said, _, kind = note.rpartition(" ")
    return said if said and kind in words("markers", "kinds") else note


def species(text: str) -> tuple[str, str]:
    """A species and who described it: `Corvus corax Linnaeus, 1758`; or nothing.

    >>> species("Corvus corax Linnaeus, 1758"), species("Bellis perennis L."), species("Corvus corax")
    (('Corvus corax', 'Linnaeus, 1758'), ('Bellis perennis', 'L.'), ('', ''))
    """
    found = _SPECIES.fullmatch(text)
    return (found["name"], found["author"]) if found else ("", "")


def _of_award(tokens: _Tokens) -> Iterator[Reworded]:
    """`Academy Award for Best Actress` and `Academy Award - Best Actress`, with any preposition."""
    awards, joints = words("generic_words", "awards"), words("generic_words", "award_joints")
    for place in range(2, len(tokens) - 1):
        if tokens[place] in joints and tokens[place - 1] in awards:
            yield Reworded((*tokens[:place], *tokens[place + 1 :]))


def _without_at(tokens: _Tokens) -> Iterator[Reworded]:
    """`University of California at Berkeley` as with a comma."""
    if tokens[:2] == ("university", "of") and "at" in tokens[3:-1]:
        yield Reworded(tuple(token for token in tokens if token != "at"))


def _initialled(tokens: _Tokens) -> Iterator[Reworded]:
    """`UC Berkeley` for `University of California, Berkeley`, `LA Lakers` for `Los Angeles Lakers`.

    Only where one of the words is such as names of places and institutions begin with: a person's
    initials stand for names.
    """
    joints = words("generic_words", "of") | {"for"}
    translations = table("generic_words")["translations"]
    telling = words("generic_words", "initialled")
    letters, is_telling = "", False
    for place, token in enumerate(tokens[: _MOST_INITIALS + 1]):
        rest = tokens[place:]
        if len(letters) > 1 and is_telling and token not in joints and len(rest[0]) >= _SHORTEST_PART:
            yield Reworded((letters, *rest), " ".join(tokens[:place]))
        if place and token in joints:
            continue
        if not token.isalpha():
            return
        letters += token[0]
        is_telling = is_telling or translations.get(token, token) in telling


def _without_han_admin(tokens: _Tokens, *entries: str) -> Iterator[Reworded]:
    """`广东省` is 广东, `广西壮族自治区` 广西."""
    if len(tokens) != 1 or tokens[0].isascii():
        return
    data = table("polities")
    for ending in (ending for entry in entries for ending in data[entry]):
        rest = tokens[0].removesuffix(ending)
        if rest != tokens[0] and len(rest) > 1 and data["han_both"].get(rest) != ending:
            yield Reworded((rest,), ending)
            return


def _without_maker(tokens: _Tokens) -> _Tokens:
    lines = _lines().get(tokens[0], frozenset()) if len(tokens) > 1 else frozenset()
    if lines and not lines.isdisjoint((tokens[1], _VARIANT_OF_LINE.sub("", tokens[1]))):
        return tokens[1:]
    return tokens


@cache
def _lines() -> Mapping[str, frozenset[str]]:
    return {maker: frozenset(lines) for maker, lines in table("product_lines")["makers"].items()}


def _without_kind(tokens: _Tokens) -> Iterator[Reworded]:
    """`Chandra X-ray Observatory` is Chandra, `Lake Victoria` not Victoria Falls."""
    data = table("generic_words")
    if len(tokens) > 1 and tokens[0] in data["name_fronts"]:
        if len(tokens[1]) > 2 and "of" not in tokens:
            yield Reworded(tokens[1:], tokens[0])
    elif len(tokens) > 1 and tokens[0] in data["descriptor_fronts"]:
        yield from _if_name(tokens[1:], tokens[0])
    if len(tokens) > 1 and tokens[-1] in data["descriptor_heads"]:
        end = len(tokens) - 1
        while end > 1 and tokens[end - 1] in data["descriptor_modifiers"]:
            end -= 1
        yield from _if_name(tokens[:end], tokens[-1])
    if len(tokens) > 1 and tokens[-1] in data["admin_tails"]:
        yield from _if_name(tokens[:-1], tokens[-1])


def _without_battle(tokens: _Tokens) -> Iterator[Reworded]:
    """`First Battle of the Marne` is the First Marne; of Hastings there is also a town."""
    for place, pair in enumerate(pairwise(tokens)):
        if pair in (("battle", "of"), ("siege", "of")) and any(token.isdigit() for token in tokens[:place]):
            yield Reworded((*tokens[:place], *tokens[place + 2 :]), pair[0])
            return


def without_subtitle(text: str) -> tuple[str, str]:
    """A numbered part without its own title, and that: `Episode IV – A New Dawn`; or nothing.

    >>> without_subtitle("Nova: Episode IV - Dawn"), without_subtitle("Season 2: Episode 3")
    (('Nova: Episode IV', 'Dawn'), ('', ''))
    """
    found = _SUBTITLED.fullmatch(text)
    if not found or any(map(str.isdigit, found["title"])):
        return "", ""
    last = exact_key(found["part"]).split()[-2:]
    known = last[0] in words("distinguishing", "counted") and with_digits(last)[-1].isdigit()
    return (found["part"], found["title"]) if known else ("", "")


def placed(text: str) -> tuple[str, str, str]:
    """A name, a preposition in it, and what stands behind: `Frankfurt an der Oder`; or nothing.

    >>> placed("Frankfurt an der Oder"), placed("Frankfurt (Oder)")
    (('Frankfurt', 'an', 'Oder'), ('', '', ''))
    """
    written = text.replace("-", " ").split()
    place = next((i for i, word in enumerate(written) if i and word in words("polities", "locatives")), 0)
    behind = written[place + 1 :]
    while behind and behind[0].islower() and behind[0] in words("articles", "leading_foreign") | {"the"}:
        behind.pop(0)
    return (" ".join(written[:place]), written[place], " ".join(behind)) if place and behind else ("", "", "")


def _if_name(tokens: _Tokens, left_off: str) -> Iterator[Reworded]:
    common = words("generic_words", "descriptor_modifiers") | words("persons", "not_persons")
    if tokens and len(tokens[0]) >= _SHORTEST_NAME and not common.intersection(tokens):
        yield Reworded(tokens, left_off)


def _without_version(tokens: _Tokens) -> Iterator[Reworded]:
    """`requests 2.32` is requests, but only where gold lists no versions."""
    words_left = tokens
    while len(words_left) > 1 and _SIZE.fullmatch(words_left[-1]):
        *kept, size = words_left
        words_left = tuple(kept)
        yield Reworded(words_left, f"size {size}")
    if len(words_left) < 2:
        return
    last, rest = words_left[-1], words_left[:-1]
    if len(rest) > 1 and rest[-1] in words("generic_words", "version_words") and _NUMBER.fullmatch(last):
        yield Reworded(rest[:-1], f"version {last}")
    elif _VERSION.fullmatch(last):
        yield Reworded(rest, f"version {last.lstrip('v')}")
    elif _NUMBER.fullmatch(last):
        yield Reworded(rest, f"version {last}", weak=True)


def _without_tail(tokens: _Tokens) -> Iterator[Reworded]:
    data = table("generic_words")
    if len(tokens) > 2 and tokens[-1] in data["company_tails"]:
        yield Reworded(tokens[:-1], tokens[-1])
    if len(tokens) > 2 and tokens[-1] in data["club_tails"]:
        yield Reworded(tokens[:-1], tokens[-1])
    if _is_salt(tokens):
        yield Reworded(tokens[:1], " ".join(tokens[1:]))


def _is_salt(tokens: Sequence[str]) -> bool:
    """`metformin hydrochloride`: a drug and its salt, not a compound like `sodium acetate`."""
    drug, *salt = tokens or ("",)
    return (
        0 < len(salt) <= 2
        and len(drug) >= _SHORTEST_DRUG
        and not drug.endswith("ium")
        and drug not in words("generic_words", "not_salted")
        and all(word in words("generic_words", "salts") for word in salt)
    )
