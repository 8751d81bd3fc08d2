"""The only place where text becomes SQL: everything that is not a keyword passes through here.

``spark.sql(text, args=...)`` is never used. Delta's parser drops the arguments when it stands in
front of Spark's (it inherits a default that ignores them), so values are quoted instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

_PART = re.compile(r"`((?:[^`]|``)+)`|(\w+)")
_VARIABLE = re.compile(r"\$\{\S+?\}")


def literal(value: str) -> str:
    r"""Quote a string literal.

    Backslashes and quotes are escaped. ``${`` is written ``$\{``: Spark replaces variables in the
    text of a statement before it parses it, inside literals too, and ``\{`` is read back as ``{``.

    Example:
        >>> literal("it's")
        "'it\\'s'"
    """
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("${", "$\\{")
    return f"'{escaped}'"


def identifier(part: str) -> str:
    """Quote one part of an identifier.

    Raises:
        ValueError: the part is empty, or holds ``${...}``. Nothing inside backticks can be
            escaped but the backtick, so Spark would replace the variable and another table
            would be meant.

    Example:
        >>> identifier("my table")
        '`my table`'
    """
    if not part:
        raise ValueError("a part of a table name is empty")
    if _VARIABLE.search(part):
        raise ValueError(
            f"{part!r} holds a variable reference, which Spark replaces inside quoted names too"
        )
    return "`" + part.replace("`", "``") + "`"


def split_name(name: str) -> list[str]:
    """Split a table name as Spark does: parts between dots, each plain or in backticks.

    Raises:
        ValueError: the text is not a table name.

    Example:
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
        f"{name!r} is not a table name; a part that is not letters, digits and underscores "
        "must be in backticks, as in SQL"
    )


def table_name(name: str) -> str:
    """Quote a table name of one or more parts, after splitting it as Spark would."""
    return ".".join(identifier(part) for part in split_name(name))


def table_names(names: Iterable[str]) -> str:
    """Quote table names, in parentheses.

    Raises:
        TypeError: it is one text.
        ValueError: there is none, or one is not a table name.

    Example:
        >>> table_names(["orders", "delta.`/lake/visits`"])
        '(`orders`, `delta`.`/lake/visits`)'
    """
    if isinstance(names, str):
        raise TypeError(f"tables are a list as ['orders'], not {names!r}")
    quoted = [table_name(name) for name in names]
    if not quoted:
        raise ValueError("no tables are given")
    return f"({', '.join(quoted)})"


def table_path(path: str) -> str:
    """Quote the path of a Delta table: a literal, which can hold any text, unlike an identifier.

    Raises:
        ValueError: the path is empty.
    """
    if not path:
        raise ValueError("the path of a table is empty")
    return literal(path)


def as_of(version: int | None, timestamp: str | datetime | None) -> str:
    """Return the time travel clause, with a leading space, or nothing when neither is given.

    Raises:
        TypeError: the version is not an ``int``.
        ValueError: both are given, or the version is negative.
    """
    if version is not None and timestamp is not None:
        raise ValueError("give a version or a timestamp, not both")
    if version is not None:
        if not isinstance(version, int) or isinstance(version, bool):
            raise TypeError(f"a version is an int, not {type(version).__name__}")
        if version < 0:
            raise ValueError(f"a version is 0 or more, not {version}")
        return f" VERSION AS OF {version}"
    if timestamp is not None:
        text = timestamp.isoformat(sep=" ") if isinstance(timestamp, datetime) else timestamp
        return f" TIMESTAMP AS OF {literal(text)}"
    return ""


def clients(texts: str | Iterable[str]) -> str:
    """Return the clause for clients, each ``name`` or ``name=version``, with a leading space.

    Raises:
        TypeError: they are not texts.
        ValueError: there is none, or one without a name, or without one version after its sign.

    Example:
        >>> clients(["trino=470", "polars"])
        " CLIENT 'trino' '470', 'polars'"
    """
    if isinstance(texts, Mapping | bytes):
        raise TypeError(f"clients are a list as ['trino=470', 'polars'], not {texts!r}")
    names = [texts] if isinstance(texts, str) else list(texts)
    if not names:
        raise ValueError("no client is given; leave clients out to ask about all of them")
    return " CLIENT " + ", ".join(map(_client, names))


def _client(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a client is 'trino' or 'trino=470', not {text!r}")
    name, equals, version = (part.strip() for part in text.partition("="))
    if not name or (equals and not version) or "," in version:
        raise ValueError(f"{text!r} is not a client; write 'trino' or 'trino=470'")
    return literal(name) + (f" {literal(version)}" if version else "")


def access(kind: str | None) -> str:
    """Return the clause for one kind of access, with a leading space, or nothing for both.

    Raises:
        ValueError: it is neither ``"read"`` nor ``"write"``.
    """
    if kind not in (None, "read", "write"):
        raise ValueError(f"access is 'read' or 'write', not {kind!r}")
    return "" if kind is None else f" FOR {kind.upper()}"
