"""Finds in Spark's output the reason why Spark did not start."""

from __future__ import annotations

import re

_NOT_FETCHED = re.compile(r"(?:unresolved dependency|download failed): [^\]]*[^\]\s]")
_NO_ACCESS = re.compile(r"Server access error at url \S+ \((.*)\)")
_THROWN = re.compile(r"(?:[\w$]+\.)+[\w$]*(?:Exception|Error)\b.*")
_FRAME = re.compile(r"\s+at |\s*\.\.\. \d+ more")
_NO_JVM = "JAVA_GATEWAY_EXITED"
_LAST_LINES = 3

_WITHOUT = (
    "Spark fetches Delta's jars from Maven Central if it has no copy. "
    "If it cannot reach Maven Central, name the jars with --conf spark.jars=..., "
    "name a mirror with --conf spark.jars.ivySettings=FILE, "
    "or put the jars into $SPARK_HOME/jars. See docs/without-maven-central.md."
)


def reason(log: str, raised: str) -> str:
    """Returns the reason why Spark did not start, in a few sentences.

    Args:
        log: output of the JVM and of the package download.
        raised: text of the exception that Python caught.
    """
    if not_fetched := _NOT_FETCHED.search(log):
        access = _NO_ACCESS.search(log)
        return f"{not_fetched[0]}{f' ({access[1]})' if access else ''}. {_WITHOUT}"
    if _NO_JVM not in raised:
        thrown = _THROWN.search(raised)
        return thrown[0] if thrown else raised.partition("JVM stacktrace:")[0].strip()
    if every := [thrown[0] for thrown in _THROWN.finditer(log)]:
        # ExceptionInInitializerError has no message; its cause has one.
        return next((text for text in every if ": " in text), every[0])
    lines = [line for line in log.splitlines() if line.strip() and not _FRAME.match(line)]
    return " | ".join(lines[-_LAST_LINES:]) or raised
