"""Whether a cell says that there is nothing to say (grading.md 3).

The phrases stand in `tables/no_data.json`. Whether a phrase is rather gold's own
value (`NA` for Namibia) is for the caller to ask first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from atlas_grader.frozen import frozen
from atlas_grader.phrases import BEGINNING, Kind, kind_of, lacking_words, may_begin, may_open
from atlas_grader.policy import read_table


@frozen
class Emptiness:
    """A no-data phrase, and the note that stands beside it."""

    phrase: str
    note: str = ""
    kind: Kind = Kind.NO_DATA

    @property
    def is_none(self) -> bool:
        """Whether the phrase may also be a zero or a No (grading.md 3)."""
        return self.kind is Kind.NONE

    @property
    def letters(self) -> str:
        """The phrase's letters, which may be the initials of a choice: `N/A` → `na`."""
        return "".join(letter for letter in self.phrase.casefold() if letter.isalpha())


def read_emptiness(text: str) -> Emptiness | None:
    """The no-data phrase that cleaned `text` consists of, but for a note; else `None`.

    >>> read_emptiness("N/A - event cancelled in 2020")
    Emptiness(phrase='N/A', note='event cancelled in 2020', kind=<Kind.NO_DATA: 'no_data'>)
    >>> read_emptiness("Unknown Mortal Orchestra")
    >>> read_emptiness("无锡")
    """
    if begins_a_value(text[:BEGINNING]):
        return None
    if len(text) > _LONGEST:
        return Emptiness(text) if _SIGNS.fullmatch(text) else None
    return _read(text)


# Answers say it in few ways.
@lru_cache(maxsize=1 << 9)
def _read(text: str) -> Emptiness | None:
    if not text or _SIGNS.fullmatch(text):
        return None if _DITTO_SIGN.fullmatch(text) else Emptiness(text)
    if not may_open(text[0]) or not may_begin(text):
        return None
    kind = _kind_of(text)
    if kind is not None:
        return Emptiness(text, "", kind)
    return _read_with_note(text)


@lru_cache(maxsize=1 << 14)
def begins_a_value(beginning: str) -> bool:
    """Whether every text that begins with these characters is a value, as most cells are.

    No other says that there is nothing, or that the cell above is meant.

    >>> begins_a_value("Jak"), begins_a_value("N/A"), begins_a_value("sam"), begins_a_value("- 5")
    (True, False, False, False)
    >>> begins_a_value("$5 "), begins_a_value("$ -")
    (True, False)
    """
    if not beginning[:1].isalnum():
        return bool(beginning) and may_open(beginning[0]) and beginning[1:2].isdecimal()
    if may_open(beginning[0]) and may_begin(beginning):
        return False
    return beginning.casefold() not in _beginnings_of_repeats()


def without_pictures(text: str) -> str:
    """A text without the pictures around its words, if it has both.

    >>> without_pictures("❓ Unknown"), without_pictures("❌")
    ('Unknown', '❌')
    """
    return text if text.isascii() else _PICTURES.sub("", text)


_PICTURES = re.compile(
    "^[\\s\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff\ufe0f\u2640\u2642]+(?=\\w)"
    "|(?<=[\\w.)])[\\s\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff\ufe0f\u2640\u2642]+$"
)


def is_ditto(text: str) -> bool:
    """Whether cleaned `text` only says that the cell above is meant: `〃`, `"`, `ditto`.

    >>> is_ditto('"'), is_ditto("Same as above"), is_ditto('""')
    (True, True, False)
    """
    return len(text) <= _LONGEST_DITTO and _ditto().fullmatch(text) is not None


@cache
def _beginnings_of_repeats() -> frozenset[str]:
    words = read_table("", "no_data")["repeats"]
    return frozenset(word[:length] for word in words for length in range(1, BEGINNING + 1))


@cache
def _ditto() -> re.Pattern[str]:
    words = "|".join(map(re.escape, read_table("", "no_data")["repeats"]))
    return re.compile(rf"{_DITTO_SIGN.pattern}|[ .()\[\]]*(?:{words})[ .()\[\]]*", re.IGNORECASE)


