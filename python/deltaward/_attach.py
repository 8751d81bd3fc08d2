"""The extension for a session that already runs."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException

from deltaward._conflicts import type_on_classic
from deltaward._exceptions import ConfigurationError, DeltawardWarning
from deltaward._extension import has_extension
from deltaward._jvm import lacking
from deltaward._options import (
    CATALOG_KEY,
    DELTA_CATALOG,
    DELTA_EXTENSION,
    EXTENSION,
    spark_options,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def attach(spark: SparkSession) -> SparkSession:
    """Return a session with the extension, on the SparkContext of one that already runs.

    Carried over: catalog tables and cached tables (both sessions share them), the runtime SQL
    configuration as it is now, the current catalog and schema. Not carried over: temporary views,
    temporary functions and session variables. The session given stays as it is, without the
    extension, and remains the active and default one; sessions made from it later, with
    ``newSession()``, have the extension. A session that has it already is returned as it is.
    Conflicts of commits arrive as the exceptions of ``delta.exceptions`` from then on.

    Args:
        spark: a Spark Classic session in which Delta is configured.

    Raises:
        ConfigurationError: it is a Connect session (the server has to be configured instead), the
            jar is not on its class path, or Delta's extension or catalog is not configured.

    Example:
        >>> spark = deltaward.attach(spark)
    """
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        raise ConfigurationError(
            f"attach works on Spark Classic only; start the Connect server with: {spark_options()}"
        )
    type_on_classic()
    if has_extension(spark):
        return spark
    _require_all(spark)
    attached = spark.newSession()
    if not has_extension(attached):
        # newSession hands on this very object, with the shared state: a session from a builder
        # would start with an empty in-memory catalog.
        _extension(spark).apply(_jvm_session(spark).extensions())
        attached = spark.newSession()
    _copy_configuration(spark, attached)
    attached.catalog.setCurrentCatalog(spark.catalog.currentCatalog())
    attached.catalog.setCurrentDatabase(spark.catalog.currentDatabase())
    return attached


def _jvm_session(spark: SparkSession) -> Any:
    return spark._jsparkSession


def _require_all(spark: SparkSession) -> None:
    """Say all that is missing at once, so that nobody has to start a session twice."""
    absent = lacking(spark.sparkContext._jvm)
    if DELTA_EXTENSION not in spark.sparkContext.getConf().get("spark.sql.extensions", ""):
        absent.append("Delta's extension")
    if spark.conf.get(CATALOG_KEY, None) != DELTA_CATALOG:
        absent.append("Delta's catalog")
    if absent:
        raise ConfigurationError(
            f"this session was started without {', '.join(absent)}; "
            f"start it with: {spark_options()}"
        )


def _extension(spark: SparkSession) -> Any:
    found: Any = spark.sparkContext._jvm
    for part in EXTENSION.split("."):
        found = getattr(found, part)
    return found()


def _copy_configuration(source: SparkSession, target: SparkSession) -> None:
    refused = []
    known = target.conf.getAll
    for key, value in source.conf.getAll.items():
        if known.get(key) != value:
            try:
                target.conf.set(key, value)
            except PySparkException:
                refused.append(key)
    if refused:
        warnings.warn(
            f"not carried over to the attached session: {', '.join(sorted(refused))}",
            DeltawardWarning,
            stacklevel=3,
        )
