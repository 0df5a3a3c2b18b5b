"""The words, numbers and signs that dates are made of, in many languages.

A text becomes a row of tokens, each with a one-letter code; the grammar of
`dategrammar.py` is written over these codes. Words that only join (`of`, `года`),
weekdays and times of day vanish here; a text with any other word is no date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from atlas_grader.folding import fold_characters
from atlas_grader.policy import read_table

MOST_TOKENS = 24
"""Longer texts are no dates."""


@dataclass(frozen=True, slots=True)
class Token:
    """One part of a date: its code, and the number it stands for.

    Numbers: `n` one or two digits, `t` three, `y` four, `i` six, `e` eight, `b` any other count,
    `a` two after an apostrophe, `o` ordinal, `r` Roman. Words: `M` month, `q` quarter, `Q` numbered
    quarter, `h` half, `H` numbered half, `k` week, `w` numbered week, `C` century, `L` millennium,
    `D` decade, `s` its suffix, `S` sixties, `Y m d` 年月日, `E` counted era, `B` BC, `+` AD, `P` part,
    `N` now, `~` to, `>` from, `&` and. Signs are their own codes.
    """

    code: str
    value: int = 0
    months: tuple[int, ...] = ()


def tokens_of(text: str) -> Iterator[tuple[Token, ...]]:
    """The tokens of a text; then, if they differ, those with phrases spelled in one word.

    Nothing comes where some of the text is no part of a date.

    >>> ["".join(token.code for token in tokens) for tokens in tokens_of("Thursday, 12th of July 2018")]
    ['oMy']
    >>> list(tokens_of("two weeks ago"))
    []
    """
    found = _tokens(text)
    if found:
        yield found
    plain = _rewrite(text)
    if plain != text and (found := _tokens(plain)):
        yield found


def is_lead_word(word: str) -> bool:
    """Whether a word only names what a date is the date of (`released`)."""
    return word.casefold() in _lead_words()


def event_words() -> list[str]:
    """What is held again and again, and so is numbered: `awards`, `edition`."""
    words: list[str] = _table("date_words")["events"]
    return words


def month_of(word: str) -> int | None:
    """The month that a word names, if it names one only."""
    token = _vocabulary().get(word.casefold())
    return token.value if token is not None and token.code == "M" and len(token.months) == 1 else None


@cache
def weekdays() -> Mapping[str, list[int]]:
    """The names of the weekdays, which say nothing beside a whole date, and their numbers from Monday, 1."""
    names = _table("month_names")["weekdays"] | _table("date_words")["weekdays"]
    return {fold_characters(name): days for name, days in names.items()}


def counting_words() -> list[str]:
    """Words that single out one of a month's weekdays: `first`, up to the fifth, and `last`."""
    ordinals: dict[str, int] = _table("date_words")["o"]
    words = [*_table("date_words")["counting"], *(word for word in ordinals if 0 < ordinals[word] <= 5)]
    return list(map(fold_characters, words))


def knows_word(word: str) -> bool:
    """Whether a date may hold the word, whatever it says there."""
    return word.casefold() in _vocabulary()


_DIGIT_LENGTHS = {1: "n", 2: "n", 3: "t", 4: "y", 6: "i", 8: "e"}
_LONGEST_NUMBER = 8

