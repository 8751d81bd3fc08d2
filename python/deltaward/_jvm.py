"""A JVM that runs before a session is made: that of spark-submit, or of an earlier session."""

from __future__ import annotations

import os
from typing import Any

from deltaward._options import DELTA_EXTENSION, EXTENSION


def running_jvm() -> Any | None:
    """Return the JVM of this process, or None where a session would start one."""
    try:
        from pyspark import SparkContext  # noqa: PLC0415 - absent without a JVM
    except ImportError:
        return None
    if SparkContext._gateway is None:
        if "PYSPARK_GATEWAY_PORT" not in os.environ:  # set by spark-submit
            return None
        SparkContext._ensure_initialized()
    return SparkContext._jvm


def lacking(jvm: Any) -> list[str]:
    """Name what the class path of a JVM lacks, which no session can bring."""
    wanted = {"Delta Lake": DELTA_EXTENSION, "the jar of deltaward": EXTENSION}
    return [what for what, name in wanted.items() if not _is_class(jvm, name)]


def _is_class(jvm: Any, name: str) -> bool:
    found = jvm
    for part in name.split("."):
        found = getattr(found, part)
    # py4j takes the name of what is not there for that of a package.
    return type(found).__name__ == "JavaClass"
