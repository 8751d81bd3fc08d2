"""Typed exceptions, told apart by their error condition and never by a class name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyspark.errors import PySparkException

_PREFIX = "DELTAWARD_"


class DeltawardWarning(UserWarning):
    """Something was not done that the caller may expect, and that is not an error."""


class CommitWarning(DeltawardWarning):
    """A commit rule objected to a commit, and let it through since its mode is ``warn``."""


class DeltawardError(PySparkException):
    """Base of everything that deltaward raises.

    Mirrors :class:`pyspark.errors.PySparkException`: ``getCondition()``, ``getSqlState()`` and
    ``getMessageParameters()`` say what happened, and ``str()`` is one message without a stack
    trace. The original exception, when there is one, is the ``__cause__``.
    """

    def __init__(
        self,
        message: str,
        condition: str | None = None,
        sqlState: str | None = None,
        messageParameters: Mapping[str, str] | None = None,
    ) -> None:
        """Create an error; Python code needs the message only."""
        super().__init__(
            message=message,
            errorClass=condition,
            messageParameters=dict(messageParameters or {}),
        )
        self._sqlState = sqlState

    def getSqlState(self) -> str | None:
        """Return the SQLSTATE."""
        return self._sqlState

    def getMessage(self) -> str:
        """Return the full message; it names the condition when there is one."""
        return self._message

    def __str__(self) -> str:
        """Return the full message."""
        return self._message


class ConfigurationError(DeltawardError):
    """The session lacks something deltaward needs, or has or is given something it cannot take."""


class CommitRefusedError(DeltawardError):
    """A rule refused a commit. The table is as it was."""


class TableNotReadableError(DeltawardError):
    """The transaction log of the table cannot be read."""


class TableNotWritableError(DeltawardError):
    """The transaction log of the table must not be written."""


class NotADeltaTableError(DeltawardError):
    """The name or path is not that of a Delta table."""


class InvalidProtocolError(DeltawardError):
    """The protocol of the table contradicts itself, or has a version that is not defined."""


class UnknownClientError(DeltawardError):
    """The client registry has no such client."""


class UnknownFeatureError(DeltawardError):
    """Neither Delta nor the table has such a feature."""


class CannotMakeCompatibleError(DeltawardError):
    """No sequence of drops makes the table compatible with the client. Nothing was changed."""


class FilesMissingError(DeltawardError):
    """Files that a plan would read are not there; nothing was changed."""


class PlanFailedError(DeltawardError):
    """A statement of a plan failed; the message says what was done before it."""


class StatementFailedError(DeltawardError):
    """Delta or Spark failed in a statement of deltaward; the message gives the cause."""


class StalePlanError(DeltawardError):
    """Somebody changed the table while a plan was carried out; run it again."""


# The longest name that a condition starts with decides.
_BY_CONDITION: Mapping[str, type[DeltawardError]] = {
    "DELTAWARD_BLOCK_NOT_REPEATABLE": CommitRefusedError,
    "DELTAWARD_CANNOT_MAKE_COMPATIBLE": CannotMakeCompatibleError,
    "DELTAWARD_COMMIT_NOT_JUDGED": CommitRefusedError,
    "DELTAWARD_COMMIT_REFUSED": CommitRefusedError,
    "DELTAWARD_DELTA_NOT_CONFIGURED": ConfigurationError,
    "DELTAWARD_FILES_MISSING": FilesMissingError,
    "DELTAWARD_INVALID_CLIENTS_FILE": ConfigurationError,
    "DELTAWARD_INVALID_POLICIES_FILE": ConfigurationError,
    "DELTAWARD_INVALID_PROTOCOL": InvalidProtocolError,
    "DELTAWARD_INVALID_SETTING": ConfigurationError,
    "DELTAWARD_NOT_A_DELTA_TABLE": NotADeltaTableError,
    "DELTAWARD_PLAN_FAILED": PlanFailedError,
    "DELTAWARD_SETTING_LOCKED": ConfigurationError,
    "DELTAWARD_STALE_PLAN": StalePlanError,
    "DELTAWARD_STATEMENT_FAILED": StatementFailedError,
    "DELTAWARD_TABLE_NOT_READABLE": TableNotReadableError,
    "DELTAWARD_TABLE_NOT_READABLE.NOT_A_TABLE": NotADeltaTableError,
    "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND": NotADeltaTableError,
    "DELTAWARD_TABLE_NOT_WRITABLE": TableNotWritableError,
    "DELTAWARD_UNKNOWN_CLIENT": UnknownClientError,
    "DELTAWARD_UNKNOWN_FEATURE": UnknownFeatureError,
    "DELTAWARD_UNSUPPORTED_DELTA": ConfigurationError,
}


def typed(exception: BaseException) -> BaseException:
    """Return the typed exception for one that Spark raised, or the same one if it is not ours.

    Causes are looked at too: a streaming query wraps what stopped it.

    Example:
        >>> try:
        ...     df.write.format("delta").mode("append").saveAsTable("orders")
        ... except Exception as raised:
        ...     refused = deltaward.typed(raised)
    """
    seen: BaseException | None = exception
    while seen is not None:
        if isinstance(seen, DeltawardError):
            return seen
        condition = seen.getCondition() if isinstance(seen, PySparkException) else None
        if isinstance(seen, PySparkException) and condition and condition.startswith(_PREFIX):
            return _class_of(condition)(
                _message(seen), condition, seen.getSqlState(), seen.getMessageParameters()
            )
        # PySpark keeps the JVM's cause in an attribute of its own, not in __cause__.
        seen = seen.__cause__ or getattr(seen, "_cause", None)
    return exception


@contextmanager
def errors() -> Iterator[None]:
    """Raise typed exceptions from a block that uses Spark directly.

    Example:
        >>> with deltaward.errors():
        ...     df.write.format("delta").mode("append").save("/data/orders")

    Raises:
        DeltawardError: what the block raised, when its error condition is one of deltaward's;
            anything else is raised unchanged.
    """
    try:
        yield
    except PySparkException as raised:
        error = typed(raised)
        if error is raised:
            raise
        raise error from raised


def _class_of(condition: str) -> type[DeltawardError]:
    main = condition.partition(".")[0]
    return _BY_CONDITION.get(condition) or _BY_CONDITION.get(main, DeltawardError)


def _message(exception: PySparkException) -> str:
    # getMessage() looks the condition up among Spark's own, where ours is not.
    return str(exception).partition("\n\nJVM stacktrace:\n")[0].strip()
