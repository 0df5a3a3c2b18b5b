"""Which judge it is: all that its rulings depend on, and that a changed one must not share."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import cached_property
from hashlib import sha256
from typing import Self

from atlas_grader.errors import UsageError
from atlas_grader.judge.addresses import OPENAI, plain
from atlas_grader.judge.prompts import PROMPTS
from atlas_grader.questions import canonical
from atlas_grader.signature import SPEC

DEFAULT_MODEL = "gpt-6-luna"
DEFAULT_EFFORT = "low"
_LONGEST_NAME = 1000
_MOST_SHOWN = 60


@dataclass(frozen=True)
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

    @cached_property
    def text(self) -> str:
        """Canonical JSON: equal for equal judges."""
        return canonical(asdict(self))

    @property
    def label(self) -> str:
        """As the signature names it: the model, and a hash of the rest.

        Of the model only what is plain on any terminal, and like no other letter.
        """
        model = "".join(c if "!" <= c <= "~" and c != "|" else "_" for c in self.model)
        return f"{model}@{sha256(self.text.encode()).hexdigest()[:8]}"

    @property
    def told(self) -> str:
        """What a user chooses of it; of an address, what is known."""
        at = f"the address of hash {self.endpoint}" if self.endpoint else "the default address"
        return f'{self.model} (effort "{self.effort}", {at})'

    def told_beside(self, other: Identity) -> str:
        """The same; and that it is of another version where nothing that a user chooses is different."""
        return self.told + (" of another version of atlas-grader" if self.told == other.told else "")

    @classmethod
    def from_json(cls, told: object) -> Self:
        """Read one back from what `asdict` makes of it; `UsageError` for anything else."""
        names = [field.name for field in fields(cls)]
        if not isinstance(told, dict) or sorted(told) != sorted(names):
            raise UsageError(f"expected a judge with {', '.join(names)}, got {told!r}")
        if not all(isinstance(value, str) for value in told.values()):
            raise UsageError(f"expected a judge's {', '.join(names)} as text, got {told!r}")
        _require_name(told["model"])
        return cls(**told)


def identify(model: str, effort: str, base_url: str | None) -> Identity:
    """The judge that `model` is at `base_url`, however that is told; without one, at OpenAI's own."""
    _require_name(model)
    address = plain(base_url or OPENAI)
    endpoint = "" if address == OPENAI else sha256(address.encode(errors="replace")).hexdigest()[:12]
    return Identity(model, effort, endpoint)


def _require_name(model: str) -> None:
    """`UsageError` for what no model is called, and no ledger can hold."""
    if not (0 < len(model) <= _LONGEST_NAME and model.isprintable()):
        raise UsageError(f"expected the name of a model, got {model[:_MOST_SHOWN]!a}")
