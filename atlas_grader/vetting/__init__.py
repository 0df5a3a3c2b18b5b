"""Whether a release may be published: what its schema cannot say.

Opening a release already refuses what the types forbid. Here its author learns, before
freezing it, of settings that do not fit their column, cells that no reader can check,
values that the graders could match by equality only or not at all, and names that could
mean two rows. What could make a grade wrong is an error; what is only doubtful, a warning.
"""

from atlas_grader.vetting.paths import Checked, check_path
from atlas_grader.vetting.release import vet_release
from atlas_grader.vetting.sealing import seal_folder

__all__ = ["Checked", "check_path", "seal_folder", "vet_release"]