def is_denial(text: str) -> bool:
    """Whether a text denies in plain words (`does not solidify`), unlike a name that begins so.

    >>> is_denial("no melting point"), is_denial("No Country for Old Men"), is_denial("no")
    (True, False, False)
    """
    if len(text) > _LONGEST_DENIAL:
        return False
    first, _, rest = text.partition(" ")
    if first and first == rest:
        return is_empty(first)  # `N/A N/A`
    if _RESIDUE.fullmatch(text):
        return True
    if read_emptiness(text) is not None:
        return False  # a no-data phrase whose note gives a value
    absence = _absence().search(text)
    if absence and (_is_sentence(text) or len(absence[0]) == len(text) >= _SHORTEST_ABSENCE):
        return True
    if _TITLE.match(text):
        return False
    return _DENIAL.fullmatch(text) is not None


def is_wordy(text: str) -> bool:
    """Whether a text says something in words, and gives no number but of years and dates.

    >>> is_wordy("entered directly at Incubating"), is_wordy("approx. 40 to 50 staff"), is_wordy("2019-03")
    (True, False, False)
    """
    if len(text) > _LONGEST or _NUMBER.search(_YEAR.sub("", _FULL_DATE.sub("", text))):
        return False
    return len(_SPOKEN.findall(text)) >= _FEWEST_WORDS or len(_HAN.findall(text)) >= _FEWEST_HAN


def is_absent(text: str) -> bool:
    """Whether a text may only say that there is none: a zero, a No, or one word for a lack.

    >>> is_absent("0 kg"), is_absent("No (4-1)"), is_absent("Unsponsored"), is_absent("No. 5")
    (True, True, True, False)
    """
    if len(text) > _LONGEST_DENIAL:
        return False
    word = text.strip(" .()[]!").casefold()
    return bool(
        word in lacking_words() or _LACKING.fullmatch(word) or _zero().fullmatch(text) or _no().match(text)
    )


def note_offers(note: str) -> bool:
    """Whether a note offers a value, as a guess or for another time."""
    return bool(_OFFERED.search(note) or _GUESSED.search(note))


def note_holds_value(note: str) -> bool:
    """Whether a note gives a number other than a year or a date of record, or offers a guess.

    >>> note_holds_value("reported as 40 staff"), note_holds_value("as of 5 March 2024")
    (True, False)
    >>> note_holds_value("possibly John Smith"), note_holds_value("never released")
    (True, False)
    """
    note = _REFERENCE.sub("", _AS_OF.sub("", note))
    return bool(_NUMBER.search(_YEAR.sub("", note))) or note_offers(note)


def is_empty(text: str, holds: Callable[[str], bool] = note_holds_value) -> bool:
    """Whether cleaned `text` says nothing; `holds` tells whether a note gives a value after all.

    >>> is_empty("Not disclosed"), is_empty("Not disclosed, estimated at $5 million"), is_empty("0")
    (True, False, False)
    """
    empty = read_emptiness(text)
    return empty is not None and not (empty.note and holds(empty.note))


