"""Commands that run one statement and print its rows."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated

import typer
from pyspark.sql import Row
from rich.console import Console

from deltaward._cli.session import (
    ConfOption,
    PackagesOption,
    TableArgument,
    asked_for,
    put,
    session,
    table_of,
)
from deltaward._table import clients as client_registry
from deltaward._terminal import lines as _lines
from deltaward._terminal import render as _render

_FEATURES = ("feature", "kind", "supported", "enabled", "used", "sinceVersion", "usedEvidence")
_HISTORY = ("version", "timestamp", "operation", "engine", "featuresAdded", "featuresRemoved")


class Format(str, Enum):
    """Output format of rows."""

    text = "text"
    json = "json"


FormatOption = Annotated[
    Format,
    typer.Option(
        "--format", help="json is an array of rows, with the columns of the SQL statement."
    ),
]


def show(  # noqa: PLR0913, PLR0917 - one parameter per option
    table: TableArgument,
    client: Annotated[
        list[str] | None,
        typer.Option(help="Show only this client: NAME or NAME=VERSION. Can be repeated."),
    ] = None,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Check every known version of each client.")
    ] = False,
    all_access_paths: Annotated[
        bool,
        typer.Option(
            "--all-access-paths", help="Also show access paths that neither read nor write."
        ),
    ] = False,
    inspect_log: Annotated[
        bool,
        typer.Option("--inspect-log", help="Also check all log files that readers open."),
    ] = False,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """Show which clients can read and write a table."""
    with session(conf, packages) as spark, asked_for(table):
        rows = (
            table_of(spark, table)
            .compatibility(
                client or None,
                allVersions=all_versions,
                allAccessPaths=all_access_paths,
                inspectLog=inspect_log,
            )
            .collect()
        )
        console = Console()
        if output is Format.json:
            put(_lines.as_json(rows))
        elif console.is_terminal:
            console.print(_render.compatibility_table(rows, title=table))
            for note in _render.compatibility_notes(rows):
                # The terminal itself wraps a long line, and copies it as one line.
                console.print(note, soft_wrap=_render.is_fix(note))
        else:
            notes = (note.plain for note in _render.compatibility_notes(rows))
            put("\n".join((_lines.compatibility(rows), *notes)))


def features(
    table: TableArgument,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """List the features that a table supports, enables and uses."""
    with session(conf, packages) as spark, asked_for(table):
        _print(table_of(spark, table).features().collect(), _FEATURES, output)


def history(
    table: TableArgument,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """List the commits that changed the protocol of a table."""
    with session(conf, packages) as spark, asked_for(table):
        _print(table_of(spark, table).protocolHistory().collect(), _HISTORY, output)


def protocol(
    table: TableArgument,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """Describe the protocol of a table, and what is wrong with it."""
    with session(conf, packages) as spark, asked_for(table):
        rows = table_of(spark, table).protocol().collect()
        put(_lines.as_json(rows) if output is Format.json else _lines.facts(rows[0].asDict()))


def clients(
    like: Annotated[
        str | None,
        typer.Argument(help="Show only names that match this pattern, as in SHOW TABLES LIKE."),
    ] = None,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """List the client registry, with evidence and date."""
    with session(conf, packages) as spark:
        rows = client_registry(spark, like).collect()
        console = Console()
        if output is Format.json:
            put(_lines.as_json(rows))
        elif console.is_terminal:
            console.print(_render.clients_table(rows))
            for source in _render.clients_sources(rows):
                console.print(source, soft_wrap=True)
        else:
            put(_lines.clients(rows))


def _print(rows: Sequence[Row], columns: Sequence[str], output: Format) -> None:
    values = [row.asDict() for row in rows]
    if output is Format.json:
        put(_lines.as_json(rows))
    elif (console := Console()).is_terminal:
        console.print(_render.columns_table(values, columns))
    else:
        put(_lines.columns(values, columns))
