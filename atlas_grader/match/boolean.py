"""Yes-or-no cells: the same truth in any supported language or sign (grading.md, section 5).

A note may follow the word (`Ja, seit 2018`). What is neither a yes nor a no
(`partially`, `in selected regions`) is undecided, for it depends on the question.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.choices.denied import AskedWords, asked_words, turns_around
from atlas_grader.match.choices.unfulfilled import denies_name
from atlas_grader.match.choices.words import opposites, turns
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.goldread import compile_gold
from atlas_grader.match.offers.contrasts import after_turn
from atlas_grader.match.offers.judging import decide
from atlas_grader.match.offers.past import has_ended, is_over
from atlas_grader.match.offers.patterns import any_word
from atlas_grader.match.offers.plain import split_note
from atlas_grader.match.offers.reading import Offer, Wording, read_offers
from atlas_grader.or_words import joined_or_words, or_words
from atlas_grader.policy import read_table
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, match, mismatch

_SAME = match(Reason.SAME_VALUE)
_OPPOSITE = mismatch(Reason.OTHER_VALUE, "the opposite")


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    read = _reader(column.name, column.description)

    def judge(golds: tuple[Offer[bool], ...], cell: Cell) -> CellVerdict:
        offer = read(cell.text)
        return decide(offer if offer and _holds(offer, cell.text) else None, golds, _same)

    return compile_gold(values, read, judge)


def _holds(offer: Offer[bool], text: str) -> bool:
    """Not of `yes, formerly`, `nearly landlocked` and `active until 2001`."""
    if offer.bound is not None or (offer.value and is_over(text)):
        return False
    return not has_ended(_BRACKET.sub(_unless_answer, text))


_BRACKET = re.compile(r"\([^()]*\)")


def _unless_answer(bracket: re.Match[str]) -> str:
    """A bracket, but nothing for `(yes until 2012)`, which is about another answer."""
    return bracket[0] if _plain_answers().isdisjoint(_NOTE_WORD.findall(bracket[0].casefold())) else ""


def _same(gold: bool, value: bool) -> CellVerdict:  # noqa: FBT001 (booleans are what is compared)
    return _SAME if gold is value else _OPPOSITE


@lru_cache(maxsize=256)
def _reader(column: str, description: str) -> Callable[[str], Offer[bool] | None]:
    name, asked = _name(column), asked_words(column, description)
    read = _answer_reader(name, asked)
    return lambda text: Offer(value=False) if _is_denial(text, name, asked) else read(text)


def _is_denial(text: str, name: str, asked: AskedWords) -> bool:
    """`Did not land (crashed)`: the column's name denied, and no note that takes that back."""
    said, note = split_note(text) or (text, "")
    taken_back = turns().search(note) is not None or turns_around(answer=False, note=note, asked=asked)
    return not taken_back and denies_name(_plain(said), name)


def _answer_reader(name: str, asked: AskedWords) -> Callable[[str], Offer[bool] | None]:
    names = _names(name)
    answers = _first_words(_words()) | _first_words(names)

    def read_truth(text: str) -> bool | None:
        text = _plain(text)
        found = _words().get(text)
        return found if found is not None else names.get(text, _read_signs(text))

    wording = Wording(read_truth, sentences=False)

    def read(text: str) -> Offer[bool] | None:
        offer = read_all(text)
        if offer is None or offer.others or read_truth(text) is not None:
            return offer
        label, colon, _ = text.partition(":")
        is_contradicted = bool(colon) and read_truth(label) is (not offer.value)  # `wrong: yes`
        first = _FIRST.match(text)
        is_turned = first is not None and turns_around(offer.value, text[first.end() :], asked)
        return None if is_contradicted or is_turned else offer

    def read_all(text: str) -> Offer[bool] | None:
        if not text.isascii():
            text = _undecorated(text)
        # `No. 5` is no answer
        if _NUMBERED.match(text):
            return None
        truth = _read_noted(text, answers)
        if truth is not None:
            return Offer(value=truth)
        if len(set(map(_words().get, _answers_in(text)))) > 1:
            return None
        offer = read_offers(text, wording)
        if offer is not None and offer.bracketed and not _DATED.search(text):
            # `yes (no)`: in brackets too an answer is one, but for another time (`no (yes until 2012)`)
            return replace(offer, beside=(*offer.beside, *offer.bracketed))
        return offer or _read_sentence(text)

    return read


