"""The clients that the lab runs, each at pinned versions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lab.cells import Operation
from lab.setup import ClientSetup
from lab.versions import order

_RUST: dict[str, tuple[Operation, ...]] = {
    "rust": ("read", "append", "replace"),
    "merge": ("merge",),
    "delete": ("delete",),
    "optimize": ("optimize", "cleanup"),
}
_BOTH: dict[str, tuple[Operation, ...]] = {**_RUST, "to_pyarrow": ("read", "append")}
_SPARK: dict[str, tuple[Operation, ...]] = {"spark": ("read", "append")}


def _deltalake(version: str, *packages: str, quick: bool = False) -> ClientSetup:
    return ClientSetup(
        "deltalake",
        version,
        "deltalake_driver.py",
        (f"deltalake=={version}", *packages),
        _BOTH,
        quick=quick,
        raced={
            "rust": ("append", "overwrite"),
            "merge": ("merge",),
            "delete": ("delete",),
            "optimize": ("optimize", "checkpoint", "vacuum"),
        },
    )


def _polars(version: str, deltalake: str, quick: bool = False) -> ClientSetup:
    paths: dict[str, tuple[Operation, ...]] = {
        "scan_delta": ("read", "append", "replace"),
        "scan_delta-pyarrow": ("read",),
    }
    packages = (f"polars=={version}", f"deltalake=={deltalake}", "pyarrow")
    return ClientSetup(
        "polars",
        version,
        "polars_driver.py",
        packages,
        paths,
        quick=quick,
        read_only=("scan_delta-pyarrow",),
    )


def _duckdb(version: str, quick: bool = False) -> ClientSetup:
    paths: dict[str, tuple[Operation, ...]] = {
        "delta_scan": ("read",),
        "attach": ("read", "append"),
    }
    packages = (f"duckdb=={version}", f"duckdb-extension-delta=={version}", "pytz")
    return ClientSetup(
        "duckdb",
        version,
        "duckdb_driver.py",
        packages,
        paths,
        quick=quick,
        read_only=("delta_scan",),
    )


def _daft(version: str, deltalake: str, quick: bool = False) -> ClientSetup:
    packages = (f"daft=={version}", f"deltalake=={deltalake}", "pyarrow", "pyiceberg")
    paths: dict[str, tuple[Operation, ...]] = {"read_deltalake": ("read", "append", "replace")}
    return ClientSetup("daft", version, "daft_driver.py", packages, paths, quick=quick)


def _chdb(version: str, quick: bool = False) -> ClientSetup:
    paths: dict[str, tuple[Operation, ...]] = {"deltaLakeLocal": ("read", "append")}
    return ClientSetup("chdb", version, "chdb_driver.py", (f"chdb=={version}",), paths, quick=quick)


def _spark(delta: str, pyspark: str, maven: str) -> ClientSetup:
    return ClientSetup(
        "delta-spark",
        delta,
        "spark_driver.py",
        (f"pyspark=={pyspark}",),
        _SPARK,
        maven=(maven,),
        seconds=180,
    )


def _sail(version: str, pyspark: str, quick: bool = False) -> ClientSetup:
    return ClientSetup(
        "sail",
        version,
        "sail_driver.py",
        (f"pysail=={version}", f"pyspark-client=={pyspark}"),
        {"spark-connect": ("read", "append"), "merge": ("merge",), "delete": ("delete",)},
        quick=quick,
    )


HADOOP = "org.apache.hadoop:hadoop-client-runtime:3.3.6"
JACKSON = "com.fasterxml.jackson.core:jackson-databind:2.13.5"
# Jars that users of these clients also have.
ZSTD = "com.github.luben:zstd-jni:1.5.6-9"
ROARING = "org.roaringbitmap:RoaringBitmap:0.9.25"


def _kernel(version: str) -> ClientSetup:
    own = tuple(f"io.delta:delta-kernel-{part}:{version}" for part in ("api", "defaults"))
    return ClientSetup(
        "delta-kernel-java",
        version,
        "KernelDriver.java",
        (),
        {"kernel": ("read",)},
        maven=(*own, HADOOP, JACKSON, ROARING),
    )


def _writing_kernel(version: str) -> ClientSetup:
    return replace(
        _kernel(version),
        driver="KernelWriter.java",
        paths={"kernel": ("read", "append"), "delete": ("delete",)},
    )


def _trino(version: str) -> ClientSetup:
    return ClientSetup(
        "trino",
        version,
        "trino_driver.py",
        ("moto[server,s3]==5.2.5", "boto3"),
        {"connector": ("read", "append")},
        maven=(f"io.trino:trino-server:{version}",),
        raced={"connector": ("append", "merge", "delete", "optimize", "vacuum")},
        seconds=300,
    )


CLIENTS: tuple[ClientSetup, ...] = (
    _deltalake("1.6.6", "pyarrow", quick=True),
    _deltalake("1.4.2", "pyarrow"),
    _deltalake("1.2.1", "pyarrow"),
    _deltalake("1.0.2", "pyarrow"),
    _deltalake("0.25.5", "pyarrow==20.0.0"),
    _deltalake("0.20.2", "pyarrow==17.0.0", "numpy<2"),
    _deltalake("0.15.3", "pyarrow==15.0.2", "numpy<2"),
    _polars("2.1.0", "1.6.6", quick=True),
    _polars("1.35.2", "1.2.1"),
    _duckdb("1.5.5", quick=True),
    _duckdb("1.4.4"),
    _duckdb("1.2.2"),
    _daft("0.7.26", "1.6.6", quick=True),
    _daft("0.6.10", "1.2.1"),
    _chdb("4.4.0", quick=True),
    _chdb("3.7.2"),
    _sail("0.7.2", "4.2.0", quick=True),
    ClientSetup(
        "delta-sharing-python",
        "0.3.3",
        "sharing_driver.py",
        ("delta-kernel-rust-sharing-wrapper==0.3.3", "pyarrow"),
        {"kernel-wrapper": ("read",)},
        read_only=("kernel-wrapper",),
        quick=True,
    ),
    ClientSetup(
        "datafusion-python",
        "55.0.0",
        "datafusion_driver.py",
        ("datafusion==55.0.0", "deltalake==1.6.6", "pyarrow"),
        {"table-provider": ("read",)},
        read_only=("table-provider",),
    ),
    _spark("4.4.0", "4.2.0", "io.delta:delta-spark_4.2_2.13:4.4.0"),
    _spark("4.0.0", "4.0.1", "io.delta:delta-spark_2.13:4.0.0"),
    _spark("3.2.1", "3.5.7", "io.delta:delta-spark_2.12:3.2.1"),
    _spark("2.4.0", "3.4.4", "io.delta:delta-core_2.12:2.4.0"),
    _writing_kernel("4.4.0"),
    _writing_kernel("4.0.0"),
    _kernel("3.3.2"),
    _kernel("3.2.1"),
    ClientSetup(
        "delta-standalone",
        "3.3.2",
        "StandaloneDriver.java",
        (),
        {"library": ("read",)},
        maven=("io.delta:delta-standalone_2.12:3.3.2", HADOOP, JACKSON, ZSTD),
    ),
    _trino("476"),
    _trino("470"),
)


def fleet(observations: Path) -> list[ClientSetup]:
    """Returns the pinned clients, and further versions that were observed before.

    Args:
        observations: the folder of observations, with a file for each version.
    """
    pinned = {setup.name for setup in CLIENTS}
    others = [
        newest(client).at(path.stem.removeprefix(f"{client}-"))
        for path in sorted(observations.glob("*.json"))
        if path.stem not in pinned
        for client in [_client_of(path.stem)]
    ]
    return [*CLIENTS, *others]


def newest(client: str) -> ClientSetup:
    """The newest pinned version of a client.

    Raises:
        KeyError: the lab does not run it.
    """
    found = [setup for setup in CLIENTS if setup.client == client]
    if not found:
        raise KeyError(f"the lab runs {', '.join(sorted({s.client for s in CLIENTS}))}")
    return max(found, key=lambda setup: order(setup.version))


def _client_of(name: str) -> str:
    """Returns the longest client name that the given name starts with."""
    return max({s.client for s in CLIENTS if name.startswith(f"{s.client}-")}, key=len)


LACKING: dict[str, str] = {
    "Presto, Flink, Hive, StarRocks": "clusters, not started here; verdicts from their sources",
    "Databricks, Fabric, Synapse, Snowflake, Athena, BigQuery, Redshift": (
        "services, which no package brings; verdicts from their documentation"
    ),
    "Delta Sharing for Spark": "needs a sharing server; the Python package's kernel wrapper is run",
    "Delta Kernel before 4.0 and Standalone, writing": (
        "the drivers read only; verdicts from their sources"
    ),
    "Trino other than 470 and 476": (
        "of 454, 459, 468, 478, 481 and 483 no server and no connector can be had; verdicts from "
        "documentation and sources"
    ),
    "Delta on Spark, MERGE and DELETE": "only INSERT was run",
    "chDB 3.7, inserting": (
        "works on no table: the insert returns without an error, and the table has no new row"
    ),
    "Tables of a catalog (`catalogManaged`)": "only a catalog makes them",
    "Features without a sign of use (`timestampNanos`, `managedCommits`)": (
        "the product cannot tell whether a table uses them, and answers UNKNOWN where one opens"
    ),
    "Invalid protocols, versions that no specification has": (
        "the product names the problem, and gives no verdict where a client accepts such a number"
    ),
}

PATHS: dict[str, str] = {
    "deltalake `rust`": "`QueryBuilder` (from 0.25 on), and `write_deltalake` with its own engine",
    "deltalake `to_pyarrow`": (
        "`DeltaTable.to_pyarrow_table()`, and `write_deltalake(engine='pyarrow')` before 1.0"
    ),
    "deltalake `rust`, in races": "also `write_deltalake(mode='overwrite')` with a predicate",
    "deltalake `merge`, `delete`": "`DeltaTable.merge()`, `DeltaTable.delete()`",
    "deltalake `optimize`": (
        "`DeltaTable.optimize.compact()`; `cleanup_metadata()` where checkpoints are protected; in "
        "races also `create_checkpoint()`, and `vacuum()` without retention"
    ),
    "polars `scan_delta`, `scan_delta-pyarrow`": (
        "`scan_delta()` without and with `use_pyarrow=True`; `write_delta(mode='append')`"
    ),
    "duckdb `delta_scan`, `attach`": "the table function, and `ATTACH ... (TYPE delta)`",
    "daft `read_deltalake`": "`read_deltalake()`, `write_deltalake(mode='append')`",
    "datafusion-python `table-provider`": (
        "`SessionContext.register_table()` of a `DeltaTable` of the deltalake package"
    ),
    "chdb `deltaLakeLocal`": "the table function, read and inserted into",
    "sail `spark-connect`": "a DataFrame of the path; its server runs in the client's process",
    "sail `merge`, `delete`": "`MERGE INTO`, `DELETE FROM`",
    "delta-sharing-python `kernel-wrapper`": "the package's kernel, on a path",
    "delta-kernel-java `kernel`": (
        "`Table.forPath()`, and a scan or a transaction with the default engine"
    ),
    "delta-kernel-java `delete`": (
        "a transaction that removes the files which have the row, and adds their other rows in new "
        "ones: Kernel commits, the driver says what"
    ),
    "delta-standalone `library`": "`DeltaLog.forTable()` and `snapshot.open()`",
    "delta-spark `spark`": "a DataFrame of the path, and `INSERT INTO`",
    "trino `connector`": (
        "the Delta Lake connector: `register_table`, `SELECT` and `INSERT`; in races also `MERGE`, "
        "`DELETE`, `ALTER TABLE ... EXECUTE optimize`, and `CALL ... vacuum` without retention"
    ),
}
