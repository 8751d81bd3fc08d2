"""Checks that a client's cleanup of the log keeps the history that a drop protects."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from lab.cells import LabTable

DAYS = 86400


def is_tried(table: LabTable) -> bool:
    """Tell whether the table has a boundary that a cleanup may break (rule C1)."""
    return (table.feature, table.state) == ("checkpointProtection", "used")


def age(table: Path) -> None:
    """Makes the log old up to the second protected checkpoint.

    A cleanup that goes by age alone then stops before the boundary, which is forbidden.
    """
    old = time.time() - 60 * DAYS
    until = protected(table)[1]
    for path in (table / "_delta_log").iterdir():
        if path.is_file() and path.name[:1].isdigit() and _version(path) <= until:
            os.utime(path, (old, old))


def protected(table: Path) -> list[int]:
    """Returns the versions of the existing checkpoints before the boundary."""
    log = table / "_delta_log"
    checkpoints = sorted(_version(path) for path in log.glob("*.checkpoint*"))
    return [version for version in checkpoints if version < _boundary(log)]


def harm(before: list[int], table: Path) -> str:
    """Returns the harm if only some protected checkpoints were deleted, else an empty text."""
    left = protected(table)
    if not left or left == before:
        return ""
    return "its cleanup of the log deletes some of the protected checkpoints"


def _version(path: Path) -> int:
    return int(path.name.split(".")[0])


def _boundary(log: Path) -> int:
    """Reads the boundary from the newest commit that sets it."""
    for commit in sorted(log.glob("*.json"), reverse=True):
        for line in commit.read_text().splitlines():
            properties = json.loads(line).get("metaData", {}).get("configuration", {})
            if "delta.requireCheckpointProtectionBeforeVersion" in properties:
                return int(properties["delta.requireCheckpointProtectionBeforeVersion"])
    raise ValueError(f"{log} has no boundary")