_FIRST = re.compile(r"\W*[^\W\d_]+|[^\w\s]+")
# A word, and a note of plain words and numbers
_NOTED = re.compile(r"([^\W\d_]+)(?:,\s?|\s?\()([\w .,'-]{1,120})\)?")
_NOTE_WORD = re.compile(r"[^\W_]+")


def _read_noted(text: str, answers: frozenset[str]) -> bool | None:
    """`Yes, since 2019`: a word with a note in which no word could be an answer."""
    noted = _NOTED.fullmatch(text)
    truth = _words().get(noted[1].casefold()) if noted else None
    if noted is None or truth is None:
        return None
    return truth if answers.isdisjoint(_NOTE_WORD.findall(noted[2].casefold())) else None


def _first_words(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(first for phrase in phrases for first in _NOTE_WORD.findall(phrase)[:1])


def _answers_in(text: str) -> list[str]:
    """`Yes, although some say no`: the answer with which a text begins, and those after its `but`."""
    said = [word.casefold() for word in _NOTE_WORD.findall(after_turn(text))]
    found = [word for word in said if word in _plain_answers()]
    return [word.casefold() for word in _NOTE_WORD.findall(text)[:1]] + found if found else []


@cache
def _plain_answers() -> frozenset[str]:
    """Words that answer by themselves, unlike `not`."""
    table = _table()
    return frozenset({"yes", "no", "true", "false", *table["clear_yes"], *table["clear_no"]})


_DATED = re.compile(r"\d{4}")
_NUMBERED = re.compile(r"\s*n[o°º]\.?\s*\d", re.IGNORECASE)
# What asks for another form of a sign: plain or coloured, of some skin.
_VARIANTS = dict.fromkeys([0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)])
_AROUND = " .!?\"'…¡¿;。！"


def _plain(text: str) -> str:
    text = text.translate(_VARIANTS)
    return " ".join(_BULLET.sub("", text).casefold().replace(",", " ").strip(_AROUND).split())


def _undecorated(text: str) -> str:
    """`YES 🌕`: a cell without the pictures beside its words, unless one of them says something."""
    told = _words()
    pictures = {c for c in text if c > _FIRST_PICTURE and unicodedata.category(c) == "So" and c not in told}
    if not pictures or not any(c.isalnum() or c in told for c in text):
        return text
    if not pictures.isdisjoint(_table()["telling"]):
        return text
    return "".join(" " if c in pictures else c for c in text).strip()


_FIRST_PICTURE = "\u2190"
_BULLET = re.compile(r"^\s*[-•*]\s+")


def _name(column: str) -> str:
    """What a column asks, without the word that asks: `landed` for *Has landed?*."""
    name = _plain(fold_characters(column).replace("_", " ").strip(" ?"))
    name = re.sub(r"^(?:is|has|was|are) (?:an? |the )?", "", name)
    return "" if name in _words() else name


def _names(name: str) -> Mapping[str, bool]:
    """A column's own name as a yes, denied as a no: `Landlocked`, `not landlocked`, `Unsupported`."""
    if len(name) < 4:
        return {}
    said = {name, *_participles(name)}
    denied = {f"{denial}{name}" for name in said for denial in ("not ", "non-", "non ", "no ")}
    denied |= {f"{denial} {name}" for name in said for denial in _table()["denying"]}
    opposed = {word for pair in _opposites() for name in said for word in pair.get(name, ())}
    verb = _VERB.fullmatch(name)
    if verb is not None:
        denied |= {f"{denial} {verb[1]}{verb[2]}" for denial in ("does not", "doesn't", "do not", "don't")}
    return dict.fromkeys(said, True) | dict.fromkeys(denied | opposed, False)


