"""Finds deltaward's jar and Delta's Maven package for the Spark and the Delta Lake in use.

This package carries one jar for each line: a wheel in one archive, a source tree in a folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from deltaward._exceptions import ConfigurationError
from deltaward._session.lines import Line, lines, minor
from deltaward._session.unpack import unpack

# Name of Delta's jar in Delta Lake's build or in Ivy's cache. The group is the version.
_DELTA_JAR = re.compile(r"(?:io\.delta_)?delta-spark_[\d.]+(?:_[\d.]+)?-(\d[^/]*)\.jar")
_DELTA_PACKAGE = re.compile(r"io\.delta[:/]delta-spark_[^:/]+[:/](.+)")
_SCALA_JAR = re.compile(r"scala-library-(\d+\.\d+)[^/]*\.jar")


def jar_path(spark: str | None = None, delta: str | None = None, scala: str | None = None) -> str:
    """Returns the path of deltaward's jar for a Spark and a Delta Lake.

    Pass the path to ``--jars`` if a cluster starts a session before Python does. Name the versions
    to get the jar for another machine.

    The first call unpacks the jar into ``~/.cache/deltaward`` or ``$XDG_CACHE_HOME/deltaward``. If
    that folder cannot be written, each process unpacks the jar into a temporary folder.

    Args:
        spark: a version of Spark, such as ``"3.5"``; None for that of the installed PySpark.
        delta: a version of Delta Lake; None for the one in Spark's jars folder, or else for the
            installed ``delta-spark``.
        scala: the Scala of that Spark, if it is not the one that PySpark has: ``"2.13"``.

    Raises:
        ConfigurationError: deltaward does not support this Spark with this Delta Lake, this Python
            has no ``lzma``, or this installation lacks the jar. A built wheel always has it.

    Examples:
        >>> deltaward.jar_path()  # doctest: +SKIP
        '/home/hadoop/.cache/deltaward/8f0c3b1d9a7e4625/deltaward-spark-4.2-delta-4.4_2.13-0.1.0.jar'
    """
    if not (spark or delta or scala):
        return jar_for(delta_in([], []))
    scala = scala or (None if spark else _scala())
    spark = spark or _spark()
    delta = delta or delta_version()
    line = _find(spark, delta, scala)
    if line is None:
        none = f"deltaward has no jar for Spark {spark} with Delta Lake {delta}"
        other = _find(spark, delta, None)
        raise ConfigurationError(
            f"{none}; it is for {_supported()}"
            if other is None
            else f"{none} on Scala {scala}; it has one for Scala {minor(other.scala)}"
        )
    return _jar_of(line)


def jar_for(delta: str | None) -> str:
    """Returns the path of deltaward's jar for the installed Spark and a version of Delta Lake.

    Args:
        delta: the version of Delta's jar; None for that of the installed ``delta-spark``.

    Raises:
        ConfigurationError: see :func:`jar_path`.
    """
    return _jar_of(_line(delta))


def _jar_of(line: Line) -> str:
    package = Path(__file__).parents[1]
    jar = package / "jars" / f"deltaward-{line.name}-{version('deltaward')}.jar"
    archive = package / "jars.tar.xz"
    if jar.is_file():
        return str(jar)
    if archive.is_file() and (unpacked := unpack(archive, jar.name)):
        return str(unpacked)
    raise ConfigurationError(
        f"{jar} is not there; in a source tree, `make jar LINE={line.name}` builds it"
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
    """Returns the version of Delta Lake that a session runs, or ``"unknown"``.

    Falls back to the version of delta-spark if deltaward does not support it with this Spark.
    """
    if of_spark := delta_in([], []):
        return of_spark
    installed = _installed_delta()
    line = _find(_spark(), installed, _scala()) if installed else None
    return line.release(installed) if line and installed else installed or "unknown"


def delta_in(jars: Iterable[str], packages: Iterable[str]) -> str | None:
    """Returns the version of Delta Lake that a session would load, or None if it has none.

    Spark's jars folder comes first, then ``spark.jars``, then ``spark.jars.packages``: the order in
    which a JVM looks for classes.

    Args:
        jars: paths, which may be patterns.
        packages: Maven packages.
    """
    of_session = set().union(*map(_files, jars))
    found = (
        *map(_version_in, sorted(_jars_of_spark())),
        *map(_version_in, sorted(of_session)),
        *(named[1] for named in map(_DELTA_PACKAGE.fullmatch, packages) if named),
    )
    return next(filter(None, found), None)


def is_in_spark(jar: str) -> bool:
    """Checks whether Spark itself has a jar with the same file name."""
    return Path(jar).name in {jar.name for jar in _jars_of_spark()}


def _version_in(jar: Path) -> str | None:
    """Returns the version of a jar of Delta Lake, or None for another jar.

    EMR names its jar ``delta-spark.jar``, so that the version is only inside.
    """
    if named := _DELTA_JAR.fullmatch(jar.name):
        return named[1]
    if not jar.name.startswith("delta-spark"):
        return None
    try:
        with ZipFile(jar) as content:
            manifest = message_from_bytes(content.read("META-INF/MANIFEST.MF"))
    except (OSError, KeyError, BadZipFile):
        return None
    return manifest["Implementation-Version"]


def _files(pattern: str) -> set[Path]:
    place = Path(re.sub("^(file|local):(//)?", "", pattern))
    return {place, *place.parent.glob(place.name or "*")}


def _jars_of_spark() -> set[Path]:
    from pyspark.find_spark_home import _find_spark_home  # noqa: PLC0415 - heavy

    return set(Path(_find_spark_home(), "jars").glob("*.jar"))


def _installed_delta() -> str | None:
    """Returns the version of the Python package ``delta-spark``. A cluster can do without it."""
    try:
        return version("delta-spark")
    except PackageNotFoundError:
        return None


def _spark() -> str:
    import pyspark  # noqa: PLC0415 - heavy, and needed only to configure a session

    return pyspark.__version__


def _scala() -> str | None:
    """Returns the minor version of Spark's Scala: "2.13"."""
    found = (_SCALA_JAR.fullmatch(jar.name) for jar in _jars_of_spark())
    return next((jar[1] for jar in found if jar), None)


def _find(spark: str, delta: str, scala: str | None) -> Line | None:
    """Returns the first line that fits. Without a Scala, that is the one with PySpark's."""
    fitting = (line for line in lines() if line.fits(spark, delta))
    return next((line for line in fitting if scala in (None, minor(line.scala))), None)


def _line(delta: str | None) -> Line:
    spark, installed, scala = _spark(), _installed_delta(), _scala()
    used = delta or installed
    if used and (line := _find(spark, used, scala)):
        return line
    same = [
        line
        for line in lines()
        if minor(line.spark) == minor(spark) and scala in (None, minor(line.scala))
    ]
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
    elif installed is None:
        problem = (
            "Delta Lake is missing: there is no jar of it in Spark's jars folder, spark.jars or "
            "spark.jars.packages, and no Python package delta-spark"
        )
        advice = f"Name Delta's jar there, or run: pip install 'delta-spark~={newest.releases[0]}'"
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
