"""Gold that a crawler cannot read and anyone can reveal: XOR with a key made of the task's canary.

It keeps answers out of what models are trained on by accident. It hides nothing from a person.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode

from atlas_grader.errors import Fault
from atlas_grader.records import DecodeError, decode_release
from atlas_grader.records.located import quote
from atlas_grader.records.obscured import ObscuredGoldRecord, obscured_to_json, parse_obscured

_KEY = b'"obscured"'


def obscure(task_id: str, plain: bytes, canary: str) -> str:
    """A line of `gold.jsonl` that holds the plain one obscured."""
    mixed = b64encode(_mixed(plain, canary)).decode()
    return obscured_to_json(task_id, hashlib.sha256(plain).hexdigest(), mixed)


def reveal(line: bytes, canary: str | None, where: str) -> bytes | tuple[Fault, ...]:
    """The plain line in an obscured one, or what is wrong with it; a line that is plain already, as it is.

    Without a canary, for its task cannot be read, an obscured line stays closed; that alone is no fault.
    """
    if _KEY not in line:
        return line
    try:
        value = decode_release(line)
    except DecodeError:
        return line  # reading it as gold will say what is wrong
    if not isinstance(value, dict) or "obscured" not in value:
        return line
    record = parse_obscured(value, where)
    if isinstance(record, tuple) or canary is None:
        return record if isinstance(record, tuple) else ()
    return _revealed(record, canary, where)


def _revealed(record: ObscuredGoldRecord, canary: str, where: str) -> bytes | tuple[Fault, ...]:
    try:
        plain = _mixed(b64decode(record.obscured), canary)
    except ValueError as error:
        return _fault(record, f"expected base 64, got other text ({error})", where)
    if (found := hashlib.sha256(plain).hexdigest()) == record.sha256:
        return plain
    hashes = f"expected sha256 {record.sha256[:12]}…, got {found[:12]}…"
    told = f"the task's canary does not reveal its gold: {hashes}; restore the `canary`, or this line"
    return _fault(record, told, where)


def _fault(record: ObscuredGoldRecord, told: str, where: str) -> tuple[Fault, ...]:
    return (Fault(where, f"task {quote(record.task_id)}: {told} - at `$.obscured`"),)


def _mixed(data: bytes, canary: str) -> bytes:
    """`data` XOR the key stream: the same again gives `data` back."""
    key = hashlib.sha256(canary.encode()).digest()
    stream = (key * (len(data) // len(key) + 1))[: len(data)]
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(stream, "big")
    return mixed.to_bytes(len(data), "big")
