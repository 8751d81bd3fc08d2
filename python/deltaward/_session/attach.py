"""Adds the extension to an application whose session already runs."""

from __future__ import annotations

import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException

from deltaward._exceptions import ConfigurationError, DeltawardWarning
from deltaward._session.conflicts import type_on_classic
from deltaward._session.extension import has_extension
from deltaward._session.jvm import lacking
from deltaward._session.options import (
    CATALOG_KEY,
    DELTA_CATALOG,
    DELTA_EXTENSION,
    EXTENSION,
    READ_ONLY_EXTENSION,
    spark_options,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def attach(spark: SparkSession) -> SparkSession:
    """Returns a session with the extension, on the SparkContext of a running session.

    The new session has:

    - the catalog tables and cached tables, which both sessions share
    - the runtime SQL configuration at the time of the call
    - the current catalog and schema

    It does not have the temporary views, temporary functions and session variables.

    The given session does not change, and remains the active and default session. Sessions made
    from it later with ``newSession()`` have the extension. If the given session has the extension
    already, ``attach`` returns that session. If that is the read-only extension, it warns.

    From then on, commit conflicts raise the exceptions of ``delta.exceptions``, if the Python
    package ``delta-spark`` is installed.

    Args:
        spark: a Spark Classic session in which Delta is configured.

    Raises:
        ConfigurationError: the session is a Connect session; configure its server instead. Or the
            jar is not on the class path. Or Delta's extension or catalog is not configured.

    Examples:
        >>> spark = deltaward.attach(spark)
    """
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        raise ConfigurationError(
            f"attach works on Spark Classic only; start the Connect server with: {spark_options()}"
        )
    with suppress(ConfigurationError):
        type_on_classic()
    if has_extension(spark):
        if READ_ONLY_EXTENSION in _extensions(spark):
            warnings.warn(
                f"this session was started with {READ_ONLY_EXTENSION}: no rule judges its commits; "
                f"for rules, start it with {EXTENSION}",
                DeltawardWarning,
                stacklevel=2,
            )
        return spark
    _require_all(spark)
    attached = spark.newSession()
    if not has_extension(attached):
        # newSession passes on this extensions object and the shared state. A session from a
        # builder would start with an empty in-memory catalog.
        _extension(spark).apply(_jvm_session(spark).extensions())
        attached = spark.newSession()
    _copy_configuration(spark, attached)
    attached.catalog.setCurrentCatalog(spark.catalog.currentCatalog())
    attached.catalog.setCurrentDatabase(spark.catalog.currentDatabase())
    return attached


def _jvm_session(spark: SparkSession) -> Any:
    return spark._jsparkSession


def _extensions(spark: SparkSession) -> str:
    return spark.sparkContext.getConf().get("spark.sql.extensions") or ""


def _require_all(spark: SparkSession) -> None:
    """Raises one error that lists everything missing, so that one restart is enough."""
    absent = lacking(spark.sparkContext._jvm)
    if DELTA_EXTENSION not in _extensions(spark):
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


def _settings(spark: SparkSession) -> dict[str, str]:
    """Returns the settings of a session. The ``getAll`` of PySpark exists only since 4.0."""
    found = {}
    entries = spark._jsparkSession.conf().getAll().iterator()
    while entries.hasNext():
        entry = entries.next()
        found[entry._1()] = entry._2()
    return found


def _copy_configuration(source: SparkSession, target: SparkSession) -> None:
    refused = []
    known = _settings(target)
    for key, value in _settings(source).items():
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
