"""How to get the file of a source."""

from __future__ import annotations

from shlex import quote

from atlas_grader.records.source import Registry, Source


def how_to_get(source: Source) -> str:
    """The shell command that brings a source's file into the current folder; a comment if none does."""
    name, version = quote(source.package), quote(source.version)
    if source.registry is Registry.PYPI:
        return f"pip download --no-deps {_options(source.file)} {name}=={version}"
    if source.registry is Registry.NPM:
        return f"npm pack {name}@{version}"
    where = f"{source.package} at {source.version}"
    return f"# {source.file}: flattened from {where}; see {source.url}".replace("\n", " ")


def _options(file: str) -> str:
    """Those that make pip take this file among the files of a version, whatever Python and machine run it."""
    if not file.endswith(".whl"):
        return "--no-binary :all:"
    # NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM.whl, each of the last three a set joined by dots (PEP 427).
    tags = [tag.partition(".")[0] for tag in file.removesuffix(".whl").split("-")[-3:]]
    if tags[-1] == "any":
        return "--only-binary :all:"
    python, abi, platform = tags
    interpreter = f"--implementation {quote(python[:2])} --python-version {quote(python[2:])}"
    return f"--only-binary :all: {interpreter} --abi {quote(abi)} --platform {quote(platform)}"
