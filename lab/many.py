"""Rows of a table whose file is large enough for a client to read it in several parts."""

from __future__ import annotations

import hashlib
from typing import Any

DELETED_EACH = 5
FIRST_ID = 6
SELECT = "id, md5(CAST(id AS STRING)), CAST(id AS DOUBLE) / 2"


def many_rows(end: int) -> tuple[dict[str, Any], ...]:
    """Returns the rows whose ids are below ``end``, without each fifth one."""
    return tuple(
        {"id": key, "name": hashlib.md5(str(key).encode()).hexdigest(), "amount": key / 2}
        for key in range(FIRST_ID, end)
        if key % DELETED_EACH
    )
