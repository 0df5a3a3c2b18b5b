"""Take the published files of other benchmarks as releases, so that their tasks can be graded here.

What another benchmark does not say is not made up: its columns get the closest type that reads all their
values, and what has no counterpart here (a judge's criterion in words, days of grace for dates) is left out.
"""

from atlas_grader.importing.imported import Imported, write_imported
from atlas_grader.importing.octen import read_octen
from atlas_grader.importing.widesearch import read_widesearch

__all__ = ["FORMATS", "Imported", "write_imported"]

FORMATS = {"octen": read_octen, "widesearch": read_widesearch}
"""Name of a benchmark → what reads the folder or file that it publishes."""
