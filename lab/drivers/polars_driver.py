"""Drives Polars, which reads and writes Delta logs with the deltalake package."""

from functools import partial
from typing import Any

import polars as pl
from serve import Request, arrow_table, serve


def scan(request: Request) -> Any:
    return pl.scan_delta(request["table"]).collect().to_dicts()


def scan_with_pyarrow(request: Request) -> Any:
    return pl.scan_delta(request["table"], use_pyarrow=True).collect().to_dicts()


def write(request: Request, mode: str = "append") -> None:
    frame: Any = pl.from_arrow(arrow_table(request))
    options = {"delta_write_options": {"schema_mode": "merge"}} if request["partial"] else {}
    frame.write_delta(request["table"], mode=mode, **options)


serve(
    {
        ("scan_delta", "read"): scan,
        ("scan_delta-pyarrow", "read"): scan_with_pyarrow,
        ("scan_delta", "append"): write,
        ("scan_delta", "replace"): partial(write, mode="overwrite"),
    }
)
