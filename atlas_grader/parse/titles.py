"""What a heading says of the table under it: the answer, a draft, or what does not count.

A heading counts only where the whole of it says so: `Excluded countries` does, `Countries
excluded from the treaty` and `African countries (territories excluded)` do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache

from atlas_grader.parse.plainwords import JOINED, plain_words
from atlas_grader.parse.untrue import Wrong, called_wrong, takes_back
from atlas_grader.policy import read_table

_LONGEST = 160
_NO_LISTS = frozenset(
    (
        "denied",
        "provisional",
        "final",
        "denying_sentences",
        "denying_parts",
        "withdrawing_sentences",
        "withdrawing_words",
    )
)
_MOST_WORDS_BEFORE = 10
_MOST_WORDS_AFTER = 4
_MOST_JOINED_AFTER = 8
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOISE = re.compile(r"<[^<>]{0,200}>|[*#`'’]+")
_NUMBER = re.compile(r"^[\W_]*(?:\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)][ ]+)?", re.IGNORECASE)
_BRACKET = re.compile(r"[(\[（【]([^()\[\]（）【】]*)[)\]）】]")
# Where a heading's first statement ends; what only goes on with `but` is one statement.
_STATEMENT_END = re.compile(
    r"[:：;；.。]|[ ][-–—]+[ ]|[,，、](?![ ](?:but|aber|mais|pero|mas|ma|maar|но|але)\b)"
)


class Standing(Enum):
    """What an answer says of one of its tables."""

    PLAIN = auto()
    FINAL = auto()
    PROVISIONAL = auto()
    """A draft or an example, or candidates."""
    DENIED = auto()
    """What does not count: excluded, rejected, a near miss, wrong."""


_WRONG = {Wrong.WRONG: Standing.DENIED, Wrong.OUTDATED: Standing.PROVISIONAL}


@dataclass(frozen=True, slots=True)
class TitleWords:
    """The word lists of `tables/titles.json`, spelled as `plain_words` spells a heading."""

    phrases: dict[Standing, dict[str, tuple[tuple[str, ...], ...]]]
    """By their first words."""
    joined: dict[Standing, tuple[str, ...]]
    """Phrases in scripts without spaces."""
    lists: dict[str, frozenset[str]]


@cache
def title_words() -> TitleWords:
    """The word lists, read once."""
    told = read_table("parse", "titles")
    kinds = {
        Standing.DENIED: told["denied"],
        Standing.PROVISIONAL: told["provisional"],
        Standing.FINAL: told["final"],
    }
    spaced = {kind: [p for p in phrases if p[0] < JOINED] for kind, phrases in kinds.items()}
    return TitleWords(
        phrases={
            kind: _by_first_word(tuple(plain_words(p)) for p in listed) for kind, listed in spaced.items()
        },
        joined={
            kind: tuple("".join(plain_words(p)) for p in phrases if p[0] >= JOINED)
            for kind, phrases in kinds.items()
        },
        lists={
            name: frozenset(" ".join(plain_words(word)) for word in words)
            for name, words in told.items()
            if name not in _NO_LISTS
        },
    )


def _by_first_word(phrases: Iterable[tuple[str, ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for phrase in dict.fromkeys(phrases):
        found[phrase[0]] = (*found.get(phrase[0], ()), phrase)
    return found


@lru_cache(maxsize=4096)
def standing_of(title: str, *, is_sentence: bool = False) -> Standing:
    """What a heading, caption, bold line or JSON key says of what stands under it.

    >>> standing_of("### Near misses (do not count)"), standing_of("Countries excluded from the treaty")
    (<Standing.DENIED: 4>, <Standing.PLAIN: 1>)
    """
    phrase = _told(title, is_sentence=is_sentence)
    return phrase[0] if phrase else Standing.PLAIN


@lru_cache(maxsize=1024)
def is_about(title: str, text: str) -> bool:
    """Whether a text, such as the task's question, uses the very phrase that makes a title what it is."""
    told = _told(title, is_sentence=False)
    if told is None:
        return False
    phrase = told[1]
    if phrase[:1] >= JOINED:
        return phrase in "".join(plain_words(text))
    said = f" {' '.join(plain_words(text))} "
    return f" {phrase} " in said or f" {phrase.removesuffix('s')} " in said


def is_one_of(text: str, name: str) -> bool:
    """Whether a short text is one of the words of a list, whatever its mark-up and case."""
    return len(text) <= _LONGEST and " ".join(plain_words(text)) in title_words().lists[name]


def holds_one_of(text: str, name: str) -> bool:
    """Whether a short text has one of the words of a list among its own."""
    if len(text) > _LONGEST:
        return False
    words = plain_words(text)
    listed = title_words().lists[name]
    return not listed.isdisjoint(words) or any(word >= JOINED and word in "".join(words) for word in listed)


