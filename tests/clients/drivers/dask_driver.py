"""Drives Dask, which reads the data files that the deltalake package names."""

from typing import Any

import dask_deltatable
import pyarrow as pa
from serve import Request, arrow_rows, serve


def read(request: Request) -> Any:
    frame = dask_deltatable.read_deltalake(request["table"]).compute()
    # In pandas what is missing is NaN.
    return arrow_rows(pa.Table.from_pandas(frame, preserve_index=False))


serve({("read_deltalake", "read"): read})
