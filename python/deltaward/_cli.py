"""The command line. Exit codes: 0 done, 2 the tool failed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from importlib.metadata import version as installed
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from pyspark.errors import AnalysisException, PySparkException
from rich.console import Console

from deltaward import _lines, _render
from deltaward._exceptions import ConfigurationError
from deltaward._local import local_session
from deltaward._options import spark_options
from deltaward._table import Table, forName, forPath, protocolPolicy
from deltaward._table import clients as client_registry

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FAILED = 2
_WITHOUT_TERMINAL = 120
_NOT_THERE = {"CATALOG_NOT_FOUND", "SCHEMA_NOT_FOUND", "TABLE_OR_VIEW_NOT_FOUND"}
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")

app = typer.Typer(
    help="Protocol and concurrency governance for Delta Lake.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Format(str, Enum):
    """How rows are printed."""

    text = "text"
    json = "json"


FormatOption = Annotated[
    Format,
    typer.Option("--format", help="json: an array of rows, with the columns of the statement."),
]
ConfOption = Annotated[
    list[str] | None,
    typer.Option(
        "--conf", metavar="KEY=VALUE", help="A Spark property, for a catalog; may be repeated."
    ),
]
PackagesOption = Annotated[
    str | None, typer.Option(help="Maven packages, group:artifact:version, with commas between.")
]


def _print_version(asked: bool) -> None:
    if asked:
        names = {"deltaward": "deltaward", "delta-spark": "Delta Lake", "pyspark": "Spark"}
        own, *others = (f"{name} {installed(package)}" for package, name in names.items())
        print(f"{own} ({', '.join(others)})")
        raise typer.Exit


@app.callback()
def _main(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    pass


@app.command()
def show(  # noqa: PLR0913, PLR0917 - each is an option
    table: Annotated[
        str, typer.Argument(help="Directory of a Delta table, or its name in the catalog.")
    ],
    client: Annotated[
        list[str] | None,
        typer.Option(help="Only this client, NAME or NAME=VERSION; may be repeated."),
    ] = None,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Every known version of each client.")
    ] = False,
    all_access_paths: Annotated[
        bool,
        typer.Option("--all-access-paths", help="Also those that offer no access at all."),
    ] = False,
    inspect_log: Annotated[
        bool,
        typer.Option("--inspect-log", help="Read all of the log that readers open."),
    ] = False,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """Show which clients can read and write a table."""
    with _session(conf, packages) as spark:
        asked = _table(spark, table)
        with _no_such(table):
            rows = asked.compatibility(
                client or None,
                allVersions=all_versions,
                allAccessPaths=all_access_paths,
                inspectLog=inspect_log,
            ).collect()
        console = Console()
        if output is Format.json:
            print(_lines.as_json(rows))
        elif console.is_terminal:
            console.print(_render.compatibility_table(rows, title=table))
            for note in _render.compatibility_notes(rows):
                # A terminal breaks a long line by itself, and copies it whole.
                console.print(note, soft_wrap=_render.is_fix(note))
        else:
            print(_lines.compatibility(rows))
            for note in _render.compatibility_notes(rows):
                print(note.plain)


@app.command()
def clients(
    like: Annotated[
        str | None, typer.Argument(help="Only names that match, as in SHOW TABLES LIKE.")
    ] = None,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """List the client registry, with evidence and date."""
    with _session(conf, packages) as spark:
        rows = client_registry(spark, like).collect()
        console = Console()
        if output is Format.json:
            print(_lines.as_json(rows))
        elif console.is_terminal:
            console.print(_render.clients_table(rows))
            for source in _render.clients_sources(rows):
                console.print(source, soft_wrap=True)
        else:
            print(_lines.clients(rows))


@app.command()
def options() -> None:
    """Print the options for spark-submit, pyspark, spark-sql and a Connect server, in one line."""
    try:
        print(spark_options())
    except ConfigurationError as failure:
        Console(stderr=True).print(_one_line(failure), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None


@app.command()
def demo() -> None:
    """See the main job run on real Delta tables, in a temporary directory."""
    from deltaward import demo as script  # noqa: PLC0415 - it imports this module

    console = Console()
    with _session() as spark:
        script.run(spark, console if console.is_terminal else Console(width=_WITHOUT_TERMINAL))


def _table(spark: SparkSession, text: str) -> Table:
    """Take what is a directory here, or looks like a path, for one: a name has no slash."""
    if _SCHEME.match(text):
        return forPath(spark, text)
    if not text.startswith("delta.`") and ("/" in text or Path(text).is_dir()):
        # A fix can then be run from anywhere.
        return forPath(spark, str(Path(text).absolute()))
    return forName(spark, text)


@contextmanager
def _no_such(table: str) -> Iterator[None]:
    """Say what was looked for: to Spark it is a name only."""
    nothing = (
        f"there is no directory {table} here, and no table of that name in the catalog; "
        "a catalog is set with --conf and --packages"
    )
    try:
        yield
    except AnalysisException as failure:
        if failure.getCondition() not in _NOT_THERE:
            raise
        raise ValueError(nothing) from None


@contextmanager
def _session(conf: list[str] | None = None, packages: str | None = None) -> Iterator[SparkSession]:
    terminal = Console(stderr=True)
    status = terminal.status("Starting Spark ...") if terminal.is_terminal else None
    try:
        properties = dict(map(_property, conf or []))
        if status:
            status.start()
        more = [package for package in (packages or "").split(",") if package]
        with local_session("deltaward", properties, more) as spark:
            if status:
                status.stop()
            _require_known(spark, properties)
            yield spark
    except (PySparkException, ValueError) as failure:
        terminal.print(_one_line(failure), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None
    finally:
        if status:
            status.stop()


def _require_known(spark: SparkSession, properties: dict[str, str]) -> None:
    """A setting that there is not would pass unseen, and change what is answered."""
    if any(key.startswith("spark.deltaward.") for key in properties):
        policy = protocolPolicy(spark).where("rule = 'validPolicy'").first()
        if policy is not None and policy.problems:
            raise ValueError(" ".join(policy.problems))


def _property(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise ValueError(f"{text!r} is not a Spark property; write --conf KEY=VALUE")
    return key, value


def _one_line(failure: Exception) -> str:
    return "deltaward: " + " ".join(str(failure).partition("JVM stacktrace:")[0].split())
