"""What pydantic found wrong → faults in this project's words.

Every message says where, what was expected and what is there, ends with the
JSON path, and offers the nearest known key or word where there is one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from atlas_grader.answers import NumberLiteral
from atlas_grader.errors import Fault

Model = TypeVar("Model", bound=BaseModel)
# Least similarity (normalised Indel, in hundredths) at which a word is offered as the one meant.
_NEAR = 70
Path = tuple[int | str, ...]

_EXPECTED: Mapping[str, str] = {
    "string_type": "a string",
    "string_too_short": "a string that is not empty",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "bool_type": "true or false",
    "float_type": "a number",
    "int_type": "a whole number",
}
_PLAIN_KEY = re.compile(r"[^\W\d]\w*")


def validate(model: type[Model], value: object, where: str, owner: str = "task") -> Model | tuple[Fault, ...]:
    """The record that `value` is, or everything that keeps it from being one.

    `owner` is what has the id that messages begin with.
    """
    found = read_record(model, value)
    if not isinstance(found, list):
        return found
    named = _owned(value, owner)
    return tuple(Fault(where, f"{named}{message} - at `{json_path(path)}`") for path, message in found)


def read_record(model: type[Model], value: object) -> Model | list[tuple[Path, str]]:
    """The record that `value` is, or each place in it that is wrong, and why."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        return [_word(model, details) for details in error.errors(include_url=False)]


def problem(message: str) -> PydanticCustomError:
    """An error to raise in a validator; `message` becomes the fault, the path is added."""
    return PydanticCustomError("problem", "{message}", {"message": message})


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean "length"?`, or nothing when nothing known is near.

    >>> did_you_mean("lenght", ["length", "width"])
    '; did you mean "length"?'
    >>> did_you_mean("lenght", ["width"])
    ''
    """
    near = _nearest(word, known)
    return f"; did you mean {quote(near)}?" if near else ""


def _nearest(word: str, known: Iterable[str]) -> str | None:
    from rapidfuzz.fuzz import ratio  # only what is wrong pays for the import
    from rapidfuzz.process import extractOne

    found = extractOne(word, list(known), scorer=ratio, score_cutoff=_NEAR)
    return found[0] if found else None


def quote(text: str) -> str:
    """`text` in double quotes, on one line, cut to what a message can bear."""
    shown = text if len(text) <= 60 else text[:59] + "…"
    return json.dumps(shown, ensure_ascii=False)


def json_path(path: Path) -> str:
    """The JSON path of a place in a record.

    >>> json_path(("rows", 2, "cells", "born in"))
    '$.rows[2].cells["born in"]'
    """
    return "$" + "".join(_segment(step) for step in path)


def _segment(step: int | str) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN_KEY.fullmatch(step) else f"[{quote(step)}]"


def _owned(value: object, owner: str) -> str:
    if isinstance(value, dict):
        for key in ("task_id", "id"):
            if value.get(key) and isinstance(value[key], str):
                return f"{owner} {quote(value[key])}: "
    return ""


def _word(model: type[BaseModel], details: ErrorDetails) -> tuple[Path, str]:
    path: Path = details["loc"]
    kind = details["type"]
    if kind == "string_pattern_mismatch":
        pattern, given = details["ctx"]["pattern"], shown(details["input"])
        return path, f"expected {_subject(path)} to match `{pattern}`, got {given}"
    if kind == "missing":
        hint = _misspelt(str(path[-1]), details["input"], _keys_at(model, path[:-1]))
        return path[:-1], f"expected a key `{path[-1]}`, got {hint}"
    if kind == "extra_forbidden":
        known = _keys_at(model, path[:-1])
        hint = did_you_mean(str(path[-1]), known) or f"; known are {', '.join(map(quote, known))}"
        return path, f"unknown key {quote(str(path[-1]))}{hint}"
    if kind == "problem":
        return path, details["msg"]
    subject = f"{_subject(path)} to be " if path else ""
    return path, f"expected {subject}{_expected(details)}"


def _misspelt(key: str, given: object, known: tuple[str, ...]) -> str:
    spare = [name for name in given if name not in known] if isinstance(given, dict) else []
    near = _nearest(key, spare)
    return quote(near) if near else "none"


def _subject(path: Path) -> str:
    return f"`{json_path(path[-2:] if isinstance(path[-1], int) else path[-1:])[2:]}`"


def _expected(details: ErrorDetails) -> str:
    given = details["input"]
    if details["type"] == "enum":
        words = re.findall(r"'([^']*)'", details["ctx"]["expected"])
        hint = did_you_mean(given, words) if isinstance(given, str) else ""
        return f"one of {', '.join(map(quote, words))}, got {shown(given)}{hint}"
    expected = _EXPECTED.get(details["type"]) or _as_clause(details["msg"])
    return f"{expected}, got {shown(given)}"


def _as_clause(message: str) -> str:
    clause = re.sub(r"^(?:Input|Value|String|List|Tuple|Dictionary) should (?:be )?", "", message)
    return clause[:1].lower() + clause[1:]


def shown(value: object) -> str:
    """How a message shows what it found: the type of a container, the text of a scalar.

    >>> shown({"a": 1}), shown("x"), shown(None), shown(1.5)
    ('`object`', '"x"', '`null`', '`1.5`')
    """
    if isinstance(value, str) and not isinstance(value, NumberLiteral):
        return quote(value)
    if isinstance(value, dict):
        return "`object`"
    if isinstance(value, list | tuple):
        return "`list`"
    if value is None or isinstance(value, bool):
        return f"`{json.dumps(value)}`"
    return f"`{str(value)[:40]}`"


def _keys_at(model: type[BaseModel], path: Path) -> tuple[str, ...]:
    """The keys that the object at `path` may have."""
    annotation: Any = model
    for step in path:
        annotation = _inside(annotation, step)
    found = _model(annotation)
    return tuple(found.model_fields) if found else ()


def _inside(annotation: Any, step: int | str) -> Any:  # noqa: ANN401 (annotations have no type)
    found = _model(annotation)
    if found is not None:
        field = found.model_fields.get(str(step))
        return field.annotation if field else None
    arguments = get_args(annotation)
    if not arguments:
        return None
    return arguments[1] if get_origin(annotation) is dict else arguments[0]


def _model(annotation: Any) -> type[BaseModel] | None:  # noqa: ANN401
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) is Union or type(annotation).__name__ in {"UnionType", "_AnnotatedAlias"}:
        return next(filter(None, map(_model, get_args(annotation))), None)
    return None
