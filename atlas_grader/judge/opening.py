"""Which judge a run has: asked over the network, replayed from a ledger, or none."""

from __future__ import annotations

import os
import secrets
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from atlas_grader.errors import UsageError, printable
from atlas_grader.judge.addresses import host_of
from atlas_grader.judge.calls import CONCURRENCY, TIMEOUT_S
from atlas_grader.judge.copies import Copy
from atlas_grader.judge.identity import DEFAULT_EFFORT, DEFAULT_MODEL, Identity, identify
from atlas_grader.judge.judge import Edges, Judge
from atlas_grader.judge.ledger import Ledger, default_path
from atlas_grader.judge.portable import add_copy, read_copy, require_judge
from atlas_grader.judge.prices import NO_PRICES, price_of, read_prices
from atlas_grader.judge.spending import Purse

KEY = "OPENAI_API_KEY"
ADDRESS = "OPENAI_BASE_URL"
ANY_KEY = "a server of your own needs a key too, but any text will do"


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """What a user chooses of a judge; `None` leaves it to the ledger that is given, or to the default.

    Raises `UsageError` for a value of another type, or out of range, and for options that exclude each other.
    """

    model: str | None = None
    effort: str | None = None
    base_url: str | None = None
    ledger: Path | None = None
    """A portable ledger: read if it is there, and written unless `offline`."""
    offline: bool = False
    """Ask nothing: rule from the ledger given, or else from the user's own."""
    max_cost: Decimal | None = None
    """USD that one run may spend."""
    prices: Path | None = None
    dry_run: bool = False
    """Ask nothing, and estimate what asking would cost."""
    concurrency: int = CONCURRENCY
    timeout: float = TIMEOUT_S
    """Seconds that one attempt may take."""
    fresh: bool = False
    """Ask everything anew: no ruling is read or kept. Not with a `ledger`, nor `offline`."""
    notice: Callable[[str], None] | None = None
    """Told, once, that the server does not answer, and how long it is tried."""

    def __post_init__(self) -> None:
        for name in ("ledger", "prices"):
            path = getattr(self, name)
            _require(path is None or isinstance(path, Path), name, "a pathlib.Path", path)
        cap = self.max_cost
        is_amount = cap is None or (isinstance(cap, Decimal) and cap.is_finite() and cap >= 0)
        _require(is_amount, "max_cost", 'an amount in USD, as Decimal("0.50")', cap)
        many = type(self.concurrency) is int and self.concurrency > 0
        _require(many, "concurrency", "a whole number of 1 or more", self.concurrency)
        lasts = isinstance(self.timeout, int | float) and 0 < self.timeout < float("inf")
        _require(lasts, "timeout", "seconds, more than 0", self.timeout)
        if self.fresh and (self.ledger is not None or self.offline):
            raise UsageError(
                "fresh: expected a judge to ask, got a ledger to rule from; leave one of them out"
            )


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
            self.ledger.check(self.judge.identity)
            self.keep(())

    def keep(self, used: Collection[str]) -> None:
        """Write the portable ledger, if there is to be one, with the rulings `used`.

        What other runs wrote there meanwhile stays. Runs of one user take turns, by the lock of
        their own ledger, which ends with its process; runs that write one file at the same moment
        and have no ledger in common may still lose each other's rulings.
        """
        if self.keeps is not None:
            copy = self.judge.copy(used)
            with self.ledger.turn():
                add_copy(self.keeps, copy, used)


def open_judge(options: JudgeOptions | None = None, environment: Mapping[str, str] | None = None) -> Judge:
    """A judge for a program, to be used in a `with` block; it keeps its rulings in the user's own ledger.

    When the block ends, the portable ledger of `options` is written with all the rulings that were
    graded with. The `environment` is that of the process unless another is given. Warns where
    rulings cannot be kept. Raises `UsageError` where there is neither a key in the environment nor
    a ledger, and what `choose_judge` raises.
    """
    options = options or JudgeOptions()
    environment = os.environ if environment is None else environment
    chosen = choose_judge(options, environment)
    if chosen is None:
        ledger = "" if options.fresh else ", or a ledger to rule from"
        hint = f"; {ANY_KEY}" if _address(options, environment) else ""
        raise UsageError(f"a judge needs {KEY} in the environment{ledger}{hint}")
    for note in chosen.notes:
        warnings.warn(note, stacklevel=2)
    judge = chosen.judge
    judge.in_the_end(lambda: chosen.keep(judge.used))
    return judge


