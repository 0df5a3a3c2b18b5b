"""What vetting finds, before it knows in which file and line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from atlas_grader.errors import Severity
from atlas_grader.folding import fold_characters
from atlas_grader.names.keys import exact_key


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong, or doubtful, with a task or its gold."""

    message: str
    """What was expected and found, and what to do."""
    path: str = "$"
    """Where in the JSON of its line."""
    severity: Severity = Severity.ERROR


def doubt(message: str) -> Finding:
    """Something that may be as it should."""
    return Finding(message, severity=Severity.WARNING)


def located(findings: Iterable[Finding], path: str, owner: str = "") -> Iterator[Finding]:
    """The same findings, at a place and, in words, of an `owner`."""
    for finding in findings:
        yield replace(finding, message=owner + finding.message, path=path)


def name_id(name: str) -> str:
    """What must differ for two names to be told apart when an answer is read."""
    return exact_key(name) or fold_name(name)


def fold_name(name: str) -> str:
    """The plainest key of a name: characters folded, case and spacing dropped."""
    return " ".join(fold_characters(name).casefold().split())
