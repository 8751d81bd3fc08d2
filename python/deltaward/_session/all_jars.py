"""Gives the executors the jars of a builder and of its Maven packages.

``spark-submit`` adds the jars of ``spark.jars.packages`` to those of ``spark.jars``, and stores
both in the JVM's ``spark.jars``. PySpark then overwrites ``spark.jars`` with the builder's setting.
The driver has all jars on its class path, but the executors get only the builder's jars.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deltaward._session.defaults import items, joined, submit_arguments
from deltaward._session.jvm import running_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_JARS = "spark.jars"
_ARGUMENTS = "PYSPARK_SUBMIT_ARGS"
_SHELL = "pyspark-shell"


def keep_all_jars(builder: SparkSession.Builder) -> None:
    """Makes a builder start its session with its own jars and the jars of its Maven packages.

    Also keeps jars that are set on the builder later, before the session starts.
    """
    if "getOrCreate" in vars(builder):
        return  # already configured
    start = builder.getOrCreate

    def get_or_create() -> SparkSession:
        with _starting(builder._options):
            return start()

    builder.getOrCreate = get_or_create  # type: ignore[method-assign]


@contextmanager
def _starting(options: dict[str, str]) -> Iterator[None]:
    jars = items(options.get(_JARS))
    if not jars:
        yield
        return
    jvm = running_jvm()
    if jvm is not None:
        from pyspark import SparkConf  # noqa: PLC0415 - absent in a remote-only PySpark

        options[_JARS] = _join_by_name(items(SparkConf(_jvm=jvm).get(_JARS, "")), jars)
        yield
        return
    # spark-submit passes these jars to the JVM, and PySpark does not overwrite them.
    set_on_builder = options.pop(_JARS)
    before = os.environ.get(_ARGUMENTS)
    os.environ[_ARGUMENTS] = _with_jars(before or _SHELL, jars)
    try:
        yield
    finally:
        options[_JARS] = set_on_builder
        if before is None:
            del os.environ[_ARGUMENTS]
        else:
            os.environ[_ARGUMENTS] = before


def _with_jars(arguments: str, jars: list[str]) -> str:
    words = shlex.split(arguments)
    at = words.index(_SHELL) if _SHELL in words else len(words)
    all_jars = joined([*items(submit_arguments().get(_JARS)), *jars])
    # spark-submit uses the second of two --jars options.
    return shlex.join([*words[:at], "--jars", all_jars, *words[at:]])


def _join_by_name(first: list[str], second: list[str]) -> str:
    """Joins two lists of jars. Drops a second jar of the same name: Spark would warn about it."""
    names = {jar.rpartition("/")[2] for jar in first}
    return joined([*first, *(jar for jar in second if jar.rpartition("/")[2] not in names)])
