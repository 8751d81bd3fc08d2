"""Drives Daft."""

from typing import Any

import daft
from serve import Request, arrow_table, serve


def read(request: Request) -> Any:
    return daft.read_deltalake(request["table"]).to_pylist()


def write(mode: str) -> Any:
    def handler(request: Request) -> None:
        daft.from_arrow(arrow_table(request)).write_deltalake(request["table"], mode=mode)

    return handler


serve(
    {
        ("read_deltalake", "read"): read,
        ("read_deltalake", "append"): write("append"),
        ("read_deltalake", "replace"): write("overwrite"),
    }
)
