"""Which judge it is: all that its rulings depend on, and that a changed one must not share."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from typing import Self

from atlas_grader.errors import UsageError
from atlas_grader.judge.prompts import PROMPTS
from atlas_grader.questions import canonical
from atlas_grader.signature import SPEC

DEFAULT_MODEL = "gpt-6-luna"
DEFAULT_EFFORT = "low"


@dataclass(frozen=True, slots=True)
class Identity:
    """What is hashed into the key of every ruling."""

    model: str
    effort: str
    """Reasoning effort asked for; `""` asks for none."""
    endpoint: str
    """`""` for the model's own service, or a hash of another one's address, which stays untold."""
    prompts: str = PROMPTS
    """Hash of every word that the model is told beside the questions."""
    spec: str = SPEC

    @property
    def text(self) -> str:
        """Canonical JSON: equal for equal judges."""
        return canonical(asdict(self))

    @property
    def label(self) -> str:
        """As the signature names it: the model, and a hash of the rest."""
        model = "".join("_" if c.isspace() or c == "|" else c for c in self.model)
        return f"{model}@{sha256(self.text.encode()).hexdigest()[:8]}"

    @classmethod
    def from_json(cls, told: object) -> Self:
        """Read one back from what `asdict` makes of it; `UsageError` for anything else."""
        names = [field.name for field in fields(cls)]
        if not isinstance(told, dict) or sorted(told) != sorted(names):
            raise UsageError(f"expected a judge with {', '.join(names)}, got {told!r}")
        if not all(isinstance(value, str) for value in told.values()):
            raise UsageError(f"expected a judge's {', '.join(names)} as text, got {told!r}")
        return cls(**told)


def identify(model: str, effort: str, base_url: str | None) -> Identity:
    """The judge that `model` is at `base_url`; without one, at the `openai` package's own service."""
    endpoint = sha256(base_url.rstrip("/").encode()).hexdigest()[:12] if base_url else ""
    return Identity(model, effort, endpoint)
