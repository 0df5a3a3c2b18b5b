"""Which judge a run has: asked over the network, replayed from a ledger, or none."""

from __future__ import annotations

import os
import secrets
import warnings
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from atlas_grader.errors import UsageError, printable
from atlas_grader.judge.addresses import host_of
from atlas_grader.judge.excerpts import Excerpt
from atlas_grader.judge.identity import DEFAULT_EFFORT, DEFAULT_MODEL, Identity, identify
from atlas_grader.judge.judge import Edges, Judge
from atlas_grader.judge.ledger import Ledger, default_path
from atlas_grader.judge.options import JudgeOptions
from atlas_grader.judge.portable import add_excerpt, read_excerpt, require_judge, require_writable
from atlas_grader.judge.prices import NO_PRICES, price_of, read_prices
from atlas_grader.judge.spending import Purse

if TYPE_CHECKING:
    from atlas_grader.judge.client import Client

KEY = "OPENAI_API_KEY"
ADDRESS = "OPENAI_BASE_URL"
ANY_KEY = "a server of your own needs a key too, but any text will do"


class _Mode(Enum):
    """What a judge does with a question that no ledger rules on."""

    ASK = auto()
    """Asks its model."""
    ESTIMATE = auto()
    """Leaves it open, to tell what asking would cost: for the rest as if it asked."""
    REPLAY = auto()
    """Leaves it open."""


@dataclass(frozen=True, slots=True)
class ChosenJudge:
    """The judge of a run, with what a user should know of it."""

    judge: Judge
    ledger: Ledger
    notes: tuple[str, ...]
    keeps: Path | None
    """The portable ledger to be written in the end."""
    lacks: str
    """What a command that asks nothing would take to ask this judge, in words; `""` if it may ask."""

    def try_to_keep(self) -> None:
        """See that the portable ledger can be written, whatever is used; what it held stays in it."""
        if self.keeps is not None:
            self.ledger.check(self.judge.who)
            self.keep(())

    def keep(self, used: Collection[str]) -> None:
        """Write the portable ledger, if there is to be one, with the rulings `used`.

        What other runs wrote there meanwhile stays. Runs of one user take turns, by the lock of
        their own ledger, which ends with its process; runs that write one file at the same moment
        and have no ledger in common may still lose each other's rulings.
        """
        if self.keeps is not None:
            excerpt = self.judge.excerpt(used)
            with self.ledger.turn():
                add_excerpt(self.keeps, excerpt, used)


def open_judge(
    options: JudgeOptions | None = None,
    environment: Mapping[str, str] | None = None,
    *,
    purse: Purse | None = None,
) -> Judge:
    """A judge for a program, to be used in a `with` block; it keeps its rulings in the user's own ledger.

    When the block ends, the portable ledger of `options` is written with all the rulings that were
    graded with. The `environment` is that of the process unless another is given. A `purse` goes on
    where another judge of the same options left off. Warns where rulings cannot be kept. Raises
    `UsageError` where there is neither a key in the environment nor a ledger, and what
    `choose_judge` raises.
    """
    options = options or JudgeOptions()
    environment = os.environ if environment is None else environment
    chosen = choose_judge(options, environment, purse)
    if chosen is None:
        ledger = "" if options.fresh else ", or a ledger to rule from"
        hint = f"; {ANY_KEY}" if _address(options, environment) else ""
        raise UsageError(f"a judge needs {KEY} in the environment{ledger}{hint}")
    for note in chosen.notes:
        warnings.warn(note, stacklevel=2)
    judge = chosen.judge
    judge.in_the_end(lambda: chosen.keep(judge.used))
    return judge


def choose_judge(
    options: JudgeOptions, environment: Mapping[str, str], purse: Purse | None = None
) -> ChosenJudge | None:
    """The judge that a user chose; `None` where there is neither a key nor a ledger.

    The key is `OPENAI_API_KEY` of the `environment`, where `OPENAI_BASE_URL` may also name the
    address. Without a `purse`, it has one of its own. Raises `InputError` for a ledger or prices with
    faults, `UsageError` for a ledger of another judge, one that is not there though nothing may be
    asked, and a cap on unknown prices.
    """
    key = environment.get(KEY, "").strip()
    mode = _mode(options, key)
    if mode is None:
        return None
    base_url = _address(options, environment)
    if base_url and (mode is not _Mode.REPLAY or options.base_url):
        host_of(base_url)
    given = _given(options.ledger, mode)
    identity = _identity(options, base_url, given, mode)
    purse = purse or _purse(options, identity, mode)
    ledger, notes = _ledger(options, mode)
    try:
        judge = Judge(identity, ledger, given, purse, Edges(_now, lambda: secrets.token_hex(16)))
        is_asked = mode is _Mode.ASK
        lacks = "" if is_asked else _lacking(options, key, identity, base_url)
        chosen = ChosenJudge(judge, ledger, notes, options.ledger if is_asked else None, lacks)
        if is_asked:
            _tell_who(options, given, identity)
            judge.may_ask(_client(options, key, identity, base_url))
            chosen.try_to_keep()  # before anything is paid for
    except BaseException:
        ledger.close()
        raise
    return chosen


