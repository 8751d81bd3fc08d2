"""Drives the kernel wrapper that the delta-sharing package reads with."""

from typing import Any

import delta_kernel_rust_sharing_wrapper as wrapper
import pyarrow as pa
from serve import Request, arrow_rows, serve


def read(request: Request) -> Any:
    location = f"file://{request['table']}"
    engine = wrapper.PythonInterface(location)
    snapshot = wrapper.Table(location).snapshot(engine)
    batches = list(wrapper.ScanBuilder(snapshot).build().execute(engine))
    return arrow_rows(pa.Table.from_batches(batches)) if batches else []


serve({("kernel-wrapper", "read"): read})
