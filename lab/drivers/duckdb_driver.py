"""Drives DuckDB with the extension file that a Python package carries."""

from importlib.metadata import files
from typing import Any

import duckdb
from serve import Request, serve

EXTENSION = next(
    str(path.locate())
    for path in files("duckdb-extension-delta") or []
    if path.name.endswith(".duckdb_extension")
)


def _connect() -> Any:
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute("SET autoinstall_known_extensions = false")
    connection.execute(f"LOAD '{EXTENSION}'")
    return connection


def _rows(cursor: Any) -> Any:
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def scan(request: Request) -> Any:
    return _rows(_connect().execute(f"SELECT * FROM delta_scan('{request['table']}')"))


def attached(request: Request) -> Any:
    connection = _connect()
    connection.execute(f"ATTACH '{request['table']}' AS t (TYPE delta)")
    return _rows(connection.execute("SELECT * FROM t"))


def insert(request: Request) -> None:
    connection = _connect()
    connection.execute(f"ATTACH '{request['table']}' AS t (TYPE delta)")
    names = [column["name"] for column in request["columns"]]
    quoted = ", ".join(f'"{name}"' for name in names)
    row = ", ".join("?" for _ in names)
    for source in request["source"]:
        values = [source[name] for name in names]
        connection.execute(f"INSERT INTO t ({quoted}) VALUES ({row})", values)


serve(
    {
        ("delta_scan", "read"): scan,
        ("attach", "read"): attached,
        ("attach", "append"): insert,
    }
)
