"""What a server's reply holds: a completion and its usage, read without trust in its form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from atlas_grader.judge.calls import Reply, Usage

# No call comes near it; a larger number is a slip of the server's.
MOST_TOKENS = 1_000_000_000
TEXTS = ("text", "output_text")
"""Types of the parts of a message that are no reasoning."""
ENDED: Mapping[str, str] = {
    **dict.fromkeys(("length", "max_tokens", "model_length"), "ended at the limit of tokens"),
    "content_filter": "was kept back by a content filter",
}
"""What a reply that is not all came to, by the server's word for it."""


def read_json(text: str) -> object:
    """What `text` holds as JSON, or `None`, however it is broken."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def read_completion(text: str, seconds: float) -> Reply | None:
    """The reply that the body of a completion holds; `None` for any other body."""
    body = _mapping(read_json(text))
    choices = body.get("choices")
    if body.get("error") or not isinstance(choices, list) or not choices:
        return None
    choice = _mapping(choices[0])
    message = choice.get("message")
    if not isinstance(message, dict):
        return None
    said = _text(message.get("content"))
    if said is None:
        return None
    lacks = "was refused" if message.get("refusal") else ENDED.get(str(choice.get("finish_reason")), "")
    return Reply(said, read_usage(body.get("usage")), seconds, lacks)


def read_usage(told: object) -> Usage | None:
    """The tokens used. A detail that is missing counts as none; one that is more than what it should be part
    of stands beside it, as some servers have it, so that no token is left unpaid.

    >>> read_usage({"prompt_tokens": 90, "completion_tokens": 7, "prompt_tokens_details": None})
    Usage(prompt=90, cached=0, written=0, completion=7, reasoning=0)
    >>> read_usage({"prompt_tokens": 90, "completion_tokens": -1})
    """
    usage = _mapping(told)
    prompt, completion = _tokens(usage.get("prompt_tokens")), _tokens(usage.get("completion_tokens"))
    if prompt is None or completion is None:
        return None
    of_prompt = _mapping(usage.get("prompt_tokens_details"))
    cached, written = (_tokens(of_prompt.get(f"{name}_tokens")) or 0 for name in ("cached", "cache_write"))
    reasoning = _tokens(_mapping(usage.get("completion_tokens_details")).get("reasoning_tokens")) or 0
    return Usage(
        prompt=_whole(prompt, cached + written),
        cached=cached,
        written=written,
        completion=_whole(completion, reasoning),
        reasoning=reasoning,
    )


def _whole(told: int, parts: int) -> int:
    return told if parts <= told else told + parts


def _tokens(told: object) -> int | None:
    if not isinstance(told, int) or isinstance(told, bool):
        return None
    return told if 0 <= told <= MOST_TOKENS else None


def _text(content: object) -> str | None:
    """The text of a message, which some servers send in parts; nothing said is an empty one."""
    if isinstance(content, list):
        parts = [_mapping(part) for part in content]
        content = "".join(str(part.get("text") or "") for part in parts if part.get("type", "text") in TEXTS)
    if content is not None and not isinstance(content, str):
        return None
    return (content or "").encode("utf-8", "replace").decode()


def _mapping(told: object) -> Mapping[str, Any]:
    return told if isinstance(told, dict) else {}
