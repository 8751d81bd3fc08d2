"""Runs code again after a commit conflict that allows it."""

from __future__ import annotations

import contextlib
import functools
import inspect
import logging
import random
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pyspark.errors import PySparkException

from deltaward._exceptions import ConfigurationError, DeltawardWarning, condition_of, typed
from deltaward._session.conflicts import runs_of, type_on_classic, type_on_connect

if TYPE_CHECKING:
    from types import TracebackType

    from pyspark.sql import SparkSession

_P = ParamSpec("_P")
_R = TypeVar("_R")

_log = logging.getLogger("deltaward")

_SHORTEST = 0.1
_NOT_REPEATABLE = "DELTAWARD_BLOCK_NOT_REPEATABLE"
_NOT_RUN = "a coroutine or generator has not run when the function returns; use a plain function"


def retrying(spark: SparkSession, maxAttempts: int = 5, maxDelay: float = 10.0) -> Retrying:
    """Runs a block or a function again after a commit conflict that allows it.

    Python cannot run a ``with`` block twice, so put a loop around it. The loop ends with the first
    run that raises nothing. Between two runs, it waits for a random time, up to a bound that
    doubles. It raises at once any other error, and any conflict whose ``retryable`` is not
    ``True``.

    If an earlier run has committed anything, deltaward refuses the commits of the next run. So the
    block may have one commit only. Exception: all commits before the last have an idempotency key
    (``txnAppId`` and ``txnVersion``) that is the same in each run.

    The block must follow these rules:

    - It commits in the thread that runs it, with the given session, which has the extension.
    - It reads the data that it writes from, with DataFrames made inside the block.
    - No code follows the ``with`` block in the loop.

    Args:
        spark: the session that commits in the block, Classic or Connect.
        maxAttempts: the maximum number of runs.
        maxDelay: the longest wait between two runs, in seconds.

    Raises:
        ValueError: ``maxAttempts`` is not a whole number of at least 1, or ``maxDelay`` is
            negative.
        ConfigurationError: a Classic session runs with ``PYSPARK_PIN_THREAD=false``. Python threads
            then share JVM threads, so no commit can be assigned to the block. Or the Python package
            ``delta-spark`` is missing; a Connect session also needs those of the extra ``connect``.

    Examples:
        >>> for attempt in deltaward.retrying(spark):
        ...     with attempt:
        ...         spark.sql("UPDATE stock SET pieces = pieces - 1 WHERE item = 7")
        >>> @deltaward.retrying(spark, maxAttempts=10)
        ... def sell(item):
        ...     spark.sql(f"UPDATE stock SET pieces = pieces - 1 WHERE item = {int(item)}")
    """
    if not isinstance(maxAttempts, int) or maxAttempts < 1:
        raise ValueError(f"maxAttempts must be an integer of 1 or more, not {maxAttempts}")
    if not maxDelay >= 0:
        raise ValueError(f"maxDelay must be 0 or more, not {maxDelay}")
    # The Python worker of a streaming query never calls `configure`.
    if _is_connect(spark):
        type_on_connect()
    else:
        _require_pinned_threads()
        type_on_classic()
    return Retrying(spark, maxAttempts, maxDelay)


def _is_connect(spark: SparkSession) -> bool:
    return type(spark).__module__.startswith("pyspark.sql.connect")


def _require_pinned_threads() -> None:
    from py4j.clientserver import ClientServer  # noqa: PLC0415 - heavy
    from pyspark import SparkContext  # noqa: PLC0415 - heavy

    if not isinstance(SparkContext._gateway, ClientServer):
        raise ConfigurationError(
            "retrying needs a thread of the JVM for each of Python, and PYSPARK_PIN_THREAD is "
            "false; leave that variable unset"
        )


