"""The protocol that every driver speaks: one JSON request a line in, one JSON answer a line out.

A request names ``accessPath``, ``operation`` and ``table`` (a directory). It has the ``columns``
and ``source`` rows to write, and the ``key`` column. The answer is ``{"rows": [...]}``,
``{"done": true}`` or ``{"error": text}``. It is ``{"unavailable": why}`` if this version has no
such path. Only answers go to standard output.
"""

import base64
import json
import math
import os
import sys
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

Request = dict[str, Any]
Handler = Callable[[Request], Any]


class UnavailableError(Exception):
    """This version of the client does not offer the access path."""


def to_json(value: Any) -> Any:
    """Converts a value to JSON: bytes to ``{"$bytes": base64}``, and decimals to text."""
    if isinstance(value, dict):
        return {key: to_json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(member) for member in value]
    return _alone(value)


def _alone(value: Any) -> Any:
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, (bytes, bytearray)):
        return {"$bytes": base64.b64encode(bytes(value)).decode()}
    return value


def arrow_table(request: Request) -> Any:
    """Returns the source rows as an Arrow table with the table's column types."""
    import pyarrow as pa  # noqa: PLC0415 - of the client's environment

    types = {
        "bigint": pa.int64(),
        "string": pa.string(),
        "double": pa.float64(),
        "timestamp_ntz": pa.timestamp("us"),
    }
    columns = request["columns"]
    schema = pa.schema([(column["name"], types[column["type"]]) for column in columns])
    rows = [
        {
            column["name"]: datetime.fromisoformat(row[column["name"]])
            if column["type"] == "timestamp_ntz"
            else row[column["name"]]
            for column in columns
        }
        for row in request["source"]
    ]
    return pa.Table.from_pylist(rows, schema=schema)


def arrow_rows(table: Any) -> list[dict[str, Any]]:
    """The rows of an Arrow table."""
    return list(table.to_pylist())


def serve(handlers: dict[tuple[str, str], Handler]) -> None:
    """Answer requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        answers.write(json.dumps(_answer(handlers, json.loads(line))) + "\n")
        answers.flush()


def _answer(handlers: dict[tuple[str, str], Handler], request: Request) -> Any:
    handler = handlers.get((request["accessPath"], request["operation"]))
    if handler is None:
        return {"unavailable": "the driver has no such path"}
    try:
        rows = handler(request)
    except UnavailableError as reason:
        return {"unavailable": str(reason)}
    except BaseException as failure:  # a Rust panic is not an Exception
        kind = type(failure)
        return {"error": f"{kind.__name__}: {failure}"}
    return {"done": True} if rows is None else {"rows": to_json(rows)}