def choose_judge(options: JudgeOptions, environment: Mapping[str, str]) -> ChosenJudge | None:
    """The judge that a user chose; `None` where there is neither a key nor a ledger.

    The key is `OPENAI_API_KEY` of the `environment`, where `OPENAI_BASE_URL` may also name the
    address. Raises `InputError` for a ledger or prices with faults, `UsageError` for a ledger of
    another judge, one that is not there though nothing may be asked, and a cap on unknown prices.
    """
    key = environment.get(KEY, "").strip()
    base_url = _address(options, environment)
    asks = bool(key) and not options.offline and not options.dry_run
    if not asks and options.ledger is None and not options.offline and not options.dry_run:
        return None
    if base_url and (asks or options.dry_run or options.base_url):
        host_of(base_url)
    given = _given(options.ledger, needed=not asks and not options.dry_run)
    identity = _identity(options, base_url, given, asks=asks)
    overrides = NO_PRICES if options.prices is None else read_prices(options.prices)
    price = price_of(identity.model, datetime.now(UTC).date(), overrides)
    if options.max_cost is not None and asks and price is None:
        raise UsageError(
            f"--max-cost: no price is known for {identity.model!r}, so its cost cannot be capped; give one "
            "with --prices FILE"
        )
    purse = Purse(price, options.max_cost)
    # What somebody else ruled is replayed as it is, and nothing of one's own beside it.
    is_apart = options.fresh or (given is not None and not asks)
    ledger, notes = (Ledger.in_memory(), ()) if is_apart else _own_ledger(options)
    try:
        judge = Judge(identity, ledger, given, purse, Edges(_now, lambda: secrets.token_hex(16)))
        lacks = "" if asks else _lacking(options, key, identity, base_url)
        chosen = ChosenJudge(judge, ledger, notes, options.ledger if asks else None, lacks)
        if asks:
            from atlas_grader.judge.client import Client

            judge.may_ask(
                Client(
                    identity.model,
                    identity.effort,
                    key,
                    base_url,
                    concurrency=options.concurrency,
                    timeout=options.timeout,
                    must_limit=options.max_cost is not None,
                    notice=options.notice,
                )
            )
            chosen.try_to_keep()  # before anything is paid for
    except BaseException:
        ledger.close()
        raise
    return chosen


def _address(options: JudgeOptions, environment: Mapping[str, str]) -> str | None:
    return options.base_url or environment.get(ADDRESS) or None


def _lacking(options: JudgeOptions, key: str, judge: Identity, base_url: str | None) -> str:
    """What a command with these options would take to ask the judge whose rulings it has."""
    lacking = []
    if not key:
        lacking.append(f"with {KEY} set")
    if identify(judge.model, judge.effort, base_url).endpoint != judge.endpoint:
        there = "with --judge-base-url, the address of the server that the ledger is of"
        lacking.append(there if judge.endpoint else f"without {ADDRESS}")
    if options.offline:
        lacking.append("without --offline")
    return " and ".join(lacking)


def _given(path: Path | None, *, needed: bool) -> Copy | None:
    if path is None:
        return None
    if path.exists():
        return read_copy(path)
    if needed:
        raise UsageError(f"--ledger {path}: expected a ledger, for nothing may be asked; got no such file")
    return None


def _identity(options: JudgeOptions, base_url: str | None, given: Copy | None, *, asks: bool) -> Identity:
    """The judge chosen, which must be the one whose rulings are given; by default, it is that one."""
    model, effort = options.model, options.effort
    if given is not None:
        model = given.judge.model if model is None else model
        effort = given.judge.effort if effort is None else effort
    chosen = identify(
        DEFAULT_MODEL if model is None else model, DEFAULT_EFFORT if effort is None else effort, base_url
    )
    if given is not None and options.ledger is not None:
        if not asks and options.base_url is None:
            # Whoever only replays need not know where the model was.
            chosen = Identity(**(asdict(chosen) | {"endpoint": given.judge.endpoint}))
        require_judge(options.ledger, given, chosen)
    return chosen


def _own_ledger(options: JudgeOptions) -> tuple[Ledger, tuple[str, ...]]:
    """The user's own, or one in memory where that cannot be used, with what a user should know then."""
    try:
        return Ledger.open(default_path()), ()
    except UsageError as error:
        if options.offline:  # it is all that there is to rule from
            raise
        kept = (
            "are kept for no other run" if options.ledger is None else f"are kept in {options.ledger} alone"
        )
        return Ledger.in_memory(), (f"rulings {kept}: {error}",)


def _require(holds: bool, name: str, expected: str, found: object) -> None:  # noqa: FBT001 (as `assert`)
    if not holds:
        raise UsageError(f"{name}: expected {expected}, got {printable(repr(found))}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
