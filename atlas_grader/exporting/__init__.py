"""Write a release in the forms that others read: Hugging Face datasets, CSV, markdown."""

from atlas_grader.exporting.exported import EXPORTS, write_export

__all__ = ["EXPORTS", "write_export"]