_TOKEN = r"""
    [ \n,?]+
  | (?P<half> [hs][12](?!\d) | (?-i:[12]H)(?![^\W\d_]) )
  | (?P<time> T?\d{1,2}(?::\d{2}){1,2}(?:[.,]\d+)? (?:\s?-\s?\d{1,2}:\d{2})?
        (?:\s?(?:[ap]\.?m\b\.?|uhr\b|h\b|z\b|utc\b|gmt\b|[a-z]{2,3}t\b))?
        (?:\s?(?:utc|gmt)?[+-]\d{1,2}:?(?:\d{2})?(?!\d))?
      | \d{1,2}\s?(?:[ap]\.?m\b\.?|uhr\b|h\d{2}\b) )
  | (?P<week> W\d{2}(?!\d) )
  | (?P<era> [mtshr]\d{1,2}(?=[./]\d{1,2}[./]\d) )
  | (?P<quarter> [qtkçτ]\s?[1-4](?!\d) | [1-4]q(?![^\W\d_]) )
  | '(?P<short> \d{2}) (?P<sixties> '?s | er )? (?![^\W_])
  | (?P<number> \d+) (?:
        (?P<decade> (?<=0) (?: '?s | -?(?:ern?|erne|talet|tallet|luku|luvulla|luvun|ті|ых|тых|тые|ые|е|х)
          | '?l[ae]r | '?l[ıi] ) ) (?![^\W\d_])
      | (?P<ordinal> st|nd|rd|th|er|re|ère|e|ème|eme|º|ª|°|te[rns]?|ste|de|-?го|-?й|-?ый|-?ое|-?е|-?ая|:[ae]
          | -(?:én|án|e|i) ) (?![^\W\d_])
      )?
  | (?P<cjk> CJK_WORDS )
  | (?P<word> [^\W\d_\u2e80-\u9fff\uac00-\ud7af]
        [^\s\d!-&(-/:-@\[-`{-~\u3001\u3002\u30fb\u301c\u2026\u00b7\u060c\u2e80-\u9fff\uac00-\ud7af]* ) \.?
  | (?P<sign> \.{2,3} | … | [-./~〜～→&] )
"""


def _tokens(text: str) -> tuple[Token, ...] | None:
    place = 0
    tokens: list[Token] = []
    match = _pattern().match
    while place < len(text):
        found = match(text, place)
        if found is None or len(tokens) > MOST_TOKENS:
            return None
        place = found.end()
        kind = found.lastgroup
        if kind is None:
            continue
        if kind == "time":
            _drop_joint(tokens)
            continue
        made = _MAKERS.get(kind, _numbers)(found)
        if made is None:
            return None
        if made and [token.code for token in tokens[-2:]] == ["M", "/"] and tokens[-2] == made[0]:
            # `يوليو/تموز`: one month by two names
            tokens.pop()
            continue
        tokens += made
    return tuple(_merge(tokens))


def _drop_joint(tokens: list[Token]) -> None:
    # `2018-07-12 at 14:30`, `à 14h30`: the word before a time of day goes with it
    if tokens and tokens[-1].code in "~-v":
        tokens.pop()


def _numbers(found: re.Match[str]) -> list[Token] | None:
    if short := found["short"]:
        return [Token("a", int(short)), *([Token("s")] if found["sixties"] else [])]
    digits = found["number"]
    if len(digits) > _LONGEST_NUMBER:
        return None
    if found["ordinal"] and len(digits) < 3:
        return [Token("o", int(digits))]
    if found["ordinal"]:
        return None
    number = Token(_DIGIT_LENGTHS.get(len(digits), "b"), int(digits))
    return [number, Token("s")] if found["decade"] else [number]


def _word(found: re.Match[str]) -> list[Token] | None:
    text = found["word"]
    roman = _ROMAN.fullmatch(text.translate(_LATIN))
    if roman is not None:
        return [Token("r", _roman_value(roman[1]))]
    return _known(text.casefold())


def _known(word: str) -> list[Token] | None:
    token = _vocabulary().get(word, _MISSING)
    if token is _MISSING:
        return None
    return [token] if token is not None else []


_MISSING = Token("X")
_ROMAN = re.compile(r"([IVX]+)(?:e|er|ère|ème|th|st|nd|rd|º)?")
# Cyrillic capitals that look Roman: `ХІХ ст.`
_LATIN = str.maketrans("ХІ", "XI")
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10}


def _roman_value(text: str) -> int:
    values = [_ROMAN_DIGITS[c] for c in text[:8]]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


