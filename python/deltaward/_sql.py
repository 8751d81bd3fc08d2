"""Quotes text for SQL. Every part of a statement that is not a keyword passes through here.

deltaward never uses ``spark.sql(text, args=...)``. Delta's parser stands in front of Spark's, and
inherits a default that drops the arguments. So this module quotes the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

_PART = re.compile(r"`((?:[^`]|``)+)`|(\w+)")
_VARIABLE = re.compile(r"\$\{\S+?\}")


def literal(value: str) -> str:
    r"""Quotes a string literal.

    Escapes backslashes and quotes. Writes ``${`` as ``$\{``, since Spark replaces variables in a
    statement before it parses it, even inside literals. Spark reads ``\{`` back as ``{``.

    Examples:
        >>> literal("it's")
        "'it\\'s'"
    """
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("${", "$\\{")
    return f"'{escaped}'"


def identifier(part: str) -> str:
    """Quotes one part of an identifier.

    Raises:
        ValueError: the part is empty, or holds ``${...}``. Backticks can escape only a backtick,
            so Spark would replace the variable and use another table.

    Examples:
        >>> identifier("my table")
        '`my table`'
    """
    if not part:
        raise ValueError("a part of a table name is empty")
    if _VARIABLE.search(part):
        raise ValueError(
            f"{part!r} contains a variable reference, which Spark replaces even inside quotes"
        )
    return "`" + part.replace("`", "``") + "`"


def split_name(name: str) -> list[str]:
    """Splits a table name at its dots as Spark does. Each part is plain or in backticks.

    Raises:
        ValueError: the text is not a table name.

    Examples:
        >>> split_name("sales.`2026.orders`")
        ['sales', '2026.orders']
    """
    parts: list[str] = []
    position = 0
    while True:
        match = _PART.match(name, position)
        if match is None:
            break
        quoted, plain = match.groups()
        parts.append(plain if quoted is None else quoted.replace("``", "`"))
        position = match.end()
        if position == len(name):
            return parts
        if name[position] != ".":
            break
        position += 1
    raise ValueError(
        f"{name!r} is not a table name; put a part in backticks if it has "
        "other characters than letters, digits and underscores"
    )


def table_name(name: str) -> str:
    """Quotes each part of a table name, after splitting the name as Spark does."""
    return ".".join(identifier(part) for part in split_name(name))


def table_names(names: Iterable[str]) -> str:
    """Quotes table names, in parentheses.

    Raises:
        TypeError: ``names`` is a single text.
        ValueError: ``names`` is empty, or holds a text that is not a table name.

    Examples:
        >>> table_names(["orders", "delta.`/lake/visits`"])
        '(`orders`, `delta`.`/lake/visits`)'
    """
    if isinstance(names, str):
        raise TypeError(f"tables must be a list, such as ['orders'], not {names!r}")
    quoted = [table_name(name) for name in names]
    if not quoted:
        raise ValueError("tables is empty")
    return f"({', '.join(quoted)})"


def table_path(path: str) -> str:
    """Quotes the path of a Delta table as a literal. Unlike an identifier, it can hold any text.

    Raises:
        ValueError: the path is empty.
    """
    if not path:
        raise ValueError("the path of a table is empty")
    return literal(path)


def as_of(version: int | None, timestamp: str | datetime | None) -> str:
    """Returns the time travel clause with a leading space, or an empty text if neither is given.

    Raises:
        TypeError: the version is not an ``int``.
        ValueError: both are given, or the version is negative.
    """
    if version is not None and timestamp is not None:
        raise ValueError("give a version or a timestamp, not both")
    if version is not None:
        if not isinstance(version, int) or isinstance(version, bool):
            raise TypeError(f"a version must be an int, not {type(version).__name__}")
        if version < 0:
            raise ValueError(f"a version must be 0 or more, not {version}")
        return f" VERSION AS OF {version}"
    if timestamp is not None:
        text = timestamp.isoformat(sep=" ") if isinstance(timestamp, datetime) else timestamp
        return f" TIMESTAMP AS OF {literal(text)}"
    return ""


def clients(texts: str | Iterable[str]) -> str:
    """Returns the clause for clients, each ``name`` or ``name=version``, with a leading space.

    Raises:
        TypeError: ``texts`` holds something other than texts.
        ValueError: ``texts`` is empty. Or a client lacks a name, or has an ``=`` that is not
            followed by exactly one version.

    Examples:
        >>> clients(["trino=470", "polars"])
        " CLIENT 'trino' '470', 'polars'"
    """
    if isinstance(texts, Mapping | bytes):
        raise TypeError(f"clients must be a list, such as ['trino=470'], not {texts!r}")
    names = [texts] if isinstance(texts, str) else list(texts)
    if not names:
        raise ValueError("clients is empty; leave it out to ask about all clients")
    return " CLIENT " + ", ".join(map(_client, names))


def _client(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a client must be a str, such as 'trino=470', not {text!r}")
    name, equals, version = (part.strip() for part in text.partition("="))
    if not name or (equals and not version) or "," in version:
        raise ValueError(f"{text!r} is not a client; write 'trino' or 'trino=470'")
    return literal(name) + (f" {literal(version)}" if version else "")


def access(kind: str | None) -> str:
    """Returns the clause for one kind of access with a leading space, or an empty text for both.

    Raises:
        ValueError: ``kind`` is not ``"read"``, ``"write"`` or ``None``.
    """
    if kind not in (None, "read", "write"):
        raise ValueError(f"access must be 'read' or 'write', not {kind!r}")
    return "" if kind is None else f" FOR {kind.upper()}"
