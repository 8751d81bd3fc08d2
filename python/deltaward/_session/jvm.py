"""Inspects a JVM that ``spark-submit`` or an earlier session started."""

from __future__ import annotations

import os
from typing import Any

from deltaward._session.options import DELTA_EXTENSION, EXTENSION


def running_jvm() -> Any | None:
    """Returns the JVM of this process, or None if a session would have to start one."""
    try:
        from pyspark import SparkContext  # noqa: PLC0415 - absent in a remote-only PySpark
    except ImportError:
        return None
    if SparkContext._gateway is None:
        if "PYSPARK_GATEWAY_PORT" not in os.environ:  # set by spark-submit
            return None
        SparkContext._ensure_initialized()
    return SparkContext._jvm


def lacking(jvm: Any) -> list[str]:
    """Returns what is missing from the class path of a JVM. No session can add it."""
    wanted = {"Delta Lake": DELTA_EXTENSION, "the jar of deltaward": EXTENSION}
    return [what for what, name in wanted.items() if not _is_class(jvm, name)]


def _is_class(jvm: Any, name: str) -> bool:
    found = jvm
    for part in name.split("."):
        found = getattr(found, part)
    # Py4J returns a package of that name for a missing class.
    return type(found).__name__ == "JavaClass"