# Meiji, Taishō, Shōwa, Heisei, Reiwa: the years before their first.
_ERA_LETTERS: Mapping[str, int] = {"M": 1867, "T": 1911, "S": 1925, "H": 1988, "R": 2018}

_JOINTS = frozenset({"~", "〜", "～", "→", "..", "...", "…"})
_MAKERS: Mapping[str, Callable[[re.Match[str]], list[Token] | None]] = {
    "word": _word,
    "cjk": lambda found: _known(found["cjk"]),
    "sign": lambda found: [Token("~" if found["sign"] in _JOINTS else found["sign"])],
    "week": lambda found: [Token("w", int(found["week"][1:]))],
    "quarter": lambda found: [Token("Q", int(re.sub(r"\D", "", found["quarter"])))],
    "half": lambda found: [Token("H", int(re.sub(r"\D", "", found["half"])))],
    "era": lambda found: [_era_letter(found["era"][0]), Token("n", int(found["era"][1:]))],
}


def _era_letter(letter: str) -> Token:
    return Token("E", _ERA_LETTERS[letter.upper()])


def _merge(tokens: list[Token]) -> Iterator[Token]:
    """Count eras, and settle the letters that mean a century only beside its number."""
    era: Token | None = None
    last = ""
    for place, token in enumerate(tokens):
        if token.code == "E":
            era = token
            continue
        if era is not None and token.code in "ntyo":
            token = Token("y", era.value + token.value)
            era = None
        elif token.code == "v":
            following = tokens[place + 1].code if place + 1 < len(tokens) else ""
            if last not in {"n", "o", "r"} and following != "r":
                continue
            token = Token("C")
        last = token.code
        yield token
    if era is not None:
        yield _MISSING


# Tables -------------------------------------------------------------------------------------------


@cache
def _table(name: str) -> dict[str, Any]:
    return read_table("match", name)


@cache
def _lead_words() -> frozenset[str]:
    return frozenset(fold_characters(word).casefold() for word in _table("date_words")["lead"])


_CODES = "~>&NCvLDsqhk"
_PARTS = {"Pe": 1, "Pm": 2, "Pl": 3, "P4": 4, "P5": 5, "P6": 6}


@cache
def _vocabulary() -> dict[str, Token | None]:
    """Folded word → its token; `None` for words that a date may hold and that say nothing."""
    table, names, eras = _table("date_words"), _table("month_names"), _table("eras")
    words: dict[str, Token | None] = dict.fromkeys(names["weekdays"])
    words |= {name: Token("M", months[0], tuple(months)) for name, months in names["months"].items()}
    words |= dict.fromkeys([*table["weekdays"], *table["f"]])
    for code in _CODES:
        words |= {word: Token(code) for word in table[code]}
    for code, part in _PARTS.items():
        words |= {word: Token("P", part) for word in table[code]}
    for code in ("o", "S", "H"):
        words |= {word: Token(code, value) for word, value in table[code].items()}
    words |= {word: None if code == "f" else Token(code) for word, code in table["cjk"].items()}
    words |= {word: Token("B") for word in eras["before"]} | {word: Token("+") for word in eras["after"]}
    words |= {word: Token("E", offset) for word, offset in eras["counted"].items()}
    return {fold_characters(word).casefold(): token for word, token in words.items()}


@cache
def _pattern() -> re.Pattern[str]:
    words = [word for word in _vocabulary() if re.match(r"[\u2e80-\u9fff\uac00-\ud7af]", word)]
    listed = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    # the look-ahead spares other scripts the walk through the list
    cjk = rf"(?=[\u2e80-\u9fff\uac00-\ud7af])(?:{listed})"
    return re.compile(_TOKEN.replace("CJK_WORDS", cjk), re.VERBOSE | re.IGNORECASE)


# Rewriting ----------------------------------------------------------------------------------------


