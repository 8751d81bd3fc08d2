"""Drives a Trino server of its own: the Delta Lake connector over a metastore of files.

The connector reads tables where they are, but cannot write to a local file system. So a table to
write is copied to an S3 server on this machine, and back.
"""

import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import boto3
from serve import Request, UnavailableError, serve

HOME = Path(sys.argv[1])
JAVA = sys.argv[2]
# Older versions lack the file system ``local``.
OWN_FILES = int(HOME.name.rsplit("-", 1)[1]) >= 473
SCHEME, FILES = (
    ("local", "fs.native-local.enabled=true\nlocal.location=/")
    if OWN_FILES
    else ("file", "fs.hadoop.enabled=true")
)
PORT = 18089
S3_PORT = 18090
S3 = f"http://127.0.0.1:{S3_PORT}"
BUCKET = "lab"
DATA = Path.cwd() / "trino"

NODE = f"node.environment=lab\nnode.data-dir={DATA}/data\n"
CONFIG = f"""coordinator=true
node-scheduler.include-coordinator=true
http-server.http.port={PORT}
node.internal-address=127.0.0.1
discovery.uri=http://127.0.0.1:{PORT}
catalog.management=static
query.max-memory=512MB
memory.heap-headroom-per-node=256MB
query.max-memory-per-node=512MB
"""
CATALOG = """connector.name=delta_lake
hive.metastore=file
hive.metastore.catalog.dir={scheme}://{data}/metastore
{files}
delta.register-table-procedure.enabled=true
delta.vacuum.min-retention=0s
fs.native-s3.enabled=true
s3.endpoint={s3}
s3.region=us-east-1
s3.path-style-access=true
s3.aws-access-key=lab
s3.aws-secret-key=lab
"""
JVM = ["-Xmx2G", "-XX:+UseG1GC", "-Djdk.attach.allowAttachSelf=true", "-Dfile.encoding=UTF-8"]
OPENS = [
    "--add-modules=jdk.incubator.vector",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
]