_LONGEST_DENIAL = 200
# `unsponsored`, `uncredited`, `sponsorless`
_LACKING = re.compile(r"un\w{3,}(?:ed|en|known|given)|\w{4,}less|self[- ]\w+ed|un\w+t")
_SHORTEST_ABSENCE = 6
# A word that no title writes small
_IN_SENTENCE = re.compile(
    r"(?<![^\W\d_])(?!(?:with|from|into|over|under|after|upon|than|that)(?!\w))[a-zß-ÿа-яіїєґ]{4}"
)
_PRONOUN = re.compile(r"(?:none|aucune?)\s+(?:of|but|de)\b", re.IGNORECASE)
# What held until a year is told.
_WHEN = re.compile(r"\b(?:until|before|till|bis|vor|hasta|antes|avant|до)\b", re.IGNORECASE)
_CASED = re.compile(r"[A-Za-zÀ-ÿА-Яа-яІіЇїЄє]")
_SPOKEN = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_FEWEST_WORDS, _FEWEST_HAN = 2, 4
_FULL_DATE = re.compile(
    r"\b(?:1[5-9]|20)\d\d[-/.]\d\d?[-/.]\d\d?\b|\b\d\d?[-/.]\d\d?[-/.](?:1[5-9]|20)\d\d\b"
)
# Marks of notes, with nothing that they could belong to
_RESIDUE = re.compile(r"[*†‡\s]+|(?:\[\w{1,3}\]\s*)+")
# `None but the Brave`, `No Country for Old Men`; one German noun makes no title
_TITLE = re.compile(
    r"(?!(?:Keine?|Keinen|Keiner|Nicht|Ohne)\s\S+$)[A-ZÀ-ÞА-Я].*\s[A-ZÀ-ÞА-Я]\w|(?i:none|aucune?)\s+(?i:of|but|de)\b"
)
# What follows is no name: it begins small, or is one noun in German; what held until a year is told.
_DENIAL = re.compile(
    r"(?!.*\b(?:until|before|till|bis|vor|hasta|antes|avant|до)\b)(?!.*[\"«»])"
    r"(?:(?i:no|not|never|none|without|(?:it\s+|they\s+)?(?:does|do|did|has|have|had|is|are|was|were|could|can|will)"
    r"\s?(?:not|n't)|cannot|doesn't|don't|didn't|hasn't|haven't|isn't|aren't|wasn't|weren't|there\s+(?:is|are|was|were)\s+no|"
    r"sin|sans|pas\s+de|pas\s+d'|aucune?|ning[uú]na?|nessuna?|nenhuma?|sem|senza|não|non|nicht|ohne|zonder|geen|niet|brak|bez|"
    r"нет|не|без|немає)\s+[^\W\dA-ZÀ-ÞА-Я_].*"
    r"|(?i:kein|keine|keinen|keiner|nicht|ohne)\s+[A-ZÄÖÜ]?[^\W\d_-]+"
    r"|(?i:nobody|no[\s-]one|niemand|personne|nadie|nessuno|ninguém|никто|нет)"
    r"|没有[^\W\d_]{1,8}|沒有[^\W\d_]{1,8}|[^\W\d_]{1,12}(?:なし|無し|ありません|없음))[.!]?",
    re.DOTALL,
)
# Longer texts say more than that there is nothing.
_LONGEST = 600
# A phrase ends here at the latest.
_LONGEST_PHRASE = 60

_LONGEST_DITTO = 24
_DITTO_SIGN = re.compile(r"[-\s]*[\"〃〟][-\s]*")
_SIGNS = re.compile(
    r"[-?¿.…/_~∅⌀─━⸺⸻ー・❓❔⁇➖🤷\U0001f3fb-\U0001f3ff\s()\[\]{}\"'|,;:-]*[-?.…/_~∅⌀─━⸺⸻ー()\[\]{}\"']?"
    r"|[-?…]{1,3}\s?[⁰¹²³⁴-⁹]{1,2}|🤷[\U0001f3fb-\U0001f3ff]?\u200d?[\u2640\u2642]\ufe0f?"
)
# A dash before bare words is a bullet, so that a sign's note stands in brackets or after a comma.
_SIGN_WITH_NOTE = re.compile(
    r"(?P<sign>[-?.…_~]{1,3})\s*(?:[(\[（【](?P<bracketed>[^()\[\]（）【】]+)[)\]）】]|[,;:]\s+(?P<after>\S.*))",
    re.DOTALL,
)
_WRAPPED = re.compile(r"""[\s"'(\[<{（【「*-]*(.*?)[\s"')\]>}）】」*.。!⁰¹²³⁴-⁹-]*""", re.DOTALL)
_LEAD = re.compile(r"(?:there\s+(?:is|are|was|were)|(?:the|this)(?=\s+\S+\s+\S))\s+", re.IGNORECASE)