def _rewrite(text: str) -> str:
    """Spell in one word what is written in several, and Chinese numerals in digits.

    >>> _rewrite("44 до н. э").split()
    ['44', 'bce']
    >>> _rewrite("二〇一八年十二月")
    '2018年12月'
    """
    if text.isascii() and _phrase_words().isdisjoint(_LETTERS.findall(text.casefold())):
        return text
    text = _BEFORE_CHRIST.sub("公元前", text)
    text = _CHINESE.sub(lambda found: str(_chinese_value(found[0])), text)
    text = _NUMBERED_MONTH.sub(lambda found: f" {_month_name(int(found[1] or found[2]))} ", text)
    pattern, meanings = _phrases()
    return pattern.sub(lambda found: f" {meanings[_squeeze(found[0])]} ", text)


_LETTERS = re.compile(r"[^\W\d_]+")


@cache
def _phrase_words() -> frozenset[str]:
    """The words that phrases are made of: without any of them there is nothing to rewrite."""
    words = {word for phrase in _phrase_meanings() for word in _LETTERS.findall(phrase.casefold())}
    return frozenset(words | {"thg"})


_CHINESE_DIGITS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0}
_CHINESE = re.compile(r"[〇零一二三四五六七八九十]{1,5}(?=[年月日号號世季])")
# `前44年`; `44年前` is long ago
_BEFORE_CHRIST = re.compile(r"(?<!\w)前(?=[\d〇零一二三四五六七八九十百]{1,4}年)")
# Vietnamese and Mongolian count their months
_NUMBERED_MONTH = re.compile(r"(?:tháng|thg)\s?(\d{1,2})(?!\d)|(?<!\d)(\d{1,2})-р сар(?:ын)?", re.IGNORECASE)


def _chinese_value(text: str) -> int:
    if "十" not in text:
        return int("".join(str(_CHINESE_DIGITS[c]) for c in text))
    tens, ones = text.split("十", 1)
    ones = ones.replace("十", "")
    return (_CHINESE_DIGITS[tens[-1]] if tens else 1) * 10 + (_CHINESE_DIGITS[ones[0]] if ones else 0)


@cache
def _phrase_meanings() -> Mapping[str, str]:
    """Phrase → the one word that says the same."""
    table, names, eras = _table("date_words"), _table("month_names"), _table("eras")
    meanings = {name: _month_name(months[0]) for name, months in names["months"].items()}
    meanings |= dict.fromkeys(names["weekdays"], "")
    meanings |= dict.fromkeys(eras["after"], "ce") | dict.fromkeys(eras["before"], "bce")
    meanings |= {era: _era_word(offset) for era, offset in eras["counted"].items()}
    meanings |= table["phrases"]
    return {fold_characters(p): m for p, m in meanings.items() if re.search(r"[\s.\-\"]", p)}


@cache
def _phrases() -> tuple[re.Pattern[str], dict[str, str]]:
    phrases = _phrase_meanings()
    ordered = sorted(phrases, key=lambda phrase: (-len(_squeeze(phrase)), -len(phrase), phrase))
    listed = "|".join("".join(map(_loosely, phrase)) for phrase in ordered)
    pattern = re.compile(rf"(?<![^\W\d_])(?:{listed})(?![^\W\d_])", re.IGNORECASE)
    return pattern, {_squeeze(phrase): meaning for phrase, meaning in phrases.items()}


def _loosely(char: str) -> str:
    return {".": r"\.?\s?", " ": r"\s?"}.get(char) or re.escape(char)


def _squeeze(phrase: str) -> str:
    return re.sub(r"[\s.]", "", phrase).casefold()


def _era_word(offset: int) -> str:
    counted: Mapping[str, int] = _table("eras")["counted"]
    return next(word for word, other in counted.items() if other == offset and "." not in word)


def _month_name(number: int) -> str:
    english = "january february march april may june july august september october november december"
    return english.split()[number - 1] if 1 <= number <= 12 else "?"
