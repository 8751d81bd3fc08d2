"""A quiet local Spark session for the command line and the demo."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from deltaward._exceptions import ConfigurationError
from deltaward._session.configure import configure
from deltaward._session.defaults import defaults
from deltaward._session.start_log import reason

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_JAVA_OPTIONS = "spark.driver.defaultJavaOptions"
_SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m"
"""Stops the JVM from optimising its code. A run of seconds ends before that pays off.

The size is Java's default for an optimising JVM. Otherwise it would be 48 MiB, which a minute of
Spark fills. Java then warns and compiles no more.
"""


@contextmanager
def local_session(
    name: str, conf: Mapping[str, str] | None = None, packages: Iterable[str] = ()
) -> Iterator[SparkSession]:
    """Starts a local Spark Classic session, and stops it at the end.

    While Spark starts, sends the output of the JVM and of the package download to a log file. The
    JVM inherits its standard error from this process. Keeps the log only if Spark does not start.

    Args:
        name: name of the Spark application.
        conf: Spark properties, which override the defaults of this function.
        packages: more Maven packages, each ``group:artifact:version``.

    Raises:
        ConfigurationError: Spark did not start. The message says why, and names the log.
    """
    from pyspark.sql import SparkSession  # noqa: PLC0415 - heavy, and `--help` does not need it

    with tempfile.TemporaryDirectory(prefix="deltaward-") as folder:
        log = Path(folder, "spark.log")
        builder = (
            SparkSession.builder.master("local[*]")
            .appName(name)
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.databricks.delta.snapshotPartitions", "2")
            .config("spark.sql.warehouse.dir", str(Path(folder, "warehouse")))
            .config(_JAVA_OPTIONS, f"{_SHORT_LIVED} {defaults().get(_JAVA_OPTIONS, '')}")
        )
        for key, value in (conf or {}).items():
            builder.config(key, value)
        try:
            with standard_error_to(log):
                spark = configure(builder, extra_packages=packages).getOrCreate()
        except ConfigurationError:
            raise
        except Exception as cause:
            why = reason(log.read_text(errors="replace"), str(cause))
            raise ConfigurationError(
                f"Spark did not start: {why.rstrip('.')}. Full log: {_keep(log)}"
            ) from cause
        try:
            yield spark
        finally:
            spark.stop()


def _keep(log: Path) -> str:
    descriptor, name = tempfile.mkstemp(prefix="deltaward-", suffix=".log")
    os.close(descriptor)
    Path(name).write_bytes(log.read_bytes())
    return name


@contextmanager
def standard_error_to(path: Path) -> Iterator[None]:
    """Redirects descriptor 2 of this process and its children to a file."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with path.open("wb") as file:
            os.dup2(file.fileno(), 2)
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
