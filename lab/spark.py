"""The Spark sessions of the lab."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pyspark.sql import SparkSession as Sessions

import deltaward
from deltaward._session.options import DELTA_EXTENSION

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Classes of the lab that a session may load. They must exist before the JVM starts.
CLASSES = Path(__file__).parents[1] / "build" / "lab" / "classes"
# The tables are tiny, so compiling each query would take most of the time. So would the processes
# that Hadoop starts for each file's permissions and links if its native library is missing.
OPTIONS = {
    "spark.driver.extraClassPath": str(CLASSES),
    "spark.driver.extraJavaOptions": "-XX:ReservedCodeCacheSize=400m -XX:+UseSerialGC "
    # The optimising compiler waits, since most code runs only for a short time.
    "-XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400 "
    "-XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000",
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
    "spark.delta.logStore.file.impl": "io.delta.storage.LocalLogStore",
    "spark.sql.streaming.checkpointFileManagerClass": "org.apache.spark.sql.execution.streaming."
    "checkpointing.FileSystemBasedCheckpointFileManager",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
    "spark.buffer.pageSize": "256k",
    "spark.broadcast.blockSize": "256k",
    "spark.default.parallelism": "1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "FATAL",
    "spark.sql.shuffle.partitions": "1",
    "spark.databricks.delta.snapshotPartitions": "1",
    "spark.sql.sources.parallelPartitionDiscovery.parallelism": "1",
    "spark.sql.session.timeZone": "UTC",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "localhost",
    "spark.driver.memory": "2g",
}


def _builder() -> SparkSession.Builder:
    builder = Sessions.Builder().master("local[2]")
    for key, value in OPTIONS.items():
        builder.config(key, value)
    return builder


@contextlib.contextmanager
def delta_alone() -> Iterator[SparkSession]:
    """Starts a session with Delta alone, to write and check tables."""
    builder = deltaward.configure(_builder())  # a later session may need the jar
    with _session(builder.config("spark.sql.extensions", DELTA_EXTENSION)) as session:
        yield session


@contextlib.contextmanager
def with_deltaward(clients: Path | None = None) -> Iterator[SparkSession]:
    """Starts a session with deltaward, to give verdicts by ``clients`` or the shipped registry."""
    with _session(deltaward.configure(_builder())) as session:
        if clients is not None:
            session.conf.set("spark.deltaward.clients.path", str(clients))
        yield session


@contextlib.contextmanager
def _session(builder: SparkSession.Builder) -> Iterator[SparkSession]:
    """Starts a new session, in the JVM of earlier ones."""
    session = builder.getOrCreate()
    try:
        yield session
    finally:
        forget(session)
        session.stop()


def forget(spark: SparkSession) -> None:
    """Clears Delta's cache of logs, which would hide edits and outlive the session."""
    log = spark.sparkContext._jvm.org.apache.spark.sql.delta.DeltaLog  # type: ignore[union-attr]
    log.clearCache()
