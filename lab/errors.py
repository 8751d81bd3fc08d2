"""The first line of a client's message, without what differs from run to run."""

from __future__ import annotations

import re

LONGEST = 300

_PY4J = re.compile(r"(Py4JJavaError: )?An error occurred while calling")

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\x1b\[[0-9;]*m"), ""),
    (re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\.{3}[\w@%+=-]+(?:/[\w.@%<>+=-]+)+"), "<path>"),  # as Polars shortens it
    (re.compile(r"(?:[a-z][a-z0-9+.-]*:)?/{0,3}(?:/[\w.@%<>+=-]+){3,}/?"), "<path>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*Z?\b"), "<time>"),
    (re.compile(r"\b1[6-9]\d{11}\b"), "<time>"),
    (re.compile(r"@[0-9a-f]{6,8}\b"), ""),
    (re.compile(r"#\d+L?\b"), ""),
    (re.compile(r"\s+"), " "),
)


def first_line(message: str) -> str:
    """Returns the first meaningful line. Replaces paths, ids and times, and cuts a long line."""
    lines = [line.strip(" :\t") for line in message.splitlines() if line.strip()]
    if len(lines) > 1 and _PY4J.match(lines[0]):
        lines = lines[1:]
    line = lines[0] if lines else message
    for pattern, replacement in _RULES:
        line = pattern.sub(replacement, line)
    line = line.strip()
    return line if len(line) <= LONGEST else line[: LONGEST - 3].rstrip() + "..."
