"""What a reply rules: ids that were asked and verdicts on the menu, and nothing else in it."""

from __future__ import annotations

import json
import re
from collections import Counter

from atlas_grader.judge.batches import Batch

_THOUGHT = re.compile(r".*(?:</(?:seed:)?(?:think|thinking|thought|reasoning)>|\[/THINK\])", re.DOTALL)
"""Up to the last mark of its end: many templates leave out that of its beginning."""
_FENCED = re.compile(r"\s*```[a-zA-Z]*\s(.*)```\s*", re.DOTALL)
_LONGEST = 1_000_000


def read_reply(text: str, batch: Batch) -> dict[str, str]:
    """Id → ruling, for each id of the batch that the reply rules on once and validly.

    An unknown or repeated id, a verdict that is not on the menu and a reply that is not JSON
    of the right shape rule nothing.
    """
    told = _verdicts(text)
    counts = Counter(id_ for id_, _ in told)
    rulings = {
        id_: batch.ruling(id_, verdict)
        for id_, verdict in told
        if id_ in batch.questions and counts[id_] == 1
    }
    return {id_: ruling for id_, ruling in rulings.items() if ruling is not None}


def _verdicts(text: str) -> list[tuple[str, str]]:
    """Every well-formed verdict of a reply that is JSON, whole or in one fence, after its reasoning.

    Any other text beside the JSON spoils it: it may take back what the JSON says, or say whose words that is.
    """
    if len(text) > _LONGEST:
        return []
    if thought := _THOUGHT.match(text):
        text = text[thought.end() :]
    fenced = _FENCED.fullmatch(text)
    try:
        told = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return []
    listed = told.get("verdicts") if isinstance(told, dict) else None
    if not isinstance(listed, list):
        return []
    return [
        (entry["id"], entry["verdict"])
        for entry in listed
        if isinstance(entry, dict)
        and isinstance(entry.get("id"), str)
        and isinstance(entry.get("verdict"), str)
    ]
