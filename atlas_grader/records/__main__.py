"""Write the JSON Schemas: `python -m atlas_grader.records [FOLDER]`."""

import sys
from pathlib import Path

from atlas_grader.records.schemas import write_schemas

write_schemas(Path(sys.argv[1] if len(sys.argv) > 1 else "schemas"))
