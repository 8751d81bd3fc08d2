"""Drives chDB, which is ClickHouse in a Python package."""

import json
import os
import re
from datetime import datetime
from typing import Any

import chdb
from serve import Request, serve

MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")

# chDB opens only files below its directory for user files, which is the current one.
os.chdir("/")


def _query(statement: str) -> str:
    return str(chdb.query(statement, "JSONEachRow"))


def read(request: Request) -> Any:
    text = _query(
        f"SELECT * FROM deltaLakeLocal('{request['table']}') "
        "SETTINGS output_format_json_quote_64bit_integers = 0, "
        "output_format_json_quote_decimals = 1, output_format_json_quote_denormals = 1"
    )
    rows = [json.loads(line) for line in text.splitlines()]
    return [{name: _moment(value) for name, value in row.items()} for row in rows]


def _moment(value: Any) -> Any:
    """Converts a time to ISO form. chDB writes a space in it, and all digits."""
    if isinstance(value, str) and MOMENT.match(value):
        return datetime.fromisoformat(value).isoformat()
    return value


def _literal(value: Any) -> str:
    if value is None:
        return "NULL"
    return f"'{value}'" if isinstance(value, str) else str(value)


def insert(request: Request) -> None:
    names = [column["name"] for column in request["columns"]]
    values = ", ".join(
        "(" + ", ".join(_literal(row[name]) for name in names) + ")" for row in request["source"]
    )
    _query(
        f"INSERT INTO FUNCTION deltaLakeLocal('{request['table']}') ({', '.join(names)}) "
        f"SETTINGS allow_experimental_delta_lake_writes = 1 VALUES {values}"
    )


serve({("deltaLakeLocal", "read"): read, ("deltaLakeLocal", "append"): insert})
