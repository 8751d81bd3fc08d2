"""The jars that this package carries, one a line, and the Maven coordinates of the Delta for it.

A line is a minor version of Spark with the Delta Lake that is built for it.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from deltaward._exceptions import ConfigurationError

_SCALA = "2.13"

_LINES = {"4.0": "4.4.0", "4.1": "4.4.0", "4.2": "4.4.0"}
"""The Delta Lake of each minor version of Spark."""


def jar_path() -> str:
    """Return the path of the jar with the extension, for the Spark that is installed.

    Give it to ``--jars`` when a cluster starts a session before Python does.

    Raises:
        ConfigurationError: there is no line for that Spark, or this installation lacks its jar,
            which a built wheel always has.

    Example:
        >>> deltaward.jar_path()  # doctest: +SKIP
        '/usr/lib/python3/site-packages/deltaward/jars/deltaward-spark_4.2_2.13-0.1.0.jar'
    """
    name = f"deltaward-spark_{_line()}_{_SCALA}-{version('deltaward')}.jar"
    jar = Path(__file__).parent / "jars" / name
    if not jar.is_file():
        raise ConfigurationError(f"{jar} is not there; in a source tree, `make jar` builds it")
    return str(jar)


def delta_package() -> str:
    """Return the Maven coordinates of the Delta that fits the installed packages.

    Raises:
        ConfigurationError: the installed Spark and Delta do not go together here.
    """
    line = _line()
    delta = version("delta-spark")
    if delta != _LINES[line]:
        raise ConfigurationError(
            f"delta-spark {delta} is installed with Spark {line}; {_fitting()}"
        )
    return f"io.delta:delta-spark_{line}_{_SCALA}:{delta}"


def _line() -> str:
    import pyspark  # noqa: PLC0415 - heavy, and only needed to configure a session

    line = ".".join(pyspark.__version__.split(".")[:2])
    if line not in _LINES:
        raise ConfigurationError(f"pyspark {pyspark.__version__} is installed; {_fitting()}")
    return line


def _fitting() -> str:
    pairs = ", ".join(f"Spark {spark} with Delta Lake {delta}" for spark, delta in _LINES.items())
    return f"deltaward is for {pairs}"
