"""Write a file of a release whole, or not at all."""

from __future__ import annotations

from pathlib import Path

from atlas_grader.errors import UsageError


def write_text(path: Path, text: str) -> None:
    """Put `text` in the place of the file; `UsageError` if that cannot be, and then the old one stands."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        if part.exists():
            part.unlink()
