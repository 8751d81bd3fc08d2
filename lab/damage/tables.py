"""Tables whose logs differ in everything that matters to a reader of logs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True)
class Source:
    """A table to damage.

    Attributes:
        settings: the session's settings while it is written.
        after: statements that follow its first two inserts; ``{t}`` is the table.
        log: changes its log at the end.
    """

    name: str
    columns: str = "id BIGINT, name STRING, amount DOUBLE"
    clause: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    settings: dict[str, str] = field(default_factory=dict)
    after: tuple[str, ...] = ()
    log: Callable[[Path], None] = lambda _: None

    def write(self, spark: SparkSession, root: Path) -> Path:
        """Lets Delta write the table below ``root``."""
        path = root / self.name
        table = f"delta.`{path}`"
        properties = ", ".join(f"'{key}' = '{value}'" for key, value in self.properties.items())
        for key, value in self.settings.items():
            spark.conf.set(key, value)
        try:
            spark.sql(
                f"CREATE TABLE {table} ({self.columns}) USING delta {self.clause} "
                f"TBLPROPERTIES ('team' = 'a'{', ' if properties else ''}{properties})"
            )
            for key in ("1", "2"):
                spark.sql(f"INSERT INTO {table} (id, name, amount) VALUES ({key}, 'x{key}', 1.5)")
            for statement in self.after:
                spark.sql(statement.format(t=table))
        finally:
            for key in self.settings:
                spark.conf.unset(key)
        # A local file system can keep checksums of its own, which would reveal all damage.
        for checksum in path.rglob(".*.crc"):
            checksum.unlink()
        self.log(path / "_delta_log")
        return path


def without_checksums(log: Path) -> None:
    """Removes the version checksums, which many writers do not write."""
    for checksum in log.glob("*.crc"):
        checksum.unlink()


def cleaned_up(log: Path) -> None:
    """Remove the commits before the newest checkpoint."""
    newest = max(int(file.name[:20]) for file in log.glob("*.checkpoint*"))
    for file in log.glob("*"):
        digits = file.name[:20]
        if digits.isdigit() and int(digits) < newest:
            file.unlink()


def cleaned_up_without_checksums(log: Path) -> None:
    cleaned_up(log)
    without_checksums(log)


_THIRD = "INSERT INTO {t} (id, name, amount) VALUES (3, 'x3', NULL)"
_FOURTH = "INSERT INTO {t} (id, name, amount) VALUES (4, NULL, 4.5)"
_CHECKPOINTED = {"delta.checkpointInterval": "3"}
_TOP_LEVEL = "spark.databricks.delta.checkpointV2.topLevelFileFormat"
_V2 = {**_CHECKPOINTED, "delta.checkpointPolicy": "v2"}

SOURCES: tuple[Source, ...] = (
    Source("commits"),
    Source("commits_without_checksums", log=without_checksums),
    Source("classic", properties=_CHECKPOINTED, after=(_THIRD, _FOURTH)),
    Source("cleaned_up", properties=_CHECKPOINTED, after=(_THIRD, _FOURTH), log=cleaned_up),
    Source(
        "cleaned_up_without_checksums",
        properties=_CHECKPOINTED,
        after=(_THIRD, _FOURTH),
        log=cleaned_up_without_checksums,
    ),
    Source(
        "parts",
        properties=_CHECKPOINTED,
        settings={"spark.databricks.delta.checkpoint.partSize": "2"},
        after=(_THIRD, _FOURTH),
        log=cleaned_up,
    ),
    Source(
        "v2_json",
        properties=_V2,
        settings={_TOP_LEVEL: "json"},
        after=(_THIRD, _FOURTH),
        log=cleaned_up,
    ),
    Source(
        "v2_parquet",
        properties=_V2,
        settings={_TOP_LEVEL: "parquet"},
        after=(_THIRD, _FOURTH),
        log=cleaned_up,
    ),
    Source(
        "deletion_vectors",
        properties={**_CHECKPOINTED, "delta.enableDeletionVectors": "true"},
        after=(
            "INSERT INTO {t} SELECT id + 10, 'many', 0.5 FROM range(0, 20, 1, 1)",
            "DELETE FROM {t} WHERE id = 13",
        ),
    ),
    Source(
        "mapped",
        properties={"delta.columnMapping.mode": "name"},
        after=("ALTER TABLE {t} RENAME COLUMN name TO label",),
    ),
    Source(
        "partitioned", clause="PARTITIONED BY (name)", properties=_CHECKPOINTED, after=(_THIRD,)
    ),
    Source(
        "timestamps",
        columns="id BIGINT, name STRING, amount DOUBLE, at TIMESTAMP_NTZ, "
        "more STRUCT<a: ARRAY<INT>, b: MAP<STRING, DECIMAL(5, 2)>>",
        properties={"delta.enableInCommitTimestamps": "true"},
        after=(_THIRD,),
    ),
    Source(
        "tracked",
        properties={"delta.enableRowTracking": "true", "delta.enableChangeDataFeed": "true"},
        after=("UPDATE {t} SET amount = 7 WHERE id = 1",),
    ),
)
