"""`language` cells: names in many languages, autonyms, ISO 639 codes (grading.md 5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from atlas_grader.answers import Cell
from atlas_grader.folding import fold_characters
from atlas_grader.match.choices.entities import (
    EntityTable,
    entity_key,
    entity_rules,
    load_entities,
    without_article,
)
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided

# `the Polish language`, `German-language`, `langue française`, `中文` needs none
_LANGUAGE_WORD = re.compile(
    r"(.+?)[\s-]+(?:language|languages|speaking|sprache|langue|idioma|lengua|lingua|język|язык|dili)"
    r"|(?:language|langue|lengua|idioma|lingua|língua|język|язык|bahasa)\s+(.+)",
    re.IGNORECASE,
)
_INVERTED = re.compile(r"([^,()]{3,30}?)(?:,\s*|\s*\()([^,()]{2,30})\)?")
# `fr-FR`, the plain variety
_TAG = re.compile(r"([a-z]{2})[-_](?i:\1)")
_BRACKET = re.compile(r"[(\[（]([^()\[\]（）]*)[)\]）]")


@cache
def language_table() -> EntityTable:
    """Every known name and code of a language."""
    return replace(load_entities("languages"), rewrite=_rewordings, describes=_names_variety, has_traces=True)


def _names_variety(note: str) -> bool:
    """A region's code or a script: `Portuguese (BR)`, `Serbian (Latin)`."""
    return (len(note) <= 3 and note.isupper()) or note.casefold() in {"latin", "arabic"}


def _rewordings(text: str) -> tuple[str, ...]:
    wordings = [without_article(text)]
    worded = _LANGUAGE_WORD.fullmatch(text)
    if worded is not None:
        name = worded[1] or worded[2]
        wordings += [name, without_article(name), *_agreeing(name)]
    tagged = _TAG.fullmatch(text)
    if tagged is not None:
        wordings.append(tagged[1])
    inverted = _INVERTED.fullmatch(text)
    if inverted is not None:
        wordings.append(f"{inverted[2]} {inverted[1]}")
    return tuple(filter(None, wordings))


def _agreeing(adjective: str) -> Iterator[str]:
    """A language's name where the word for language has its gender: `langue française`, `lengua alemana`."""
    if adjective.endswith("nne"):
        yield adjective[:-2]
    if adjective.endswith(("a", "e")):
        yield from (adjective[:-1], f"{adjective[:-1]}o")


_ENTITY_RULES = entity_rules(language_table)


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    decide = _ENTITY_RULES.compile(column, values, others)
    notes = {_note(fold_characters(value)) for value in values if isinstance(value, str)} - {""}

    def matcher(cell: Cell) -> CellVerdict:
        verdict = decide(cell)
        # Gold that says which variety it means is not the same as any variety.
        if verdict.verdict is Verdict.MATCH and notes and _note(cell.text) not in notes:
            return undecided(Reason.NO_RULE_DECIDED, "gold names a variety of the language")
        return verdict

    return matcher


def _note(text: str) -> str:
    found = _BRACKET.search(text)
    return entity_key(found[1]) if found else ""


RULES = TypeRules(compile=_compile, reads=_ENTITY_RULES.reads)