_VERB = re.compile(r"([^\W\d_]{3,})s( .+)")


def _participles(name: str) -> tuple[str, ...]:
    """What a column's verb makes of its object: `supported` for `supports IPv6`, or `IPv6 support`."""
    words = name.split()
    verbs = (words[0].removesuffix("s"), words[-1]) if len(words) > 1 else ()
    return tuple(f"{verb.removesuffix('e')}ed" for verb in verbs if verb in _table()["participles"])


@cache
def _opposites() -> tuple[Mapping[str, frozenset[str]], ...]:
    """Each pair of opposites: a word → all those that mean its opposite."""
    return tuple(dict.fromkeys(one, other) | dict.fromkeys(other, one) for one, other in opposites())


_SIGN = re.compile(r"[^\w\s]")


def _read_signs(text: str) -> bool | None:
    """Read a sign beside a word: `✅ yes`. All must say the same."""
    if not _SIGN.search(text) or len(text) > _LONGEST_PAIR:
        return None
    parts = [part for part in re.findall(r"[^\w\s]|[\w' ]*\w", text) if part not in _AROUND]
    found = {_words().get(part.strip()) for part in parts}
    return found.pop() if len(found) == 1 and len(parts) > 1 else None


# With the signs that some scripts put over and behind letters
_SENTENCE_WORD = re.compile("[^\\W\\d_](?:[^\\W\\d_]|[\u0900-\u0963\u0971-\u0e5b])*")
_LONGEST_PAIR = 24
_MOST_WORDS = 24


def _read_sentence(text: str) -> Offer[bool] | None:
    """Read a sentence by its first word, where that word can be nothing else (`Yes it was …`)."""
    words = _SENTENCE_WORD.findall(text[:200])
    sign = _words().get(text[:1]) if _SIGN.match(text) else None
    if sign is not None and len(words) <= _MOST_WORDS:
        truths = {_words().get(part.casefold()) for part in (*words, *_SIGN.findall(text[:200]))}
        return None if (not sign) in truths else Offer(value=sign)
    if not 2 <= len(words) <= _MOST_WORDS or _alternative().match(text):
        return None
    first, second, *rest = (word.casefold() for word in words)
    truths = {_words().get(word) for word in (second, *rest)}
    table = _table()
    if first in table["clear_yes"] and False not in truths:
        return Offer(value=True)
    if first in table["clear_no"] and True not in truths:
        # `нет доказательств` may be a no, or say that nobody knows
        unknown = text[len(first) :].startswith(" ") and any(map(_is_evidence, (second, *rest)))
        return None if unknown else Offer(value=False)
    return (
        Offer(value=False) if first == "no" and second in table["no_before"] and True not in truths else None
    )


@cache
def _alternative() -> re.Pattern[str]:
    """A first word and what offers another answer: `yes or maybe`, `yes / partly`."""
    return re.compile(
        rf"\W*[^\W\d_]+\W{{0,2}}(?:/|{any_word([*or_words(), *joined_or_words()])})", re.IGNORECASE
    )


def _is_evidence(word: str) -> bool:
    return word.startswith(tuple(_table()["evidence"]))


@cache
def _table() -> Mapping[str, frozenset[str]]:
    return {
        name: frozenset(map(_plain, map(fold_characters, words)))
        for name, words in read_table("match", "truth_words").items()
    }


@cache
def _words() -> Mapping[str, bool]:
    return dict.fromkeys(_table()["yes"], True) | dict.fromkeys(_table()["no"], False)


def _reads(column: Column) -> Callable[[Cell], bool]:
    read = _reader(column.name, column.description)
    return lambda cell: cell.items is None and read(cell.text) is not None


RULES = TypeRules(_compile, _reads)
