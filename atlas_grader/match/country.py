"""`country` cells: names in many languages, ISO, IOC and FIFA codes, flags, nationalities (grading.md 5)."""

from __future__ import annotations

from atlas_grader.answers import Cell
from atlas_grader.match.choices.countries import country_table
from atlas_grader.match.choices.entities import entity_rules
from atlas_grader.match.contract import Matcher, TypeRules, Values
from atlas_grader.match.homonyms import is_elsewhere
from atlas_grader.tasks import Column
from atlas_grader.verdicts import CellVerdict, Reason, Verdict, undecided


def _compile(column: Column, values: Values, others: Values) -> Matcher:
    """A match, unless a note points to another state of the name: `Georgia (Atlanta)`."""
    decide = _ENTITIES.compile(column, values, others)
    golds = [value for value in values if isinstance(value, str)]

    def matcher(cell: Cell) -> CellVerdict:
        verdict = decide(cell)
        if verdict.verdict is Verdict.MATCH and not cell.text.isalpha() and is_elsewhere(golds, cell.text):
            return _ELSEWHERE
        return verdict

    return matcher


_ELSEWHERE = undecided(Reason.AMBIGUOUS, "a note points to another state than gold's")
_ENTITIES = entity_rules(country_table)
RULES = TypeRules(compile=_compile, reads=_ENTITIES.reads)
