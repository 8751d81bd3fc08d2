"""Drives DataFusion for Python, whose Delta tables come from the deltalake package."""

from typing import Any

import deltalake
from datafusion import SessionContext
from serve import Request, serve


def read(request: Request) -> Any:
    context = SessionContext()
    context.register_table("t", deltalake.DeltaTable(request["table"]))
    return context.sql("SELECT * FROM t").to_pylist()


serve({("table-provider", "read"): read})
