"""Drives a Trino server of its own: the Delta Lake connector over a metastore of files."""

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
from pathlib import Path
from typing import Any

from serve import Request, serve

HOME = Path(sys.argv[1])
JAVA = sys.argv[2]
PORT = 18089
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
hive.metastore.catalog.dir=local:///metastore
fs.native-local.enabled=true
local.location=/
delta.register-table-procedure.enabled=true
"""
JVM = ["-Xmx2G", "-XX:+UseG1GC", "-Djdk.attach.allowAttachSelf=true", "-Dfile.encoding=UTF-8"]
OPENS = [
    "--add-modules=jdk.incubator.vector",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
]


def end_with_me() -> None:
    """The server ends with the driver, however that ends."""
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL)


def start() -> None:
    shutil.rmtree(DATA, ignore_errors=True)
    (DATA / "etc" / "catalog").mkdir(parents=True)
    (DATA / "data").mkdir()
    (DATA / "etc" / "node.properties").write_text(NODE)
    (DATA / "etc" / "config.properties").write_text(CONFIG)
    catalog = CATALOG.replace("local:///metastore", f"local://{DATA}/metastore")
    (DATA / "etc" / "catalog" / "delta.properties").write_text(catalog)
    command = [
        JAVA, *JVM, *OPENS, "-cp", f"{HOME}/lib/*",
        f"-Dconfig={DATA}/etc/config.properties", f"-Dnode.data-dir={DATA}/data",
        "-Dnode.environment=lab", "-Dnode.id=lab", f"-Dplugin.dir={HOME}/plugin",
        f"-Dcatalog.config-dir={DATA}/etc/catalog",
        "io.trino.server.TrinoServer",
    ]  # fmt: skip
    subprocess.Popen(
        command,
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


def registered(request: Request) -> str:
    name = re.sub(r"\W", "_", Path(request["table"]).name).lower()
    query("CREATE SCHEMA IF NOT EXISTS delta.lab")
    location = f"local://{request['table']}"
    known = query(f"SHOW TABLES FROM delta.lab LIKE '{name}'")
    if not known:
        query(f"CALL delta.system.register_table('lab', '{name}', '{location}')")
    return f"delta.lab.{name}"


def read(request: Request) -> Any:
    return query(f"SELECT * FROM {registered(request)}")


os.umask(0o022)
start()
serve({("connector", "read"): read})
