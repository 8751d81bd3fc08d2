"""Typed exceptions. The error condition decides the type, never the name of a JVM class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyspark.errors import PySparkException

_PREFIX = "DELTAWARD_"


class DeltawardWarning(UserWarning):
    """Warns that deltaward did not do something that the caller may expect."""


class CommitWarning(DeltawardWarning):
    """Warns that a commit rule in mode ``warn`` objected to a commit. The commit went through."""


class DeltawardError(PySparkException):
    """Base class of deltaward's exceptions.

    Mirrors :class:`pyspark.errors.PySparkException`: ``getCondition()``, ``getSqlState()`` and
    ``getMessageParameters()`` say what happened. ``str()`` returns one message without a stack
    trace. The original exception, if there is one, is the ``__cause__``.
    """

    def __init__(
        self,
        message: str,
        condition: str | None = None,
        sqlState: str | None = None,
        messageParameters: Mapping[str, str] | None = None,
    ) -> None:
        """Creates an error. Python code needs to pass only the message."""
        super().__init__(message)
        self._message = message
        self._condition = condition
        self._sqlState = sqlState
        self._parameters = dict(messageParameters or {})

    def getCondition(self) -> str | None:
        """Returns the name of the error condition, or None if there is none."""
        return self._condition

    def getErrorClass(self) -> str | None:
        """Returns the condition, by the name that PySpark 3.5 has for it."""
        return self._condition

    def getMessageParameters(self) -> dict[str, str]:
        """Returns the parameters of the message. They are empty if there is no condition."""
        return self._parameters

    def getSqlState(self) -> str | None:
        """Returns the SQLSTATE, or None if there is none."""
        return self._sqlState

    def getMessage(self) -> str:
        """Returns the full message, which names the condition if there is one."""
        return self._message

    def __str__(self) -> str:
        """Returns the full message."""
        return self._message


class ConfigurationError(DeltawardError):
    """Signals that a session lacks what deltaward needs, or has a setting that it cannot use."""


class CommitRefusedError(DeltawardError):
    """Signals that deltaward refused a commit. The commit changed nothing."""


class TableNotReadableError(DeltawardError):
    """Signals that the table's transaction log cannot be read."""


class TableNotWritableError(DeltawardError):
    """Signals that the table's transaction log must not be written."""


class NotADeltaTableError(DeltawardError):
    """Signals that no Delta table has the given name or path."""


class InvalidProtocolError(DeltawardError):
    """Signals that the table's protocol contradicts itself, or has an undefined version."""


class UnknownClientError(DeltawardError):
    """Signals that the client registry has no such client."""


class UnknownFeatureError(DeltawardError):
    """Signals that neither Delta nor the table has such a feature."""


class CannotMakeCompatibleError(DeltawardError):
    """Signals that no sequence of drops makes a table compatible. The table is unchanged."""


class FilesMissingError(DeltawardError):
    """Signals that files a plan would read do not exist. The table is unchanged."""


class PlanFailedError(DeltawardError):
    """Signals that a statement of a plan failed. The message says what was done before it."""


class StatementFailedError(DeltawardError):
    """Signals that Delta or Spark failed in a statement of deltaward. The message has the cause."""


class StalePlanError(DeltawardError):
    """Signals that someone changed the table while a plan ran. Run the plan again."""


# An entry for a full condition overrides the entry for its part before the dot.
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
    "DELTAWARD_OUTDATED_REWRITE": CommitRefusedError,
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
    "DELTAWARD_UNSUPPORTED_STATEMENT": ConfigurationError,
}


def condition_of(error: PySparkException) -> str | None:
    """Returns the name of the error condition. PySpark 3.5 calls it the error class."""
    named = getattr(error, "getCondition", None) or error.getErrorClass
    condition: str | None = named()
    return condition


def typed(exception: BaseException) -> BaseException:
    """Converts an exception that Spark raised to deltaward's own type.

    Also searches the causes, since a streaming query wraps the error that stopped it. Returns the
    given exception if none of them is deltaward's.

    Examples:
        >>> try:
        ...     df.write.format("delta").mode("append").saveAsTable("orders")
        ... except Exception as raised:
        ...     refused = deltaward.typed(raised)
    """
    seen: BaseException | None = exception
    while seen is not None:
        if isinstance(seen, DeltawardError):
            return seen
        condition = condition_of(seen) if isinstance(seen, PySparkException) else None
        if isinstance(seen, PySparkException) and condition and condition.startswith(_PREFIX):
            return _class_of(condition)(
                _message(seen), condition, seen.getSqlState(), seen.getMessageParameters()
            )
        # PySpark keeps the JVM's cause in `_cause`, not in `__cause__`.
        seen = seen.__cause__ or getattr(seen, "_cause", None)
    return exception


@contextmanager
def errors() -> Iterator[None]:
    """Raises typed exceptions from a block that uses Spark directly.

    Examples:
        >>> with deltaward.errors():
        ...     df.write.format("delta").mode("append").save("/data/orders")

    Raises:
        DeltawardError: the block raised an error with a condition of deltaward. Other exceptions
            pass unchanged.
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
    # getMessage() looks up the condition among Spark's own, which do not include deltaward's.
    return str(exception).partition("\n\nJVM stacktrace:\n")[0].strip()