def end_with_me() -> None:
    """Ends the server with the driver, however the driver ends."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def start() -> None:
    shutil.rmtree(DATA, ignore_errors=True)
    (DATA / "etc" / "catalog").mkdir(parents=True)
    (DATA / "data").mkdir()
    (DATA / "etc" / "node.properties").write_text(NODE)
    (DATA / "etc" / "config.properties").write_text(CONFIG)
    catalog = CATALOG.format(scheme=SCHEME, data=DATA, files=FILES, s3=S3)
    (DATA / "etc" / "catalog" / "delta.properties").write_text(catalog)
    command = [
        JAVA, *JVM, *OPENS, "-cp", f"{HOME}/lib/*",
        f"-Dconfig={DATA}/etc/config.properties", f"-Dnode.data-dir={DATA}/data",
        "-Dnode.environment=lab", "-Dnode.id=lab", f"-Dplugin.dir={HOME}/plugin",
        f"-Dcatalog.config-dir={DATA}/etc/catalog",
        "io.trino.server.TrinoServer",
    ]  # fmt: skip
    for each in (command, [sys.executable, "-m", "moto.server", "-p", str(S3_PORT)]):
        subprocess.Popen(
            each,
            stdout=sys.stderr,
            stderr=sys.stderr,
            cwd=DATA,
            preexec_fn=end_with_me,  # noqa: PLW1509 - this process has one thread
        )
    until = time.monotonic() + 240
    while time.monotonic() < until:
        try:
            query("SELECT 1")
            return
        except Exception:
            time.sleep(2)
    raise RuntimeError("Trino did not start")


def query(statement: str) -> list[dict[str, Any]]:
    headers = {"X-Trino-User": "lab", "X-Trino-Time-Zone": "UTC"}
    url: str | None = f"http://127.0.0.1:{PORT}/v1/statement"
    body: bytes | None = statement.encode()
    rows: list[dict[str, Any]] = []
    while url:
        request = urllib.request.Request(url, data=body, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            page = json.load(answer)
        if "error" in page:
            failure = page["error"]
            raise RuntimeError(f"{failure.get('errorName')}: {failure.get('message')}")
        names = [column["name"] for column in page.get("columns", [])]
        rows += [dict(zip(names, values, strict=True)) for values in page.get("data", [])]
        url, body = page.get("nextUri"), None
    return rows


def registered(table: Path, location: str) -> str:
    """Registers the table, and returns its name in SQL. A copy in S3 has a name of its own."""
    name = re.sub(r"\W", "_", f"{table.name}_{location.partition(':')[0]}").lower()
    query("CREATE SCHEMA IF NOT EXISTS delta.lab")
    known = query(f"SHOW TABLES FROM delta.lab LIKE '{name}'")
    if not known:
        query(f"CALL delta.system.register_table('lab', '{name}', '{location}')")
    return f"delta.lab.{name}"


def read(request: Request) -> Any:
    table = Path(request["table"])
    return query(f"SELECT * FROM {registered(table, f'{SCHEME}://{table}')}")


def in_s3(statement: Callable[[str, Request], str]) -> Callable[[Request], None]:
    """Runs a statement on a copy of the table in S3, and copies its changes of files back."""

    def run(request: Request) -> None:
        table = Path(request["table"])
        s3 = boto3.client(
            "s3",
            endpoint_url=S3,
            region_name="us-east-1",
            aws_access_key_id="lab",
            aws_secret_access_key="lab",
        )
        s3.create_bucket(Bucket=BUCKET)

        def listed() -> dict[str, str]:
            """Returns the files in S3, each with a tag of its content."""
            pages = s3.get_paginator("list_objects_v2").paginate(
                Bucket=BUCKET, Prefix=f"{table.name}/"
            )
            found = [each for page in pages for each in page.get("Contents", [])]
            return {one["Key"].removeprefix(f"{table.name}/"): one["ETag"] for one in found}

        for path in table.rglob("*"):
            name = str(path.relative_to(table))
            if path.is_file() and (path.suffix != ".crc" or name.startswith("_delta_log/0")):
                s3.upload_file(str(path), BUCKET, f"{table.name}/{name}")
        before = listed()
        try:
            query(statement(registered(table, f"s3://{BUCKET}/{table.name}"), request))
        finally:
            after = listed()
            # Unchanged files stay, since another writer may have them open.
            for name in [name for name in after if after[name] != before.get(name)]:
                (table / name).parent.mkdir(parents=True, exist_ok=True)
                s3.download_file(BUCKET, f"{table.name}/{name}", str(table / name))
            for name in before.keys() - after.keys():
                (table / name).unlink()

    return run


TYPES = {
    "bigint": "bigint",
    "string": "varchar",
    "double": "double",
    "timestamp_ntz": "timestamp(6)",
}


def values(request: Request) -> str:
    """Returns the source rows as a relation with the names of the columns."""

    def literal(row: dict[str, Any], column: dict[str, str]) -> str:
        if column["type"] not in TYPES:
            raise UnavailableError(f"the driver has no literal of type {column['type']}")
        value = row[column["name"]]
        text = str(value).replace("T", " ") if column["type"] == "timestamp_ntz" else str(value)
        quoted = "NULL" if value is None else f"'{text}'"
        return f"CAST({quoted} AS {TYPES[column['type']]})"

    columns = request["columns"]
    rows = ", ".join(
        "(" + ", ".join(literal(row, c) for c in columns) + ")" for row in request["source"]
    )
    return f"(VALUES {rows}) AS s ({names(request)})"


def names(request: Request, prefix: str = "") -> str:
    return ", ".join(f'{prefix}"{column["name"]}"' for column in request["columns"])


def append(table: str, request: Request) -> str:
    return f"INSERT INTO {table} ({names(request)}) SELECT * FROM {values(request)}"


def merge(table: str, request: Request) -> str:
    sets = ", ".join(f'"{c["name"]}" = s."{c["name"]}"' for c in request["columns"])
    key = f'"{request["key"]}"'
    return (
        f"MERGE INTO {table} t USING {values(request)} ON t.{key} = s.{key} "
        f"WHEN MATCHED THEN UPDATE SET {sets} "
        f"WHEN NOT MATCHED THEN INSERT ({names(request)}) VALUES ({names(request, 's.')})"
    )


def delete(table: str, request: Request) -> str:
    return f'DELETE FROM {table} WHERE "{request["key"]}" = {request["deleted"]}'


def optimize(table: str, _: Request) -> str:
    return f"ALTER TABLE {table} EXECUTE optimize"


def vacuum(table: str, _: Request) -> str:
    schema, name = table.split(".")[1:]
    return f"CALL delta.system.vacuum('{schema}', '{name}', '0s')"


os.umask(0o022)
start()
serve(
    {
        ("connector", "read"): read,
        **{
            ("connector", statement.__name__): in_s3(statement)
            for statement in (append, merge, delete, optimize, vacuum)
        },
    }
)
