"""The command line. Exit codes: 0 done, 2 the tool failed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer
from pyspark.errors import PySparkException
from rich.console import Console

from deltaward import _render
from deltaward._local import local_session
from deltaward._table import clients as client_registry
from deltaward._table import forPath

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FAILED = 2

app = typer.Typer(
    help="Protocol and concurrency governance for Delta Lake.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.command()
def show(
    path: Annotated[str, typer.Argument(help="Directory of a Delta table.")],
    client: Annotated[
        list[str] | None,
        typer.Option(help="Only this client, NAME or NAME=VERSION; may be repeated."),
    ] = None,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Every known version of each client.")
    ] = False,
    inspect_log: Annotated[
        bool,
        typer.Option("--inspect-log", help="Read all of the log that readers open."),
    ] = False,
) -> None:
    """Show which clients can read and write a table."""
    with _session() as spark:
        answer = forPath(spark, path).compatibility(
            client or None, allVersions=all_versions, inspectLog=inspect_log
        )
        rows = answer.collect()
        console = Console()
        console.print(_render.compatibility_table(rows, title=path))
        for note in _render.compatibility_notes(rows):
            console.print(note)


@app.command()
def clients(
    like: Annotated[
        str | None, typer.Argument(help="Only names that match, as in SHOW TABLES LIKE.")
    ] = None,
) -> None:
    """List the client registry, with evidence and date."""
    with _session() as spark:
        Console().print(_render.clients_table(client_registry(spark, like).collect()))


@app.command()
def demo() -> None:
    """See the main job run on real Delta tables, in a temporary directory."""
    from deltaward import demo as script  # noqa: PLC0415 - it imports this module

    with _session() as spark:
        script.run(spark, Console())


@contextmanager
def _session() -> Iterator[SparkSession]:
    terminal = Console(stderr=True)
    status = terminal.status("Starting Spark ...") if terminal.is_terminal else None
    try:
        if status:
            status.start()
        with local_session("deltaward") as spark:
            if status:
                status.stop()
            yield spark
    except (PySparkException, ValueError) as failure:
        terminal.print(_one_line(failure), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None
    finally:
        if status:
            status.stop()


def _one_line(failure: Exception) -> str:
    return "deltaward: " + " ".join(str(failure).partition("JVM stacktrace:")[0].split())
