"""The columns of entities, told by the names in them (grading.md 2.2, content)."""

from __future__ import annotations

from atlas_grader.answers import Table
from atlas_grader.parse.headers.evidence import (
    FEWEST_VALUES,
    HALF,
    LONGEST,
    LOOKED_AT,
    Evidence,
    Fit,
    Gold,
    Rows,
    placed,
)
from atlas_grader.parse.headers.mapping import HeaderMapping, header_index
from atlas_grader.parse.headers.meanings import languages_of, translations
from atlas_grader.parse.headers.tiers import Tier
from atlas_grader.parse.headers.words import header_words, plain, stems
from atlas_grader.tasks import WORDS, Task

_MOST_OPEN = 16


def with_entities(table: Table, rows: Rows, task: Task, mapping: HeaderMapping, gold: Gold) -> HeaderMapping:
    """The mapping with the columns of entities that no sure header places, told by the names in them."""
    return _Names(table, rows[:LOOKED_AT], task, gold).told(mapping)


class _Names(Evidence):
    """The names of entities in one table."""

    def told(self, mapping: HeaderMapping) -> HeaderMapping:
        """The mapping with the columns of entities that no sure header places, told by the names in them."""
        for column in self.entity:
            if self._may_be_told(mapping, column):
                place = self._place_of_names(mapping, column)
                # Behind what words tell stand rivals and predecessors.
                is_behind = mapping.tiers[column] is Tier.WORDS and (place or 0) > (
                    mapping.places[column] or 0
                )
                if place is not None and place != mapping.places[column] and not is_behind:
                    taken = mapping.places.index(place) if place in mapping.places else column
                    mapping = placed(mapping, {taken: None, column: place})
        for column in self.entity:
            if mapping.places[column] is None and (place := self._place_of_part(mapping, column)) is not None:
                mapping = placed(mapping, {column: place})
        return mapping

    def _may_be_told(self, mapping: HeaderMapping, column: int) -> bool:
        """Whether names may tell a column of entities: no words do, or ones with few names beneath them."""
        place, tier = mapping.places[column], mapping.tiers[column]
        if self.task.columns[column].type not in WORDS or tier not in {None, Tier.CONTENT, Tier.WORDS}:
            return False
        if tier is not Tier.WORDS or place is None:
            return True
        # `Name of the pope` says no more than that it is one, `Years as pope` does.
        said, lists = header_index(self.task).words[column], header_words()
        more = stems(plain(self.table.headers[place])).difference(*said.names, lists.generic, lists.entity)
        return bool(more) and not self._named(place, column).is_mostly(HALF)

    def _place_of_part(self, mapping: HeaderMapping, column: int) -> int | None:
        """The one header, with its words if any has them (`eruption_year`), that tells most names' rows."""
        others = [mapping.places[other] for other in self.entity if other != column]
        if not others or None in others or len(mapping.open_headers) > _MOST_OPEN:
            return None
        languages = languages_of(map(plain, self.table.headers))
        asked = stems(plain(self.task.columns[column].name))
        worded = [
            place
            for place in mapping.open_headers
            if any(
                asked <= stems(told)
                for header in [plain(self.table.headers[place])]
                for told in (header, *translations(header, languages))
            )
        ]
        fits = {place: self._claiming(mapping, column, place) for place in worded or mapping.open_headers}
        best = max(fits, key=lambda place: fits[place].matched, default=None)
        if best is None or not fits[best].is_mostly(HALF) or self.is_disowned(best, column):
            return None
        is_alone = not any(fit.is_near(fits[best]) for place, fit in fits.items() if place != best)
        return best if is_alone else None

    def _claiming(self, mapping: HeaderMapping, column: int, place: int) -> Fit:
        """How many of the rows with a known name are gold's once a header is taken for a part of the name."""
        places = [place if other == column else mapping.places[other] or 0 for other in self.entity]
        known = [
            row
            for row in self.rows
            if all(
                self.gold.named(self.task.columns[other].name, row[at])
                for other, at in zip(self.entity, places, strict=True)
                if other != column
            )
        ]
        claims = [self.gold.claimed([row[at] for at in places]) for row in known]
        found = [gold for gold in claims if gold is not None]
        return Fit(len(known), len(found), len(set(found)))

    def _place_of_names(self, mapping: HeaderMapping, column: int) -> int | None:
        """The header under which most cells name different entities, among those that may be told wrong."""
        unsure = {
            place
            for place, tier in zip(mapping.places, mapping.tiers, strict=True)
            if place is not None and tier in {Tier.WORDS, Tier.CONTENT}
        }
        named = {
            place: self._named(place, column)
            for place in sorted(unsure.union(mapping.open_headers))
            if not self.is_disowned(place, column)
        }
        several = [place for place, fit in named.items() if fit.values >= FEWEST_VALUES]
        found = [place for place in several if named[place].is_mostly(HALF)]
        # Most names may be in a language that gold does not have; then no other header has any.
        if not found and several == list(mapping.open_headers[:1]):
            found = several
        # Rivals and predecessors may be entities too, but stand behind the ones that were asked for.
        if not found or any(named[place].values > named[found[0]].values for place in found):
            return None
        return found[0]

    def _named(self, place: int, column: int) -> Fit:
        cells = self.cells(place)
        short = (cell for cell in cells if not isinstance(cell, str) or len(cell) <= LONGEST)
        found = [rows for cell in short if (rows := self.gold.named(self.task.columns[column].name, cell))]
        return Fit(len(cells), len(found), len(set(found)))
