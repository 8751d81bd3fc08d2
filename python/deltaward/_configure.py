"""Configuration of a session that is yet to start."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from deltaward._conflicts import type_on_classic, type_on_connect
from deltaward._exceptions import ConfigurationError, DeltawardWarning
from deltaward._jar import delta_package, jar_path

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

EXTENSION = "io.deltaward.DeltawardSparkSessionExtension"
DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
CATALOG_KEY = "spark.sql.catalog.spark_catalog"


def configure(
    builder: SparkSession.Builder, extra_packages: Iterable[str] | None = None
) -> SparkSession.Builder:
    """Configure a builder for Delta and deltaward; what it already has is kept.

    Sets Delta's extension and catalog, this extension after Delta's, the jar that this package
    carries, and Delta's own Maven package, which Spark fetches when the session starts. Conflicts
    of commits arrive as the exceptions of ``delta.exceptions``.

    A builder for a local Spark Connect server (``remote("local[2]")``) is configured the same
    way. On one for a server that runs elsewhere nothing is set, since all of this is the server's
    own static configuration; a warning says what it needs.

    Args:
        builder: ``SparkSession.builder``, with whatever was set on it.
        extra_packages: more Maven packages, as ``group:artifact:version``.

    Returns:
        The same builder.

    Raises:
        TypeError: it is not a builder.
        ConfigurationError: another catalog than Delta's is set as ``spark_catalog``, this
            installation has no jar, or it is a builder for Spark Connect and the packages of the
            extra ``connect`` are not installed.

    Example:
        >>> spark = deltaward.configure(SparkSession.builder.appName("etl")).getOrCreate()
    """
    options = _options(builder)
    remote = options.get("spark.remote", os.environ.get("SPARK_REMOTE", ""))
    type_on_classic()
    if remote or _asks_for_connect(options):
        type_on_connect()
    if remote and not remote.startswith("local"):
        _warn(
            f"{remote} runs elsewhere, nothing was configured. Start the server with: "
            f"--packages {delta_package()} --jars {jar_path()} "
            f"--conf spark.sql.extensions={DELTA_EXTENSION},{EXTENSION} "
            f"--conf {CATALOG_KEY}={DELTA_CATALOG}"
        )
        return builder
    running = _running_extensions()
    if running is not None:
        if EXTENSION not in running:
            _warn(
                "a session without the extension already runs, and a builder cannot change it; "
                "use deltaward.attach(spark)"
            )
        return builder

    catalog = options.get(CATALOG_KEY, DELTA_CATALOG)
    if catalog != DELTA_CATALOG:
        raise ConfigurationError(
            f"{CATALOG_KEY} is {catalog}; deltaward needs {DELTA_CATALOG} there, "
            "and another catalog under another name"
        )
    extensions = _items(options.get("spark.sql.extensions"))
    if DELTA_EXTENSION not in extensions:
        extensions = [DELTA_EXTENSION, *extensions]
    packages = _items(options.get("spark.jars.packages"))
    if not any(package.startswith("io.delta:delta-spark_") for package in packages):
        packages = [*packages, delta_package()]
    return builder.config(
        map={
            CATALOG_KEY: DELTA_CATALOG,
            "spark.sql.extensions": _joined([*extensions, EXTENSION]),
            "spark.jars": _joined([*_items(options.get("spark.jars")), jar_path()]),
            "spark.jars.packages": _joined([*packages, *(extra_packages or [])]),
        }
    )


def _asks_for_connect(options: dict[str, str]) -> bool:
    mode = options.get("spark.api.mode", os.environ.get("SPARK_API_MODE", ""))
    return mode.lower() == "connect" or "SPARK_CONNECT_MODE_ENABLED" in os.environ


def _options(builder: object) -> dict[str, str]:
    from pyspark.sql import SparkSession  # noqa: PLC0415 - heavy

    is_connect = type(builder).__module__ == "pyspark.sql.connect.session"
    options: Any = getattr(builder, "_options", None)
    if not (isinstance(builder, SparkSession.Builder) or is_connect) or options is None:
        raise TypeError(
            f"configure takes a SparkSession.Builder, not {type(builder).__qualname__}; "
            "write deltaward.configure(SparkSession.builder).getOrCreate()"
        )
    # PySpark has no other way to read a builder.
    return {key: str(value) for key, value in options.items()}


def _running_extensions() -> list[str] | None:
    """Return the extensions of the context of this process, or None if there is no context."""
    try:
        from pyspark import SparkContext  # noqa: PLC0415 - absent without a JVM
    except ImportError:
        return None
    context = SparkContext._active_spark_context
    if context is None:
        return None
    return _items(context.getConf().get("spark.sql.extensions", ""))


def _items(text: str | None) -> list[str]:
    return [item.strip() for item in (text or "").split(",") if item.strip()]


def _joined(items: Iterable[str]) -> str:
    return ",".join(dict.fromkeys(items))


def _warn(message: str) -> None:
    warnings.warn(message, DeltawardWarning, stacklevel=3)
