"""Drives chDB, which is ClickHouse in a Python package."""

import json
import os
from typing import Any

import chdb
from serve import Request, serve

# It opens what is below its directory for user files alone, which is the current one.
os.chdir("/")


def _query(statement: str) -> str:
    return str(chdb.query(statement, "JSONEachRow"))


def read(request: Request) -> Any:
    text = _query(
        f"SELECT * FROM deltaLakeLocal('{request['table']}') "
        "SETTINGS output_format_json_quote_64bit_integers = 0, date_time_output_format = 'iso'"
    )
    return [json.loads(line) for line in text.splitlines()]


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
