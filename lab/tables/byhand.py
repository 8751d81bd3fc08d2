"""Tables whose log was edited after Delta wrote it.

Some name features that Delta does not know. Some lack the commits that a checkpoint replaces.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from lab.tables.legacy import LEGACY, NEGATIVE, POSITIVE, legacy
from lab.tables.listed import LISTED
from lab.tables.recipe import LogEdit, Recipe

READER_WRITER = (
    "geospatial-dev",
    "redirectReaderWriter-preview",
    "typeWidening-preview",
    "variantType-preview",
    "variantShredding-preview",
    "intervalTypes",
    "fileType",
    "exampleReaderFeature",
)
WRITER = (
    "collations",
    "collations-preview",
    "inCommitTimestamp-preview",
    "redirectWriterOnly-preview",
    "icebergWriterCompatV1",
    "icebergWriterCompatV3",
    "exampleWriterFeature",
)
DELTA_READS = (
    *WRITER,
    "typeWidening-preview",
    "variantType-preview",
    "variantShredding-preview",
    "geospatial-dev",
)


def _drop_checksums(log: Path) -> None:
    for checksum in log.glob("*.crc"):
        checksum.unlink()
    for checksum in log.glob(".*.crc"):
        checksum.unlink()


def _edit_commits(change: Callable[[dict[str, Any]], None]) -> LogEdit:
    """Change the actions of every commit."""

    def edit(log: Path) -> None:
        _drop_checksums(log)
        for commit in log.glob("*.json"):
            actions = [json.loads(line) for line in commit.read_text().splitlines()]
            for action in actions:
                change(action)
            commit.write_text("".join(json.dumps(action) + "\n" for action in actions))

    return edit


def with_protocol(
    reader: int, writer: int, readers: list[str] | None, writers: list[str]
) -> LogEdit:
    """Give the table another protocol, from its first commit on."""

    def change(action: dict[str, Any]) -> None:
        if "protocol" in action:
            protocol: dict[str, Any] = {"minReaderVersion": reader, "minWriterVersion": writer}
            if readers is not None:
                protocol["readerFeatures"] = readers
            protocol["writerFeatures"] = writers
            action["protocol"] = protocol

    return _edit_commits(change)


def _edits(*edits: LogEdit | None) -> LogEdit:
    """Joins several edits into one."""

    def all_of_them(log: Path) -> None:
        for edit in edits:
            if edit is not None:
                edit(log)

    return all_of_them


def with_reader_list(action: dict[str, Any]) -> None:
    """Replaces reader version 2 by a list with the feature that it implies (rule P3)."""
    if action.get("protocol", {}).get("minReaderVersion") == 2:
        action["protocol"].update(minReaderVersion=3, readerFeatures=["columnMapping"])


def with_invariant(action: dict[str, Any]) -> None:
    """Put an invariant on the amount, in the schema's form (PROTOCOL.md, Column Invariants)."""
    if "metaData" in action:
        schema = json.loads(action["metaData"]["schemaString"])
        rule = json.dumps({"expression": {"expression": POSITIVE}})
        schema["fields"][2]["metadata"]["delta.invariants"] = rule
        action["metaData"]["schemaString"] = json.dumps(schema)


def keep_checkpoint_only(log: Path) -> None:
    """Remove the commits before the newest checkpoint, so that a reader needs it."""
    _drop_checksums(log)
    newest = max(int(path.name[:20]) for path in log.glob("*.checkpoint*"))
    for commit in log.glob("*.json"):
        if (
            commit.name[:20].isdigit()
            and ".checkpoint" not in commit.name
            and int(commit.name[:20]) < newest
        ):
            commit.unlink()


def _checkpointed(feature: str, variant: str, top_level: str, **properties: str) -> Recipe:
    return Recipe(
        feature,
        "used",
        variant,
        {**properties, "delta.checkpointInterval": "2"},
        before=(f"SET spark.databricks.delta.checkpointV2.topLevelFileFormat = {top_level}",),
        after=("DELETE FROM {t} WHERE id = 99", "UPDATE {t} SET amount = 4.0 WHERE id = 4"),
        edit=keep_checkpoint_only,
    )


BASICS = {"appendOnly", "invariants"}

_INVARIANT = Recipe(
    "invariants",
    "used",
    "legacy-1-2",
    legacy(1, 2),
    edit=_edit_commits(with_invariant),
    violating=NEGATIVE,
)

# Delta itself writes reader version 2 if column mapping is the only reader feature.
_MAPPED = tuple(
    replace(
        recipe,
        variant=f"{recipe.variant}-3-7".strip("-"),
        edit=_edit_commits(with_reader_list),
    )
    for recipe in LISTED
    if recipe.feature == "columnMapping"
)

# Delta itself writes a legacy version if that implies exactly the table's features.
_NUMBERED = tuple(
    replace(
        recipe,
        variant="1-7",
        edit=_edits(recipe.edit, with_protocol(1, 7, None, sorted(BASICS | {recipe.feature}))),
    )
    for recipe in (*LEGACY, _INVARIANT)
    if recipe.feature in ("appendOnly", "checkConstraints", "invariants")
)

BY_HAND: tuple[Recipe, ...] = (
    *_MAPPED,
    *_NUMBERED,
    _INVARIANT,
    *(
        Recipe(
            name,
            "supported",
            edit=with_protocol(3, 7, [name], sorted(BASICS | {name})),
            delta_reads=name in DELTA_READS,
        )
        for name in READER_WRITER
    ),
    *(
        Recipe(
            name, "supported", edit=with_protocol(1, 7, None, ["appendOnly", "invariants", name])
        )
        for name in WRITER
    ),
    Recipe(
        "clustering",
        "supported",
        edit=with_protocol(
            1, 7, None, ["appendOnly", "invariants", "domainMetadata", "clustering"]
        ),
    ),
    Recipe(
        "basic",
        "used",
        "table-features-3-7",
        edit=with_protocol(3, 7, [], ["appendOnly", "invariants"]),
    ),
    Recipe(
        "basic",
        "used",
        "table-features-1-7",
        edit=with_protocol(1, 7, None, ["appendOnly", "invariants"]),
    ),
    _checkpointed("basic", "classic-checkpoint", "json", **legacy(1, 2)),
    _checkpointed("v2Checkpoint", "json", "json", **{"delta.checkpointPolicy": "v2"}),
    _checkpointed("v2Checkpoint", "parquet", "parquet", **{"delta.checkpointPolicy": "v2"}),
)
