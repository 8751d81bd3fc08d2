"""Cleanups of the log that respect the boundary of protected checkpoints, and others."""

import json
from pathlib import Path

from lab import cleanup

BOUNDARY = {"delta.requireCheckpointProtectionBeforeVersion": "4"}


def log(table: Path, checkpoints: list[int]) -> Path:
    folder = table / "_delta_log"
    folder.mkdir()
    for version in range(5):
        action = {"metaData": {"configuration": BOUNDARY if version == 4 else {}}}
        (folder / f"{version:020}.json").write_text(json.dumps(action))
    for version in checkpoints:
        (folder / f"{version:020}.checkpoint.parquet").touch()
    return folder


def test_a_cleanup_that_stops_before_the_boundary_does_harm(tmp_path: Path) -> None:
    folder = log(tmp_path, [1, 2, 3, 4])
    before = cleanup.protected(tmp_path)
    assert before == [1, 2, 3]
    assert not cleanup.harm(before, tmp_path)
    (folder / f"{1:020}.checkpoint.parquet").unlink()
    assert "protected checkpoints" in cleanup.harm(before, tmp_path)


def test_a_cleanup_of_all_before_the_boundary_does_no_harm(tmp_path: Path) -> None:
    """C1: one cleanup may delete all checkpoints before the boundary."""
    folder = log(tmp_path, [1, 2, 3, 4])
    before = cleanup.protected(tmp_path)
    for version in before:
        (folder / f"{version:020}.checkpoint.parquet").unlink()
    assert not cleanup.harm(before, tmp_path)


def test_the_log_is_old_up_to_the_second_protected_checkpoint(tmp_path: Path) -> None:
    folder = log(tmp_path, [1, 2, 3, 4])
    newest = max(path.stat().st_mtime for path in folder.iterdir())
    cleanup.age(tmp_path)
    old = [path.name for path in folder.glob("*.json") if path.stat().st_mtime < newest - 86400]
    assert sorted(old) == [f"{version:020}.json" for version in range(3)]
