"""As much of a JSON Schema validator as our schemas need, to compare them with our own checks."""

import re

_TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}


def conforms(value, schema, root):
    """Whether `value` is what `schema` describes; `root` holds its definitions."""
    if "$ref" in schema and not conforms(value, root["$defs"][schema["$ref"].split("/")[-1]], root):
        return False
    return all(_RULES[key](value, said, schema, root) for key, said in schema.items() if key in _RULES)


def _is_type(value, name, _schema, _root):
    if isinstance(name, list):
        return any(_is_type(value, each, _schema, _root) for each in name)
    return isinstance(value, _TYPES[name]) and not (isinstance(value, bool) and name in ("number", "integer"))


def _properties(value, properties, _schema, root):
    if not isinstance(value, dict):
        return True
    return all(conforms(value[key], inner, root) for key, inner in properties.items() if key in value)


def _additional(value, said, schema, root):
    if not isinstance(value, dict):
        return True
    extra = value.keys() - schema.get("properties", {}).keys()
    return all(conforms(value[key], said, root) if isinstance(said, dict) else said for key in extra)


def _if(value, condition, schema, root):
    branch = schema.get("then" if conforms(value, condition, root) else "else", {})
    return conforms(value, branch, root)


_RULES = {
    "type": _is_type,
    "const": lambda value, said, *_: value == said and isinstance(value, bool) == isinstance(said, bool),
    "enum": lambda value, said, *_: value in said,
    "required": lambda value, said, *_: not isinstance(value, dict) or value.keys() >= set(said),
    "properties": _properties,
    "additionalProperties": _additional,
    "items": lambda value, said, _, root: (
        not isinstance(value, list) or all(conforms(item, said, root) for item in value)
    ),
    "prefixItems": lambda value, said, _, root: (
        not isinstance(value, list) or all(map(conforms, value, said, [root] * len(said)))
    ),
    "minItems": lambda value, said, *_: not isinstance(value, list) or len(value) >= said,
    "maxItems": lambda value, said, *_: not isinstance(value, list) or len(value) <= said,
    "minLength": lambda value, said, *_: not isinstance(value, str) or len(value) >= said,
    "maxLength": lambda value, said, *_: not isinstance(value, str) or len(value) <= said,
    "minimum": lambda value, said, *_: not isinstance(value, int | float) or value >= said,
    "pattern": lambda value, said, *_: not isinstance(value, str) or re.search(said, value) is not None,
    "anyOf": lambda value, said, _, root: any(conforms(value, each, root) for each in said),
    "oneOf": lambda value, said, _, root: sum(conforms(value, each, root) for each in said) == 1,
    "allOf": lambda value, said, _, root: all(conforms(value, each, root) for each in said),
    "not": lambda value, said, _, root: not conforms(value, said, root),
    "if": _if,
}
