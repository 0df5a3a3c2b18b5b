"""Write `match/tables/pint_names.json`: what pint calls units, and what those mean that only it knows.

Loading pint takes a third of a second. With the table it is loaded only for units that are made of several
of its names.

Run by hand when pint moves. Symbols and short names are left out, as they are words of prose as well
(`cat`, `hat`, `Kim`), and so are those long ones that are.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pint

from atlas_grader.match.numbers.library import read_by_pint
from atlas_grader.match.numbers.units import parse_unit

TABLE = Path(__file__).parents[1] / "atlas_grader/match/tables/pint_names.json"
SHORTEST = 4
SHORTEST_ALONE = 6
PROSE = """
    aberdeen alpha atom barn barrie blob board bolt buckingham candle chain cicero circle count
    counts cycle didot drop eon faraday fifth franklin galileo gamma gilbert gill grade grain
    gravity gray hand henry hundred jute lambda lambert langley league line link mark minim molecule
    octave octet particle peck perch pica pixel point pole pond quad quarter ream revolution rod
    section shake sheet shot sigma skot slug span square stone strain survey table teaspoon turn
    unit zeta percent permille
"""


def main() -> None:
    """Write the names, sorted, so that a change shows as a short diff."""
    registry = pint.UnitRegistry()
    names = {
        name
        for name in registry
        if re.fullmatch(rf"[a-z]{{{SHORTEST},}}", name)
        and name not in PROSE.split()
        # no scales with another zero, no logarithms
        and registry.Quantity(0.0, name).to_base_units().magnitude == 0
    }
    unknown = (name for name in sorted(names) if len(name) >= SHORTEST_ALONE and not parse_unit(name))
    units = {name: read_by_pint(name) for name in unknown}
    told = [
        f"  {json.dumps(name)}: {json.dumps([_written(unit.dimension), str(unit.factor)])}"
        for name, found in units.items()
        for unit in found
    ]
    listed = [f"  {json.dumps(name)}" for name in sorted(names)]
    lines = ['{"units": {', ",\n".join(told), '},\n"names": [', ",\n".join(listed), "]}\n"]
    TABLE.write_text("\n".join(lines), encoding="utf-8")


def _written(dimension: tuple[tuple[str, int], ...]) -> str:
    return " ".join(f"{base}{power}" for base, power in dimension) or "ratio"


if __name__ == "__main__":
    TABLE.write_text('{"units": {}, "names": []}', encoding="utf-8")  # whose own words are not looked up
    main()
