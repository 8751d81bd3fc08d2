"""The jars of a builder and those of its Maven packages, together on the executors.

``spark-submit`` puts the jars of ``spark.jars.packages`` beside those of ``spark.jars``, and leaves
both in ``spark.jars`` of the JVM. PySpark then sets what the builder has over that: the driver has
all jars on its class path, and the executors get those of the builder alone.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deltaward._defaults import items, joined, submit_arguments
from deltaward._jvm import running_jvm

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_JARS = "spark.jars"
_ARGUMENTS = "PYSPARK_SUBMIT_ARGS"
_SHELL = "pyspark-shell"


def keep_all_jars(builder: SparkSession.Builder) -> None:
    """Have a builder start its session with its own jars and those of its packages.

    Jars that are set on the builder later, before the session starts, are kept as well.
    """
    if "getOrCreate" in vars(builder):
        return  # configured before
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
        from pyspark import SparkConf  # noqa: PLC0415 - absent without a JVM

        options[_JARS] = _by_name(items(SparkConf(_jvm=jvm).get(_JARS, "")), jars)
        yield
        return
    # As an argument of spark-submit they reach the JVM, and PySpark sets nothing over them.
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
    # Of two options, spark-submit takes the second.
    return shlex.join([*words[:at], "--jars", all_jars, *words[at:]])


def _by_name(first: list[str], second: list[str]) -> str:
    """Join lists of jars; Spark takes two of the same name for one, and warns of the second."""
    names = {jar.rpartition("/")[2] for jar in first}
    return joined([*first, *(jar for jar in second if jar.rpartition("/")[2] not in names)])
