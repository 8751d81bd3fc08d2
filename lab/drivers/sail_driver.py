"""Drives Sail, which answers Spark Connect, in this process."""

from typing import Any

from pysail.spark import SparkConnectServer
from pyspark.sql import SparkSession
from serve import Request, arrow_rows, arrow_table, serve

SERVER = SparkConnectServer()
SERVER.start(background=True)
SESSION = SparkSession.builder.remote(f"sc://127.0.0.1:{SERVER.listening_address[1]}").getOrCreate()
SESSION.conf.set("spark.sql.session.timeZone", "UTC")


def read(request: Request) -> Any:
    return arrow_rows(SESSION.read.format("delta").load(request["table"]).toArrow())


def append(request: Request) -> None:
    rows = SESSION.createDataFrame(arrow_table(request))
    rows.write.format("delta").mode("append").save(request["table"])


def merge(request: Request) -> None:
    SESSION.createDataFrame(arrow_table(request)).createOrReplaceTempView("source")
    names = [column["name"] for column in request["columns"]]
    key = request["key"]
    updates = ", ".join(f"t.{name} = s.{name}" for name in names if name != key)
    values = ", ".join(f"s.{name}" for name in names)
    SESSION.sql(
        f"MERGE INTO delta.`{request['table']}` t USING source s ON t.{key} = s.{key} "
        f"WHEN MATCHED THEN UPDATE SET {updates} "
        f"WHEN NOT MATCHED THEN INSERT ({', '.join(names)}) VALUES ({values})"
    ).collect()


def delete(request: Request) -> None:
    SESSION.sql(
        f"DELETE FROM delta.`{request['table']}` WHERE {request['key']} = {request['deleted']}"
    ).collect()


serve(
    {
        ("spark-connect", "read"): read,
        ("spark-connect", "append"): append,
        ("merge", "merge"): merge,
        ("delete", "delete"): delete,
    }
)
