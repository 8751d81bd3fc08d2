"""Finds deltaward's jar and Delta's Maven package for the installed Spark.

This package carries one jar for each minor version of Spark that deltaward supports.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from deltaward._exceptions import ConfigurationError

_SCALA = "2.13"

_LINES = {"4.0": "4.4.0", "4.1": "4.4.0", "4.2": "4.4.0"}
"""The Delta Lake release that we test with each minor version of Spark."""

# Name of Delta's jar in Delta Lake's build or in Ivy's cache.
_DELTA_JAR = re.compile(r"(?:io\.delta_)?delta-spark_[\d.]+(?:_[\d.]+)?-\d[^/]*\.jar")


def jar_path() -> str:
    """Returns the path of deltaward's jar for the installed Spark.

    Pass it to ``--jars`` if a cluster starts a session before Python does.

    Raises:
        ConfigurationError: deltaward does not support the installed Spark, or this installation
            lacks the jar. A built wheel always has it.

    Examples:
        >>> deltaward.jar_path()  # doctest: +SKIP
        '/usr/lib/python3/site-packages/deltaward/jars/deltaward-spark_4.2_2.13-0.1.0.jar'
    """
    name = f"deltaward-spark_{_line()}_{_SCALA}-{version('deltaward')}.jar"
    jar = Path(__file__).parents[1] / "jars" / name
    if not jar.is_file():
        raise ConfigurationError(f"{jar} is not there; in a source tree, `make jar` builds it")
    return str(jar)


def delta_package() -> str:
    """Returns the Maven coordinates of Delta Lake for the installed Spark.

    We test this deltaward with that version. The installed delta-spark may be another patch
    release, since Maven Central lacks the jars of some patch releases.

    Raises:
        ConfigurationError: deltaward does not support the installed Spark, or does not support it
            together with the installed delta-spark.
    """
    line = _line()
    tested = _LINES[line]
    installed = version("delta-spark")
    if _minor(installed) != _minor(tested):
        raise ConfigurationError(
            f"delta-spark {installed} is installed with Spark {line}; {_fitting()}. "
            f"Run: pip install 'delta-spark~={tested}'"
        )
    return f"io.delta:delta-spark_{line}_{_SCALA}:{tested}"


def delta_version() -> str:
    """Returns the version of Delta Lake that a session runs.

    Falls back to the version of delta-spark if deltaward does not support the installed Spark.
    """
    import pyspark  # noqa: PLC0415 - heavy

    return _LINES.get(_minor(pyspark.__version__)) or version("delta-spark")


def brings_delta(jars: Iterable[str]) -> bool:
    """Checks whether ``jars`` or Spark's own jars include Delta's. ``jars`` may be patterns."""
    names = set().union(_jars_of_spark(), *map(_names, jars))
    return any(map(_DELTA_JAR.fullmatch, names))


def is_in_spark(jar: str) -> bool:
    """Checks whether Spark itself has a jar with the same file name."""
    return Path(jar).name in _jars_of_spark()


def _names(pattern: str) -> set[str]:
    place = Path(pattern.removeprefix("file://").removeprefix("file:"))
    return {place.name, *(found.name for found in place.parent.glob(place.name or "*"))}


def _jars_of_spark() -> set[str]:
    from pyspark.find_spark_home import _find_spark_home  # noqa: PLC0415 - heavy

    return {jar.name for jar in Path(_find_spark_home(), "jars").glob("*.jar")}


def _line() -> str:
    import pyspark  # noqa: PLC0415 - heavy, and needed only to configure a session

    line = _minor(pyspark.__version__)
    if line not in _LINES:
        newest, delta = list(_LINES.items())[-1]
        raise ConfigurationError(
            f"pyspark {pyspark.__version__} is installed; {_fitting()}. "
            f"Run: pip install 'pyspark~={newest}.0' 'delta-spark~={delta}'"
        )
    return line


def _minor(version: str) -> str:
    return ".".join(version.split(".")[:2])


def _fitting() -> str:
    pairs = ", ".join(
        f"Spark {spark} with Delta Lake {_minor(delta)}" for spark, delta in _LINES.items()
    )
    return f"deltaward is for {pairs}"
