"""Raises commit conflicts as Delta's Python exceptions, with details of each conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspark

from deltaward._exceptions import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from pyspark.errors import PySparkException

_PARAMETERS = "_deltaward_parameters"


def type_on_classic() -> None:
    """Makes Spark Classic raise the exceptions of ``delta.exceptions`` for commit conflicts.

    Raises:
        ConfigurationError: the Python package of Delta Lake is missing, as on a cluster that has
            only the jars.
    """
    try:
        import delta.exceptions  # noqa: PLC0415 - heavy; the import registers them before Delta 4
    except ModuleNotFoundError as missing:
        raise ConfigurationError(
            f"the Python package delta-spark is missing, or a part of it ({missing}); run: "
            "pip install --no-deps delta-spark==VERSION importlib_metadata zipp, with the version "
            "of Delta's jar"
        ) from missing
    if _is_package(delta.exceptions):
        import delta.exceptions.captured  # noqa: PLC0415 - heavy; the import registers them
    _explain()
    _carry_parameters()


def type_on_connect() -> None:
    """Makes Spark Connect raise the exceptions of ``delta.exceptions`` for commit conflicts.

    Raises:
        ConfigurationError: the packages that Spark Connect needs are not installed, or the session
            is of Spark 3.5, whose Spark Connect does not pass on the condition of an error.
    """
    if pyspark.__version__ < "4":
        raise ConfigurationError(
            "deltaward's Python package needs Spark 4 for Spark Connect, since Spark Connect 3.5 "
            "does not pass on the condition of an error; use spark.sql(...) for the statements, "
            "or a session without Spark Connect"
        )
    try:
        import delta.connect  # noqa: F401, PLC0415 - needs the extra `connect`
    except ImportError as missing:
        raise ConfigurationError(
            "Spark Connect needs packages that are not installed; "
            f"run: pip install 'deltaward[connect]' ({str(missing).splitlines()[0]})"
        ) from missing
    _register_on_connect()
    _explain()


def _register_on_connect() -> None:
    """Registers Delta's exceptions with Spark Connect. Delta before 4.4 does not do it itself."""
    from delta.connect import exceptions  # noqa: PLC0415 - needs the extra `connect`
    from pyspark.errors.exceptions import connect  # noqa: PLC0415 - needs the extra `connect`

    for name, conflict in _classes_of(exceptions).items():
        java = f"io.delta.exceptions.{name}"
        if java not in connect.EXCEPTION_CLASS_MAPPING:
            # Spark passes details to the constructor, and Delta's own class does not accept them.
            bases = (connect.SparkConnectGrpcException, conflict)
            kept = {"__module__": conflict.__module__, "__doc__": conflict.__doc__}
            detailed: Any = type(name, bases, kept)
            connect.EXCEPTION_CLASS_MAPPING[java] = detailed


def _explain() -> None:
    """Adds ``winner``, ``reason``, ``retryable`` and ``advice`` to Delta's exceptions.

    Each is ``None`` if the losing commit comes from a session without the extension.
    """
    import delta.exceptions  # noqa: PLC0415 - heavy

    base: Any = delta.exceptions.base if _is_package(delta.exceptions) else delta.exceptions
    for conflict in _classes_of(base).values():
        for name, said in _SAID.items():
            setattr(conflict, name, property(said))


def _is_package(exceptions: ModuleType) -> bool:
    """Checks for Delta 4, which keeps its exceptions in several modules."""
    return hasattr(exceptions, "__path__")


def _classes_of(module: ModuleType) -> dict[str, type]:
    """Returns the classes that a module defines itself, by name."""
    return {
        name: found
        for name, found in vars(module).items()
        if isinstance(found, type) and found.__module__ == module.__name__
    }


def _parameters(error: PySparkException) -> dict[str, str]:
    kept: dict[str, str] | None = getattr(error, _PARAMETERS, None)
    return kept if kept is not None else error.getMessageParameters() or {}


def runs_of(error: PySparkException) -> list[str]:
    """Returns the tags of the :func:`retrying` runs that the losing commit belongs to."""
    return _parameters(error).get("runs", "").split(",")


def _retryable(error: PySparkException) -> bool | None:
    said = _parameters(error).get("retryable")
    return None if said is None else said == "true"


_SAID: dict[str, Callable[[PySparkException], object]] = {
    "winner": lambda error: _parameters(error).get("winner"),
    "reason": lambda error: _parameters(error).get("reason"),
    "retryable": _retryable,
    "advice": lambda error: _parameters(error).get("advice"),
}


def _carry_parameters() -> None:
    """Keeps the parameters of a conflict's message, which Delta's conversion drops."""
    from py4j.java_gateway import JavaObject, is_instance_of  # noqa: PLC0415 - heavy
    from py4j.protocol import Py4JError  # noqa: PLC0415 - heavy
    from pyspark import SparkContext  # noqa: PLC0415 - heavy
    from pyspark.errors.exceptions import captured  # noqa: PLC0415 - heavy

    convert = captured.convert_exception
    if getattr(convert, _PARAMETERS, False):
        return

    def converted(e: JavaObject) -> captured.CapturedException:
        found = convert(e)
        # Checks for a class of Spark's own jars: Py4J finds no class of jars that a session adds.
        if is_instance_of(SparkContext._gateway, e, "org.apache.spark.SparkThrowable"):
            thrown: Any = e
            try:
                parameters = dict(thrown.getMessageParameters())
            except Py4JError:
                # The exception has none: Py4J does not find the method of the interface. Or Spark
                # does not know the condition.
                parameters = {}
            setattr(found, _PARAMETERS, parameters)
        return found

    setattr(converted, _PARAMETERS, True)
    captured.convert_exception = converted
