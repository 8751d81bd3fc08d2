"""Drives the Python package deltalake (delta-rs)."""

import inspect
from typing import Any

import deltalake
import pyarrow as pa
from serve import Request, UnavailableError, arrow_rows, arrow_table, serve

# Open tables, each at the version at which it was opened.
OPEN: dict[str, Any] = {}
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


def open_table(request: Request) -> None:
    OPEN[request["table"]] = deltalake.DeltaTable(request["table"])


def opened(request: Request) -> Any:
    """Returns the table as it was when it was opened. Opens it now if it is not open."""
    return OPEN.pop(request["table"], None) or deltalake.DeltaTable(request["table"])


def write(engine: str, operation: str) -> Any:
    def handler(request: Request) -> None:
        options: dict[str, Any] = {"mode": "append" if operation == "append" else "overwrite"}
        if operation == "overwrite":
            options["predicate"] = f"{request['key']} = {request['deleted']}"
        if "engine" in WRITE_PARAMETERS:
            options["engine"] = engine
        elif engine == "pyarrow":
            raise UnavailableError("this version writes with its own engine only")
        if request["partial"] and "schema_mode" in WRITE_PARAMETERS:
            options["schema_mode"] = "merge"
        table = OPEN.pop(request["table"], request["table"])
        deltalake.write_deltalake(table, arrow_table(request), **options)

    return handler


def merge(request: Request) -> None:
    table = opened(request)
    key = request["key"]
    columns = {c["name"]: f"s.{c['name']}" for c in request["columns"]}
    (
        table.merge(arrow_table(request), f"s.{key} = t.{key}", source_alias="s", target_alias="t")
        .when_matched_update(updates={k: v for k, v in columns.items() if k != key})
        .when_not_matched_insert(updates=columns)
        .execute()
    )


def delete(request: Request) -> None:
    opened(request).delete(f"{request['key']} = {request['deleted']}")


def optimize(request: Request) -> None:
    opened(request).optimize.compact()


def checkpoint(request: Request) -> None:
    opened(request).create_checkpoint()


def vacuum(request: Request) -> None:
    opened(request).vacuum(0, dry_run=False, enforce_retention_duration=False)


def cleanup(request: Request) -> None:
    opened(request).cleanup_metadata()


serve(
    {
        ("rust", "read"): query,
        ("to_pyarrow", "read"): to_pyarrow,
        ("rust", "append"): write("rust", "append"),
        ("rust", "overwrite"): write("rust", "overwrite"),
        ("rust", "replace"): write("rust", "replace"),
        ("to_pyarrow", "append"): write("pyarrow", "append"),
        ("merge", "merge"): merge,
        ("delete", "delete"): delete,
        ("optimize", "optimize"): optimize,
        ("optimize", "checkpoint"): checkpoint,
        ("optimize", "vacuum"): vacuum,
        ("optimize", "cleanup"): cleanup,
        **{
            (path, "open"): open_table
            for path in ("rust", "to_pyarrow", "merge", "delete", "optimize")
        },
    }
)
