"""Drives Delta on Spark. Each environment has one version; Delta's package is an argument."""

import os
import sys
import time
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from serve import Request, serve

SESSION = (
    SparkSession.builder.master("local[2]")
    .config("spark.jars.packages", ",".join(sys.argv[1:]))
    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.memory", "2g")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "localhost")
    .config("spark.log.level", "ERROR")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "1")
    .config("spark.databricks.delta.snapshotPartitions", "1")
)


# Spark returns times with a time zone in the time zone of the process.
os.environ["TZ"] = "UTC"
time.tzset()


def _value(value: Any) -> Any:
    if hasattr(value, "toJson"):
        return value.toJson()
    if hasattr(value, "asDict"):
        return {name: _value(member) for name, member in value.asDict().items()}
    if isinstance(value, dict):
        return {"$map": [[_value(key), _value(member)] for key, member in value.items()]}
    if isinstance(value, list):
        return [_value(member) for member in value]
    return value


def read(request: Request) -> Any:
    frame = SESSION.getOrCreate().read.format("delta").load(request["table"])
    return [_value(row) for row in frame.collect()]


def _source(request: Request) -> DataFrame:
    columns = request["columns"]
    schema = ", ".join(
        f"{c['name']} {'string' if c['type'] == 'timestamp_ntz' else c['type']}" for c in columns
    )
    rows = [[row[c["name"]] for c in columns] for row in request["source"]]
    casts = [f"CAST({c['name']} AS {c['type']}) AS {c['name']}" for c in columns]
    return SESSION.getOrCreate().createDataFrame(rows, schema).selectExpr(*casts)


def append(request: Request) -> None:
    _source(request).createOrReplaceTempView("source")
    names = ", ".join(c["name"] for c in request["columns"])
    SESSION.getOrCreate().sql(
        f"INSERT INTO delta.`{request['table']}` ({names}) SELECT {names} FROM source"
    )


def merge(request: Request) -> None:
    _source(request).createOrReplaceTempView("source")
    names = [c["name"] for c in request["columns"]]
    key = request["key"]
    updates = ", ".join(f"t.{name} = s.{name}" for name in names if name != key)
    values = ", ".join(f"s.{name}" for name in names)
    SESSION.getOrCreate().sql(
        f"MERGE INTO delta.`{request['table']}` t USING source s ON t.{key} = s.{key} "
        f"WHEN MATCHED THEN UPDATE SET {updates} "
        f"WHEN NOT MATCHED THEN INSERT ({', '.join(names)}) VALUES ({values})"
    )


def delete(request: Request) -> None:
    SESSION.getOrCreate().sql(
        f"DELETE FROM delta.`{request['table']}` WHERE {request['key']} = {request['deleted']}"
    )


serve(
    {
        ("spark", "read"): read,
        ("spark", "append"): append,
        ("merge", "merge"): merge,
        ("delete", "delete"): delete,
    }
)
