"""Write `match/tables/pint_names.json`: what pint calls units, so that it is loaded for no other word.

Run by hand when pint moves. Symbols and short names are left out, as they are words of prose as well
(`cat`, `hat`, `Kim`), and so are those long ones that are.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pint

TABLE = Path(__file__).parents[1] / "atlas_grader/match/tables/pint_names.json"
SHORTEST = 4
PROSE = """
    aberdeen alpha atom barn barrie blob board bolt buckingham candle chain cicero circle count
    counts cycle didot drop eon faraday fifth franklin galileo gamma gilbert gill grade grain
    gravity gray hand henry hundred jute lambda lambert langley league line link mark minim molecule
    octave octet particle peck perch pica pixel point pole pond quad quarter ream revolution rod
    section shake sheet shot sigma skot slug span square stone strain survey table teaspoon turn
    unit zeta
"""


def main() -> None:
    """Write the names, sorted, so that a change shows as a short diff."""
    registry = pint.UnitRegistry()
    names = {
        name
        for name in map(str.casefold, registry)
        if re.fullmatch(rf"[a-z]{{{SHORTEST},}}", name) and name not in PROSE.split()
    }
    lines = ",\n".join(f"  {json.dumps(name)}" for name in sorted(names))
    TABLE.write_text(f'{{"names": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