# What may part a phrase from its note.
_BREAK = re.compile(
    r"""
      \s*(?P<bracket>[(\[（【])
    | (?P<mark>[,;:，；：、]|\.(?=\s)|。)\s*
    | (?P<line>\n)
    | (?P<dash>\s-+\s*|-+\s)
    | (?P<slash>\s*/\s*|\s\|\s|\s(?:or|oder|ou|o|of|или)\s)
    | \s(?P<year>(?:19|20)\d\d)$
    | \s(?P<turn>but|although|though|however|yet|as\s+the|as\s+it|as\s+no|pending)\b
    | \s(?P<word>because|due\s+to|since|as\s+of|until|at\s+this\s+time|at\s+the\s+moment|so\s+far|
        to\s+date|for\s+now|wegen|da|weil|stand|bis|seit|car|depuis|en\s+raison|
        porque|hasta|desde|debido|perché|omdat|sinds|поскольку|так\s+как|на\s+момент|по\s+состоянию)\b
    | \s(?P<link>by|in|on|for|from|to|within|per|with|von|vom|im|in\s+der|auf|für|par|dans|sur|pour|por|en|
        para|el|da|nel|su|door|op|voor|w|na|v|ve|в|на|для)\s
    """,
    re.VERBOSE | re.IGNORECASE,
)
# Words that the most trusting reader takes for a title's beginning: `Nil by Mouth`, `Unknown, Jan`.
_TITLE_LIKE = re.compile(r"[^\W\d_]+")
_ABOUT_SOURCES = re.compile(
    r"(?:the|any|our|this|these|all|my|public|publicly|provided|given|available|official|cited|retrieved|reliable|search|"
    r"company|accessible|consulted|supplied|open|primary|der|den|die|dem|les|la|las|los|le)?\s?"
    r"(?:\w+\s)?(?:sources?|records?|documents?|documentation|reports?|papers?|filings?|articles?|data|database|domain|text|"
    r"context|search(?:es)?|results?|literature|web|website|internet|page|materials?|announcements?|press|quellen?|fuentes?|"
    r"company|publisher|developer|manufacturer|authors?|organi[sz]ers?|authorities|government|team|university|label|studio|"
    r"model|year|event|item|entry|row|case|country|period|season|edition|release|version|product|category)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"(?:until|before|bis|vor|hasta|antes de|jusqu'\w+|avant|até|fino)\b.*\d", re.IGNORECASE)
_AS_OF = re.compile(
    r"\b(?:as of|as at|until|since|by|in|on|checked|accessed|retrieved|updated|last|stand|per|am|seit)\b"
    r"[\s:]*(?:\w+ ){0,2}?(?:\d{1,2}(?:st|nd|rd|th)?[\s./-](?:\w+[\s./-])?|[^\W\d_]{3,}\.?\s\d{1,2},?\s)?"
    r"(?:1[5-9]|20)\d\d(?:-\d{1,2}(?:-\d{1,2})?)?",
    re.IGNORECASE,
)
_REFERENCE = re.compile(
    r"\b(?:note|notes|footnote|ref|reference|source|table|page|section)\.?\s?\d+", re.IGNORECASE
)
# What is left of a quantity whose number is not known: `N/A km`.
# `n/a ha`, but not `Naha`: letters are a unit only where they stand apart from those before.
_UNIT = re.compile(
    r"[$€£¥]?\s?(\S.*?)(?:\s?(?:%|°C|°F)|(?:\s|(?<![^\W\d_]))(?:km²?|m²?|cm|mm|kg|g|t|mi|ft|ha|years?|months?|"
    r"days?|hours?|minutes?|min|people|employees|USD|EUR|GBP|MW|GWh|million|billion))|[$€£¥]\s?(\S.*)"
)
_YEAR = re.compile(r"(?<![\d.,])(?:1[5-9]|20)\d\d(?:[-/]\d\d(?!\d))?(?:年)?(?![\d%]|[.,]\d)")
_NUMBER = re.compile(r"(?<![^\W_])(?<![^\W\d_]-)\d")
# A year, too, is a value where it is guessed.
_GUESSED = re.compile(
    r"\b(?:probably|possibly|likely|perhaps|maybe|may\sbe|circa|around|about|wahrscheinlich|vermutlich|probablement|vers|"
    r"probablemente|hacia|provavelmente|probabilmente|waarschijnlijk|prawdopodobnie|вероятно|около)\s(?:in\s|around\s)?\d",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"\b(?i:estimated|estimate|est\.|reported(?:ly)?|likely|probably|possibly|perhaps|maybe|may\sbe|might\sbe|believed|approximately|"
    r"about|around|roughly|circa|rumou?red|said\sto|thought|presumed|presumably|assumed|known\sas|formerly|now|actually|"
    r"wahrscheinlich|vermutlich|geschätzt|möglicherweise|probablement|peut-être|estimé|probablemente|posiblemente|quizás|"
    r"estimado|provavelmente|possivelmente|probabilmente|forse|waarschijnlijk|prawdopodobnie|вероятно|возможно|предположительно)"
    r"\s(?:to\sbe\s|as\s|at\s|by\s|a\s|an\s|the\s)?(?-i:[A-Z$€£¥]|(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|several|dozens?|hundreds?|thousands?|millions?|billions?)\b|[А-Я])"
    r"|(?:可能|大概|估计|據說|据说|おそらく|たぶん|推定|아마)\w",
)


def _kind_of(text: str) -> Kind | None:
    """The kind of the phrase that `text` is, in or out of brackets and quotes."""
    if len(text) > _LONGEST_PHRASE:
        return None
    kind = kind_of(text)
    if kind is None and (bare := _WRAPPED.fullmatch(text)) and bare[1] != text:
        kind = kind_of(bare[1])
    if kind is None and (lead := _LEAD.match(text)):
        kind = kind_of(text[lead.end() :])
    return kind


def _read_with_note(text: str) -> Emptiness | None:
    if signed := _SIGN_WITH_NOTE.fullmatch(text):
        return Emptiness(signed["sign"], (signed["bracketed"] or signed["after"]).strip())
    unit = _UNIT.fullmatch(text)
    if unit is not None and (_kind_of(unit[1] or unit[2]) or _SIGNS.fullmatch(unit[1] or unit[2])):
        return Emptiness(text)
    for gap in _BREAK.finditer(text):
        if gap.start() > _LONGEST_PHRASE:
            return None
        phrase = text[: gap.start()].strip()
        kind = _kind_of(phrase) if phrase else None
        if kind is None:
            continue
        # A word belongs to the note that it begins; a sign does not.
        at_word = gap["word"] or gap["link"] or gap["turn"] or gap["year"]
        note = text[gap.start() if at_word else gap.end() :].strip(" \n()[]（）【】.。")
        # `Not released until 2019` tells when it was.
        if _is_note(phrase, kind, note, gap) and not (kind is Kind.DENIED and _UNTIL.match(note)):
            return Emptiness(phrase, note, kind)
    return None


def _is_note(phrase: str, kind: Kind, note: str, gap: re.Match[str]) -> bool:
    """Whether what follows a phrase comments on it, rather than making one name with it."""
    if not note or _kind_of(note) is not None:
        return True
    if gap["slash"]:
        return is_empty(note)
    one_word = _TITLE_LIKE.fullmatch(phrase) is not None
    if gap["year"]:
        return phrase.casefold().startswith(("tb", "to be"))
    if gap["turn"]:
        return not (one_word and kind is Kind.NONE)
    if gap["link"]:
        if one_word:
            return False
        return kind is not Kind.DENIED or _ABOUT_SOURCES.match(note.split(" ", 1)[-1]) is not None
    if gap["mark"] and one_word and gap["mark"] != "." and phrase.isascii():
        return not note[0].isupper()
    return True


def _is_sentence(text: str) -> bool:
    """Whether a text is neither a title nor tells since when there is something."""
    if _PRONOUN.match(text) or _WHEN.search(text):
        return False
    return _IN_SENTENCE.search(text) is not None or not _CASED.search(text)


@cache
def _zero() -> re.Pattern[str]:
    """A zero with whatever unit and note that hold no number."""
    words = "|".join(map(re.escape, read_table("", "no_data")["zero"]))
    return re.compile(
        rf"[^\w]*(?:[A-Z]{{3}}\s?)?[-+]?(?:0+(?:[.,]0+)?(?![.,:/-]*\d)|(?:{words})(?!\w))[^\d\n]*",
        re.IGNORECASE,
    )


@cache
def _no() -> re.Pattern[str]:
    """A No by itself or before a note: `No (4-1)`, not `No. 5`."""
    words = "|".join(map(re.escape, read_table("", "no_data")["no"]))
    return re.compile(
        rf"[^\w✗✘❌]*(?:{words})\s*(?:[!。\s]*$|\.(?!\s?\d)|[,;:(\[（【、，\n-])", re.IGNORECASE
    )


@cache
def _absence() -> re.Pattern[str]:
    """What a sentence says that tells why there is nothing: `never`, `vacant`, `directly`."""
    table = read_table("", "no_data")
    words, joined = ("|".join(map(re.escape, table[entry])) for entry in ("absence", "absence_joined"))
    return re.compile(
        rf"(?<![\w'-])(?:{words}|self-\w+|\w+n't)(?![\w'])|(?:{joined})(?![\u3041-\u3096])", re.IGNORECASE
    )
