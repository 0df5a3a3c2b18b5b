"""How to get the file of a source."""

from __future__ import annotations

from shlex import quote

from atlas_grader.records.source import Registry, Source


def how_to_get(source: Source) -> str:
    """The shell command that brings a source's file into the current folder; a comment if none does."""
    name, version = quote(source.package), quote(source.version)
    if source.registry is Registry.PYPI:
        return f"pip download --no-deps --only-binary :all: {name}=={version}"
    if source.registry is Registry.NPM:
        return f"npm pack {name}@{version}"
    where = f"{source.package} at {source.version}"
    return f"# {source.file}: flattened from {where}; see {source.url}".replace("\n", " ")