class Attempt:
    """One run of a block, for use in ``with``."""

    number: int
    """Number of the run, from 1."""

    def __init__(
        self, spark: SparkSession, block: str, number: int, last: bool, before: BaseException | None
    ) -> None:
        self.number = number
        self._last = last
        self._before = before
        self._tag = f"deltaward-block-{block}.{number}"
        # Connect sends the session's tags with each statement. A Classic session's tags are not
        # set yet when a statement begins, so Classic needs the SparkContext's tags.
        connect = _is_connect(spark)
        self._add = spark.addTag if connect else spark.sparkContext.addJobTag
        self._remove = spark.removeTag if connect else spark.sparkContext.removeJobTag
        self._entered = False
        self._conflict: PySparkException | None = None

    def __enter__(self) -> Attempt:
        """Begins the run.

        Raises:
            RuntimeError: the run has begun before.
        """
        if self._entered:
            raise RuntimeError("use each attempt in one `with` only; the loop gives a new one")
        self._entered = True
        self._add(self._tag)
        return self

    def __exit__(
        self,
        _: type[BaseException] | None,
        raised: BaseException | None,
        __: TracebackType | None,
    ) -> bool:
        """Ends the run, and suppresses a conflict that allows another run.

        Raises:
            CommitRefusedError: an earlier run has committed something.
        """
        with contextlib.suppress(Exception):  # the block may clear its tags or stop the session
            self._remove(self._tag)
        if not isinstance(raised, PySparkException):
            return False
        if (condition_of(raised) or "").startswith(_NOT_REPEATABLE):
            raise typed(raised) from self._before
        if self._last or getattr(raised, "retryable", None) is not True:
            return False
        # Another thread or session made this commit. Its earlier commits are unknown.
        if self._tag not in runs_of(raised):
            return False
        self._conflict = raised
        return True


class Retrying:
    """The result of :func:`retrying`: an iterable of runs, and a decorator for functions."""

    def __init__(self, spark: SparkSession, maxAttempts: int, maxDelay: float) -> None:
        self._spark = spark
        self._attempts = maxAttempts
        self._delay = maxDelay

    def __iter__(self) -> Iterator[Attempt]:
        """Yields one attempt after the other, until one succeeds.

        Raises:
            RuntimeError: the body of the loop did not use its attempt in ``with``.
        """
        block = uuid.uuid4().hex
        conflict = None
        for number in range(1, self._attempts + 1):
            attempt = Attempt(self._spark, block, number, number == self._attempts, conflict)
            try:
                yield attempt
            except GeneratorExit:
                if attempt._conflict is not None:
                    warnings.warn(
                        f"left after a conflict, without another attempt: {attempt._conflict}",
                        DeltawardWarning,
                        stacklevel=2,
                    )
                raise
            if not attempt._entered:
                raise RuntimeError("put what must run again inside `with attempt:`")
            conflict = attempt._conflict
            if conflict is None:
                return
            bound = min(self._delay, _SHORTEST * 2 ** min(number - 1, 20))
            wait = random.uniform(0, bound)
            reason = getattr(conflict, "reason", None)
            _log.info("attempt %d: %s; again after %.2f s", number, reason, wait)
            time.sleep(wait)

    def __call__(self, job: Callable[_P, _R]) -> Callable[_P, _R]:
        """Decorates a function so that it runs again after a conflict.

        Raises:
            TypeError: the function is a coroutine or a generator, which has not run when it
                returns.
        """
        kinds = (
            inspect.iscoroutinefunction,
            inspect.isgeneratorfunction,
            inspect.isasyncgenfunction,
        )
        if any(kind(job) for kind in kinds):
            raise TypeError(_NOT_RUN)

        @functools.wraps(job)
        def run(*args: Any, **kwargs: Any) -> _R:
            for attempt in self:
                with attempt:
                    result = job(*args, **kwargs)
                    if inspect.isawaitable(result) or inspect.isgenerator(result):
                        raise TypeError(_NOT_RUN)
                    return result
            raise AssertionError("the loop ends with a result or raises")

        return run
