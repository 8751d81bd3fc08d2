"""The Spark sessions of the lab."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from delta import configure_spark_with_delta_pip
from pyspark.sql import SparkSession as Sessions

import deltaward

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# The tables are tiny: to compile code for each query would take most of the time. So would a
# process for each file that is written: Hadoop starts some for their permissions and links where
# its native library is missing.
OPTIONS = {
    "spark.driver.extraJavaOptions": "-XX:ReservedCodeCacheSize=400m -XX:+UseSerialGC",
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
    "spark.delta.logStore.file.impl": "io.delta.storage.LocalLogStore",
    "spark.sql.streaming.checkpointFileManagerClass": "org.apache.spark.sql.execution.streaming."
    "checkpointing.FileSystemBasedCheckpointFileManager",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.adaptive.enabled": "false",
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
    """Delta without deltaward, which writes and checks tables."""
    builder = _builder()
    builder.config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
    catalog = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
    builder.config("spark.sql.catalog.spark_catalog", catalog)
    session = configure_spark_with_delta_pip(builder).getOrCreate()
    try:
        yield session
    finally:
        session.stop()


@contextlib.contextmanager
def with_deltaward() -> Iterator[SparkSession]:
    """Delta with deltaward, which gives verdicts."""
    session = deltaward.configure(_builder()).getOrCreate()
    try:
        yield session
    finally:
        session.stop()
