"""Drives the Python package deltalake (delta-rs)."""

import inspect
from typing import Any

import deltalake
import pyarrow as pa
from serve import Request, UnavailableError, arrow_rows, arrow_table, serve

WRITE_PARAMETERS = inspect.signature(deltalake.write_deltalake).parameters


def query(request: Request) -> Any:
    if not hasattr(deltalake, "QueryBuilder"):
        raise UnavailableError("this version has no QueryBuilder")
    table = deltalake.DeltaTable(request["table"])
    result = deltalake.QueryBuilder().register("t", table).execute("SELECT * FROM t")
    if hasattr(result, "fetchall"):
        result = result.fetchall()
    if isinstance(result, list):
        return arrow_rows(pa.Table.from_batches(result))
    return arrow_rows(pa.table(result))


def to_pyarrow(request: Request) -> Any:
    return arrow_rows(deltalake.DeltaTable(request["table"]).to_pyarrow_table())


def append(engine: str) -> Any:
    def handler(request: Request) -> None:
        options: dict[str, Any] = {}
        if "engine" in WRITE_PARAMETERS:
            options["engine"] = engine
        elif engine == "pyarrow":
            raise UnavailableError("this version writes with its own engine only")
        if request["partial"] and "schema_mode" in WRITE_PARAMETERS:
            options["schema_mode"] = "merge"
        deltalake.write_deltalake(request["table"], arrow_table(request), mode="append", **options)

    return handler


def merge(request: Request) -> None:
    table = deltalake.DeltaTable(request["table"])
    key = request["key"]
    columns = {c["name"]: f"s.{c['name']}" for c in request["columns"]}
    (
        table.merge(arrow_table(request), f"s.{key} = t.{key}", source_alias="s", target_alias="t")
        .when_matched_update(updates={k: v for k, v in columns.items() if k != key})
        .when_not_matched_insert(updates=columns)
        .execute()
    )


def delete(request: Request) -> None:
    deltalake.DeltaTable(request["table"]).delete(f"{request['key']} = {request['deleted']}")


serve(
    {
        ("rust", "read"): query,
        ("to_pyarrow", "read"): to_pyarrow,
        ("rust", "append"): append("rust"),
        ("to_pyarrow", "append"): append("pyarrow"),
        ("merge", "merge"): merge,
        ("delete", "delete"): delete,
    }
)
