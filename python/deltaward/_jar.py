"""The jar that this package carries, and the Maven coordinates of the Delta it works with."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from deltaward._exceptions import ConfigurationError

_SCALA = "2.13"


def jar_path() -> str:
    """Return the path of the jar with the extension.

    Give it to ``--jars`` when a cluster starts a session before Python does.

    Raises:
        ConfigurationError: this installation has no jar, which a built wheel always has.

    Example:
        >>> deltaward.jar_path()  # doctest: +SKIP
        '/usr/lib/python3/site-packages/deltaward/jars/deltaward-0.1.0.jar'
    """
    jar = Path(__file__).parent / "jars" / f"deltaward-{version('deltaward')}.jar"
    if not jar.is_file():
        raise ConfigurationError(f"{jar} is not there; in a source tree, `make jar` builds it")
    return str(jar)


def delta_package() -> str:
    """Return the Maven coordinates of the Delta that fits the installed packages."""
    import pyspark  # noqa: PLC0415 - heavy, and only needed to configure a session

    spark = ".".join(pyspark.__version__.split(".")[:2])
    return f"io.delta:delta-spark_{spark}_{_SCALA}:{version('delta-spark')}"