def _tell_who(options: JudgeOptions, given: Excerpt | None, judge: Identity) -> None:
    """Tell, before anything is paid for, that it is a ledger that names the model, where nobody else did."""
    is_own = (judge.model, judge.effort) == (DEFAULT_MODEL, DEFAULT_EFFORT)
    if options.notice and given and options.ledger and options.model is None and not is_own:
        options.notice(printable(f"{judge.told} is asked, for {options.ledger.as_posix()} is its ledger"))


def _mode(options: JudgeOptions, key: str) -> _Mode | None:
    """What the judge does; `None` where there is nothing to ask it with, nor to rule from."""
    if options.dry_run:
        return _Mode.ESTIMATE
    if options.offline:
        return _Mode.REPLAY
    if key:
        return _Mode.ASK
    return None if options.ledger is None else _Mode.REPLAY


def _address(options: JudgeOptions, environment: Mapping[str, str]) -> str | None:
    return options.base_url or environment.get(ADDRESS) or None


def _lacking(options: JudgeOptions, key: str, judge: Identity, base_url: str | None) -> str:
    """What a command with these options would take to ask the judge whose rulings it has."""
    lacking = []
    if not key:
        lacking.append(f"with {KEY} set")
    if identify(judge.model, judge.effort, base_url).endpoint != judge.endpoint:
        there = "with --judge-base-url (the address that the ledger is of)"
        lacking.append(there if judge.endpoint else f"without {ADDRESS}")
    if options.offline:
        lacking.append("without --offline")
    return ", ".join(lacking[:-1]) + " and " * (len(lacking) > 1) + "".join(lacking[-1:])


def _given(path: Path | None, mode: _Mode) -> Excerpt | None:
    if path is None:
        return None
    if mode is _Mode.ASK:
        require_writable(path)
    if path.exists():
        return read_excerpt(path) if mode is _Mode.REPLAY or path.stat().st_size else None
    if mode is _Mode.REPLAY:
        raise UsageError(f"--ledger {path}: expected a ledger, for nothing may be asked; got no such file")
    return None


def _identity(options: JudgeOptions, base_url: str | None, given: Excerpt | None, mode: _Mode) -> Identity:
    """The judge chosen, which must be the one whose rulings are given; by default, it is that one."""
    model, effort = options.model, options.effort
    if given is not None:
        model = given.judge.model if model is None else model
        effort = given.judge.effort if effort is None else effort
    chosen = identify(
        DEFAULT_MODEL if model is None else model, DEFAULT_EFFORT if effort is None else effort, base_url
    )
    if given is not None and options.ledger is not None:
        if mode is not _Mode.ASK and options.base_url is None:
            # Whoever only replays need not know where the model was.
            chosen = Identity(**(asdict(chosen) | {"endpoint": given.judge.endpoint}))
        require_judge(options.ledger, given, chosen)
    return chosen


def _purse(options: JudgeOptions, judge: Identity, mode: _Mode) -> Purse:
    """What pays for the calls to this judge."""
    overrides = NO_PRICES if options.prices is None else read_prices(options.prices)
    price = price_of(judge.model, datetime.now(UTC).date(), overrides)
    if options.max_cost is not None and mode is _Mode.ASK and price is None:
        raise UsageError(
            f"--max-cost: no price is known for {judge.model!r}, so its cost cannot be capped; give one "
            "with --prices FILE"
        )
    return Purse(price, options.max_cost)


def _ledger(options: JudgeOptions, mode: _Mode) -> tuple[Ledger, tuple[str, ...]]:
    """The user's own, or one in memory where that is not to be used or cannot be, with what a user should
    know then."""
    # What somebody else ruled is replayed as it is, and nothing of one's own beside it.
    if options.fresh or (mode is _Mode.REPLAY and options.ledger is not None):
        return Ledger.in_memory(), ()
    path = default_path()
    try:
        return Ledger.open(path), ()
    except UsageError as error:
        if mode is _Mode.REPLAY:  # it is all that there is to rule from
            with suppress(UsageError):
                return Ledger.open_to_read(path), ()
            raise
        kept = (
            "are kept for no other run" if options.ledger is None else f"are kept in {options.ledger} alone"
        )
        return Ledger.in_memory(), (f"rulings {kept}: {error}",)


def _client(options: JudgeOptions, key: str, judge: Identity, base_url: str | None) -> Client:
    from atlas_grader.judge.client import Client

    return Client(
        judge.model,
        judge.effort,
        key,
        base_url,
        concurrency=options.concurrency,
        timeout=options.timeout,
        must_limit=options.max_cost is not None,
        notice=options.notice,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
