"""Runs commands as `python -m` does, all of them in one process and JVM."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

# A metastore in memory. All sessions of the JVM share it.
CATALOG = {
    "spark.sql.catalogImplementation": "hive",
    "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:memory:metastore;create=true",
}
WITH_CATALOG = tuple(
    word for key, value in CATALOG.items() for word in ("--conf", f"{key}={value}")
)

# Words before a command: it runs on a terminal, or is interrupted once it reads tables.
ON_TERMINAL = "on a terminal"
INTERRUPTED = "interrupted"

Command = tuple[str, ...]


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed. On a terminal, ``output`` has all of it."""

    code: int
    output: str
    errors: str


Commands = dict[Command, Done]

_RUN = """
import contextlib, fcntl, json, os, pathlib, pty, runpy, signal, struct, sys, termios, threading
import time
from unittest import mock
from deltaward._session.local import local_session

def printed():
    sys.stdout.flush(); sys.stderr.flush()
    return [pathlib.Path(name).read_text() for name in ("output", "errors")]

@contextlib.contextmanager
def on_terminal():
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))
    kept = os.dup(1), os.dup(2)
    seen = []
    def read():
        with contextlib.suppress(OSError):
            while chunk := os.read(parent, 65536):
                seen.append(chunk)
    os.dup2(child, 1); os.dup2(child, 2); os.close(child)
    reader = threading.Thread(target=read); reader.start()
    try:
        yield
    finally:
        sys.stdout.flush(); sys.stderr.flush()
        os.dup2(kept[0], 1); os.dup2(kept[1], 2)
        reader.join()
        os.write(1, b"".join(seen))

def interrupting(audit):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)

WAYS = {
    "on a terminal": on_terminal,
    "interrupted": lambda: mock.patch("deltaward._cli.audit.report", interrupting),
}

commands, catalog, tables = map(json.loads, sys.argv[1:])
if tables:
    with local_session("catalog", catalog) as spark:
        for name, folder in tables.items():
            spark.sql(f"CREATE SCHEMA IF NOT EXISTS {name.partition('.')[0]}")
            place = pathlib.Path(folder).absolute()
            spark.sql(f"CREATE TABLE {name} USING delta LOCATION '{place}'")
ran = []
for command in commands:
    way = WAYS.get(command[0], contextlib.nullcontext)
    sys.argv, before, code = [word for word in command if word not in WAYS], printed(), 0
    with way():
        try:
            runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code
    ran.append([code, *(now[len(then):] for now, then in zip(printed(), before))])
pathlib.Path("ran.json").write_text(json.dumps(ran))
"""


def run(
    commands: Sequence[Command],
    place: Path,
    environment: Mapping[str, str],
    tables: Mapping[str, str],
) -> Commands:
    """Run commands one after the other, in a directory, with tables in a catalog."""
    arguments = [json.dumps(part) for part in (commands, CATALOG, dict(tables))]
    with (place / "output").open("wb") as output, (place / "errors").open("wb") as errors:
        subprocess.run(
            [sys.executable, "-c", _RUN, *arguments],
            cwd=place,
            env={**environment, "TERM": "xterm"},
            stdout=output,
            stderr=errors,
            check=False,
        )
    ran = place / "ran.json"
    assert ran.exists(), (place / "errors").read_text()[-3000:]
    ends = json.loads(ran.read_text())
    return {command: Done(*end) for command, end in zip(commands, ends, strict=True)}


def write_table(
    table: Path, features: Sequence[str] = (), versions: tuple[int, int] = (2, 5)
) -> None:
    """Writes an empty table, with these reader features or with legacy protocol versions."""
    log = table / "_delta_log"
    log.mkdir(parents=True)
    protocol: dict[str, object] = dict(
        zip(("minReaderVersion", "minWriterVersion"), versions, strict=True)
    )
    if features:
        listed = {"readerFeatures": features, "writerFeatures": features}
        protocol = {"minReaderVersion": 3, "minWriterVersion": 7, **listed}
    metadata = {
        "id": "a",
        "format": {"provider": "parquet", "options": {}},
        "schemaString": '{"type":"struct","fields":[]}',
        "partitionColumns": [],
        "configuration": {},
    }
    (log / f"{0:020}.json").write_text(
        json.dumps({"protocol": protocol}) + "\n" + json.dumps({"metaData": metadata}) + "\n"
    )
