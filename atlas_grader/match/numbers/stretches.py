"""Lengths of months and seconds, compared whatever number of days their months have."""

from __future__ import annotations

from typing import NamedTuple

from atlas_grader.match.numbers.digits import Number, magnitude
from atlas_grader.match.numbers.durations import DAY, LONGEST_MONTH, SHORTEST_MONTH

_SHORTEST_YEAR, _LONGEST_YEAR = 365 * DAY, 366 * DAY


class Stretch(NamedTuple):
    """So many months and so many seconds more."""

    months: Number
    seconds: Number

    def plus(self, other: Stretch) -> Stretch:
        """Both together."""
        return Stretch(self.months + other.months, self.seconds + other.seconds)

    def times(self, factor: Number) -> Stretch:
        """So many times as long."""
        return Stretch(self.months * factor, self.seconds * factor)

    @property
    def ends(self) -> tuple[Number, Number]:
        """How few and how many seconds it may be.

        >>> [seconds / 86400 for seconds in Stretch(13, 86400).ends]
        [394.0, 398.0]
        """
        if not self.months:
            return self.seconds, self.seconds
        years, months = divmod(magnitude(self.months), 12)
        least = max(
            years * _SHORTEST_YEAR + months * SHORTEST_MONTH,
            (years + 1) * _SHORTEST_YEAR - (12 - months) * LONGEST_MONTH,
        )
        most = min(
            years * _LONGEST_YEAR + months * LONGEST_MONTH,
            (years + 1) * _LONGEST_YEAR - (12 - months) * SHORTEST_MONTH,
        )
        if self.months < 0:
            least, most = -most, -least
        return self.seconds + least, self.seconds + most


def room(limit: Stretch, difference: Stretch) -> tuple[Number, Number]:
    """How few and how many seconds a difference in either direction leaves of a limit.

    >>> half_a_month, sixteen_days = Stretch(0.5, 0), Stretch(0, 16 * 86400)
    >>> [seconds / 86400 for seconds in room(half_a_month, sixteen_days)]
    [-2.0, -0.5]
    """
    (least, most), (least_back, most_back) = (
        limit.plus(difference.times(-1)).ends,
        limit.plus(difference).ends,
    )
    return min(least, least_back), min(most, most_back)
