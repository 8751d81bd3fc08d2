"""Finds deltaward's jar and Delta's Maven package for the Spark and the Delta Lake in use.

This package carries one jar for each line: a wheel in one archive, a source tree in a folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import version
from itertools import groupby
from pathlib import Path

from deltaward._exceptions import ConfigurationError
from deltaward._session.lines import Line, lines, minor
from deltaward._session.unpack import unpack

# Name of Delta's jar in Delta Lake's build or in Ivy's cache. The group is the version.
_DELTA_JAR = re.compile(r"(?:io\.delta_)?delta-spark_[\d.]+(?:_[\d.]+)?-(\d[^/]*)\.jar")
_DELTA_PACKAGE = re.compile(r"io\.delta[:/]delta-spark_[^:/]+[:/](.+)")


def jar_path() -> str:
    """Returns the path of deltaward's jar for the installed Spark and Delta Lake.

    Uses the Delta Lake in Spark's jars folder. Without one, uses the installed ``delta-spark``.
    Pass the path to ``--jars`` if a cluster starts a session before Python does.

    The first call unpacks the jar into ``~/.cache/deltaward`` or ``$XDG_CACHE_HOME/deltaward``. If
    that folder cannot be written, each process unpacks the jar into a temporary folder.

    Raises:
        ConfigurationError: deltaward does not support the installed Spark and Delta Lake, this
            Python has no ``lzma``, or this installation lacks the jar. A built wheel always has it.

    Examples:
        >>> deltaward.jar_path()  # doctest: +SKIP
        '/home/hadoop/.cache/deltaward/8f0c3b1d9a7e4625/deltaward-spark-4.2-delta-4.4_2.13-0.1.0.jar'
    """
    return jar_for(delta_in([], []))


def jar_for(delta: str | None) -> str:
    """Returns the path of deltaward's jar for the installed Spark and a version of Delta Lake.

    Args:
        delta: the version of Delta's jar; None for that of the installed ``delta-spark``.

    Raises:
        ConfigurationError: see :func:`jar_path`.
    """
    line = _line(delta).name
    package = Path(__file__).parents[1]
    jar = package / "jars" / f"deltaward-{line}-{version('deltaward')}.jar"
    archive = package / "jars.tar.xz"
    if jar.is_file():
        return str(jar)
    if archive.is_file() and (unpacked := unpack(archive, jar.name)):
        return str(unpacked)
    raise ConfigurationError(
        f"{jar} is not there; in a source tree, `make jar LINE={line}` builds it"
    )


def delta_package() -> str:
    """Returns the Maven coordinates of Delta Lake for the installed Spark and ``delta-spark``.

    Names the installed release if we test with it. Otherwise names the newest tested release of its
    minor version: Maven Central lacks the jars of some patch releases.

    Raises:
        ConfigurationError: deltaward does not support the installed Spark together with the
            installed ``delta-spark``.
    """
    line = _line(None)
    return line.package(line.release(version("delta-spark")))


def delta_version() -> str:
    """Returns the version of Delta Lake that a session runs.

    Falls back to the version of delta-spark if deltaward does not support it with this Spark.
    """
    installed = version("delta-spark")
    line = _find(installed)
    return delta_in([], []) or (line.release(installed) if line else installed)


def delta_in(jars: Iterable[str], packages: Iterable[str]) -> str | None:
    """Returns the version of Delta Lake that a session would load, or None if it has none.

    Spark's jars folder comes first, then ``spark.jars``, then ``spark.jars.packages``: the order in
    which a JVM looks for classes.

    Args:
        jars: paths, which may be patterns.
        packages: Maven packages.
    """
    of_session = set().union(*map(_names, jars))
    found = (
        *map(_DELTA_JAR.fullmatch, sorted(_jars_of_spark())),
        *map(_DELTA_JAR.fullmatch, sorted(of_session)),
        *map(_DELTA_PACKAGE.fullmatch, packages),
    )
    return next((delta[1] for delta in found if delta), None)


def is_in_spark(jar: str) -> bool:
    """Checks whether Spark itself has a jar with the same file name."""
    return Path(jar).name in _jars_of_spark()


def _names(pattern: str) -> set[str]:
    place = Path(pattern.removeprefix("file://").removeprefix("file:"))
    return {place.name, *(found.name for found in place.parent.glob(place.name or "*"))}


def _jars_of_spark() -> set[str]:
    from pyspark.find_spark_home import _find_spark_home  # noqa: PLC0415 - heavy

    return {jar.name for jar in Path(_find_spark_home(), "jars").glob("*.jar")}


def _find(delta: str) -> Line | None:
    import pyspark  # noqa: PLC0415 - heavy, and needed only to configure a session

    fitting = (line for line in lines() if line.fits(pyspark.__version__, delta))
    return next(fitting, None)


def _line(delta: str | None) -> Line:
    import pyspark  # noqa: PLC0415 - heavy, and needed only to configure a session

    installed = version("delta-spark")
    if line := _find(delta or installed):
        return line
    spark = pyspark.__version__
    same = [line for line in lines() if minor(line.spark) == minor(spark)]
    newest = (same or lines())[-1]
    if not same:
        problem = f"pyspark {spark} is installed"
        packages = f"'pyspark~={minor(newest.spark)}.0' 'delta-spark~={newest.releases[0]}'"
        advice = f"Run: pip install {packages}"
    elif delta:
        problem = (
            f"Delta Lake {delta} is in Spark's jars folder, spark.jars or spark.jars.packages, "
            f"with Spark {minor(spark)}"
        )
        advice = f"Replace it by {newest.package(newest.releases[0])}"
    else:
        problem = f"delta-spark {installed} is installed with Spark {minor(spark)}"
        advice = f"Run: pip install 'delta-spark~={newest.releases[0]}'"
    raise ConfigurationError(f"{problem}; deltaward is for {_supported()}. {advice}")


def _supported() -> str:
    """Names each Spark with its Delta Lake: "Spark 4.0 with Delta Lake 4.1 to 4.4, ..."."""
    by_spark = sorted(lines(), key=lambda line: [int(part) for part in line.spark.split(".")])
    return ", ".join(
        f"Spark {spark} with Delta Lake "
        + _first_to_last([minor(r) for line in same for r in reversed(line.releases)])
        for spark, same in groupby(by_spark, key=lambda line: minor(line.spark))
    )


def _first_to_last(versions: list[str]) -> str:
    first, last = versions[0], versions[-1]
    return first if first == last else f"{first} to {last}"