def _told(title: str, *, is_sentence: bool) -> tuple[Standing, str] | None:
    """What a title says, and the phrase that says it."""
    if len(title) > _LONGEST:
        return None
    if phrase := denying_sentence(title) or withdrawing_sentence(title):
        return Standing.DENIED, phrase
    text = _without_label(_NUMBER.sub("", _NOISE.sub("", _CAMEL.sub(" ", title.replace("_", " ")))))
    bare = _BRACKET.sub(" ", text)
    head, *rest = _STATEMENT_END.split(bare)
    brackets = _BRACKET.findall(text)
    for bracket in brackets:
        if phrase := _says(bracket, Standing.DENIED, is_alone=True):
            return Standing.DENIED, phrase
    called = [called_wrong(said) for bracket in brackets for said in (bracket, f"{head} {bracket}")]
    is_taken_back = any(map(takes_back, (*rest, *brackets)))
    if not is_taken_back and not (is_sentence and "".join(rest).strip()):
        called.append(called_wrong(head))
    for kind, word in filter(None, called):
        return _WRONG[kind], word
    for standing in (Standing.DENIED, Standing.PROVISIONAL, Standing.FINAL):
        phrase = _says(head, standing, is_sentence=is_sentence)
        if phrase and not (is_taken_back and standing is Standing.DENIED):
            return standing, phrase
    return None


@lru_cache(maxsize=4096)
def denying_sentence(text: str) -> str:
    """The sentence, as plain words, if it says of what follows that it is wrong or does not count.

    >>> denying_sentence("None of the following mountains qualify:")
    'none of the following mountains qualify'
    """
    return _sentence_of(text, "denying_sentences")


def withdrawing_sentence(text: str) -> str:
    """The same of what stands before it.

    >>> withdrawing_sentence("The table above is wrong."), withdrawing_sentence("Row 3 above is wrong.")
    ('the table above is wrong', '')
    """
    return _sentence_of(text, "withdrawing_sentences") if _pointing_back().search(text) else ""


@cache
def _pointing_back() -> re.Pattern[str]:
    """What every sentence holds that takes back what stands before it: a look, as few lines do."""
    words = read_table("parse", "titles")["withdrawing_words"]
    return re.compile("|".join(map(re.escape, words)), re.IGNORECASE)


def _sentence_of(text: str, group: str) -> str:
    if len(text) > _LONGEST:
        return ""
    said = " ".join(plain_words(text))
    return said if any(pattern.fullmatch(said) for pattern in _sentences(group)) else ""


@cache
def _sentences(group: str) -> tuple[re.Pattern[str], ...]:
    told = read_table("parse", "titles")
    answer = told["denying_parts"]["answer"]
    denial = told["denying_parts"]["denial"].format(answer=answer)
    return tuple(re.compile(pattern.format(answer=answer, denial=denial)) for pattern in told[group])


def is_refusal(line: str) -> bool:
    """Whether a line gives a refusal as the answer: `Final answer: I cannot answer.`"""
    head, colon, rest = line[:_LONGEST].replace("：", ":").partition(":")
    return bool(colon) and standing_of(head) is Standing.FINAL and is_one_of(rest, "refusals")


def _without_label(text: str) -> str:
    """Without `Step 2:` or `Table 1 –`, which say nothing of what follows."""
    first, _, rest = text.partition(" ")
    if not rest or not is_listed_label(first):
        return text
    cut = re.match(r"\w{1,4}[ ]*[:：.–—-][ ]*", rest)
    return rest[cut.end() :] if cut else text


def is_listed_label(word: str) -> bool:
    """Whether a word numbers a section: `Step`, `Tabelle`."""
    return word.casefold() in read_labels()


@cache
def read_labels() -> frozenset[str]:
    """Words that number sections, as written."""
    return frozenset(read_table("parse", "titles")["labels"])


def _says(text: str, standing: Standing, *, is_sentence: bool = False, is_alone: bool = False) -> str:
    """The phrase by which a text says so as a whole; nothing if it does not."""
    words = plain_words(text)
    if not words:
        return ""
    if any(word[0] >= JOINED for word in words):
        return _says_joined("".join(words), standing)
    phrases = title_words().phrases[standing]
    for place, word in enumerate(words[: _MOST_WORDS_BEFORE + 1]):
        for phrase in phrases.get(word, ()):
            before, after = words[:place], words[place + len(phrase) :]
            if tuple(words[place : place + len(phrase)]) == phrase and _is_whole(
                before, after, standing, is_sentence=is_sentence, is_alone=is_alone
            ):
                return " ".join(phrase)
    return ""


def _is_whole(
    before: list[str], after: list[str], standing: Standing, *, is_sentence: bool, is_alone: bool
) -> bool:
    """Whether the words around a phrase leave it what the whole heading says."""
    lists = title_words().lists
    is_of_the_answer = not lists["of_the_answer"].isdisjoint(after)
    if is_alone:
        return not before and (not after or is_of_the_answer)
    if standing is not Standing.DENIED:
        return not set(before) - lists["pointers"] and _goes_on(after, lists)
    if not set(before) - lists["pointers"] and _goes_on(after, lists):
        return True
    if after and not is_of_the_answer:
        return False
    if is_sentence and lists["spoken_of"].isdisjoint(before):
        return False
    return lists["not_before_the_end"].isdisjoint(before)


def _goes_on(after: list[str], lists: dict[str, frozenset[str]]) -> bool:
    """`Excluded territories`, `Excluded from the list`; not `Excluded from the treaty`."""
    if not after:
        return True
    if not lists["of_the_answer"].isdisjoint(after):
        return True
    return len(after) <= _MOST_WORDS_AFTER and lists["prepositions"].isdisjoint(after)


def _says_joined(text: str, standing: Standing) -> str:
    if standing is Standing.DENIED and any(word in text for word in title_words().lists["blockers"]):
        return ""
    for phrase in title_words().joined[standing]:
        is_short = text.startswith(phrase) and len(text) - len(phrase) <= _MOST_JOINED_AFTER
        if is_short or (standing is Standing.DENIED and text.endswith(phrase)):
            return phrase
    return ""
