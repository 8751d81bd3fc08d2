"""Configures a session before it starts."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from deltaward._exceptions import ConfigurationError, DeltawardWarning
from deltaward._session.all_jars import keep_all_jars
from deltaward._session.conflicts import type_on_classic, type_on_connect
from deltaward._session.defaults import defaults, items, joined, submit_arguments
from deltaward._session.jar import (
    delta_in,
    delta_package,
    is_in_spark,
    jar_for,
)
from deltaward._session.jvm import lacking, running_jvm
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


def _listed(packages: Iterable[str] | None) -> list[str]:
    if isinstance(packages, str):
        raise TypeError(f"extra_packages must be a list, such as ['{packages}'], not a str")
    return list(packages or [])


def configure(
    builder: SparkSession.Builder, extra_packages: Iterable[str] | None = None
) -> SparkSession.Builder:
    """Configures a builder for Delta and deltaward.

    Keeps the builder's settings, and those of ``spark-submit``, ``spark-defaults.conf`` and
    ``PYSPARK_SUBMIT_ARGS``.

    Sets Delta's extension and catalog, deltaward's extension after Delta's, and the jar that this
    package carries. Adds Delta's Maven package, which Spark fetches when the session starts. Spark
    fetches nothing if ``spark.jars`` names Delta's jar, or if Spark itself has it.

    Adds no other extension of deltaward to a builder that names the read-only one,
    ``io.deltaward.DeltawardReadOnlyExtension``.

    The executors get the jars of ``spark.jars`` and of the Maven packages. PySpark alone gives
    them only the jars of ``spark.jars``.

    Commit conflicts raise the exceptions of ``delta.exceptions``, if the Python package
    ``delta-spark`` is installed.

    Configures a builder for a local Spark Connect server (``remote("local[2]")``) in the same way.
    Sets nothing on a builder for a server elsewhere, since these are static settings of the
    server. Warns with a :class:`DeltawardWarning` that says what that server needs.

    Args:
        builder: ``SparkSession.builder``, with any settings.
        extra_packages: more Maven packages, each ``group:artifact:version``.

    Returns:
        The same builder.

    Raises:
        TypeError: ``builder`` is not a builder, or ``extra_packages`` is a single text.
        ConfigurationError: for one of these reasons:

            - Another catalog than Delta's is set as ``spark_catalog``.
            - The JVM already runs, for example under ``spark-submit``, and lacks Delta or the jar.
            - ``PYSPARK_SUBMIT_ARGS`` sets jars or packages, but not Delta or the jar.
            - This installation has no jar, or its PySpark and Delta do not go together.
            - The builder is for Spark Connect, and the packages of the extra ``connect`` are not
              installed.

    Examples:
        >>> spark = deltaward.configure(SparkSession.builder.appName("etl")).getOrCreate()
    """
    more = _listed(extra_packages)
    options = _options(builder)
    remote = options.get("spark.remote", os.environ.get("SPARK_REMOTE", ""))
    with suppress(ConfigurationError):
        type_on_classic()
    if remote or _asks_for_connect(options):
        type_on_connect()
    if remote and not remote.startswith("local"):
        _warn(
            f"{remote} already runs, so nothing was configured; "
            f"start the server with: {spark_options()}"
        )
        return builder
    running = _running_extensions()
    if running is not None:
        if not {EXTENSION, READ_ONLY_EXTENSION} & set(running) or lacking(running_jvm()):
            _warn(
                "a session without the extension already runs, and a builder cannot change it; "
                "use deltaward.attach(spark)"
            )
        return builder

    jvm = None if remote or _asks_for_connect(options) else running_jvm()
    given = _beforehand(options) if jvm is None else _submitted(jvm)
    options = {**given, **options}
    catalog = options.get(CATALOG_KEY, DELTA_CATALOG)
    if catalog != DELTA_CATALOG:
        raise ConfigurationError(
            f"{CATALOG_KEY} is {catalog}; deltaward needs {DELTA_CATALOG} there, "
            "and another catalog under another name"
        )
    extensions = items(options.get("spark.sql.extensions"))
    if DELTA_EXTENSION not in extensions:
        extensions = [DELTA_EXTENSION, *extensions]
    builder.config(CATALOG_KEY, DELTA_CATALOG)
    if READ_ONLY_EXTENSION not in extensions:
        extensions = [*extensions, EXTENSION]
    builder.config("spark.sql.extensions", joined(extensions))
    if jvm is not None:
        if more:
            _warn("the JVM already runs; start it with --packages to use extra_packages")
    else:
        packages = items(options.get("spark.jars.packages"))
        jars = items(options.get("spark.jars"))
        delta = delta_in(jars, [*packages, *more])
        packages = [*packages, *([] if delta else [delta_package()]), *more]
        jar = jar_for(delta)
        jars = [*jars, *([] if is_in_spark(jar) else [jar])]
        for key, values in (("spark.jars", jars), ("spark.jars.packages", packages)):
            if values:
                builder.config(key, joined(values))
    keep_all_jars(builder)
    return builder


def _beforehand(options: dict[str, str]) -> dict[str, str]:
    """Returns the properties that a new JVM takes from a file and from the environment.

    Args:
        options: those of the builder.

    Raises:
        ConfigurationError: ``PYSPARK_SUBMIT_ARGS`` sets jars or packages, but not Delta or the jar.
    """
    arguments = submit_arguments()
    used = {**defaults(), **options, **arguments}
    delta = delta_in(items(used.get("spark.jars")), items(used.get("spark.jars.packages")))
    jar = jar_for(delta)
    jars = items(arguments.get("spark.jars", jar))
    gets_delta = delta or "spark.jars.packages" not in arguments
    if not gets_delta or not (jar in jars or is_in_spark(jar)):
        raise ConfigurationError(
            "PYSPARK_SUBMIT_ARGS sets jars or packages, which override those of a session; "
            f"set them on the builder, or add these: {spark_options(delta)}"
        )
    return {**defaults(), **arguments}


def _submitted(jvm: Any) -> dict[str, str]:
    """Returns the properties of a running JVM, which a session's own settings would replace.

    Raises:
        ConfigurationError: the JVM lacks classes, which no session can add.
    """
    if absent := lacking(jvm):
        raise ConfigurationError(
            f"the JVM already runs, without {' and '.join(absent)} on its class path; "
            + (
                f"give spark-submit: {spark_options()}"
                if "PYSPARK_GATEWAY_PORT" in os.environ
                else "restart Python, and call configure before the first session"
            )
        )
    from pyspark import SparkConf  # noqa: PLC0415 - absent in a remote-only PySpark

    return dict(SparkConf(_jvm=jvm).getAll())


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
    """Returns the extensions of this process's SparkContext, or None without a SparkContext."""
    try:
        from pyspark import SparkContext  # noqa: PLC0415 - absent in a remote-only PySpark
    except ImportError:
        return None
    context = SparkContext._active_spark_context
    if context is None:
        return None
    return items(context.getConf().get("spark.sql.extensions", ""))


def _warn(message: str) -> None:
    warnings.warn(message, DeltawardWarning, stacklevel=3)
