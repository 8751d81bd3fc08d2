"""Implements ``deltaward audit``, which checks many tables."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from deltaward import _sql
from deltaward._cli.progress import progress
from deltaward._cli.session import (
    FOUND,
    ConfOption,
    PackagesOption,
    absolute,
    failures,
    put,
    session,
)
from deltaward._cli.usual_clients import USUAL, usual_clients
from deltaward._report.findings import summary
from deltaward._report.formats import text as _report_text
from deltaward._report.formats.html import html
from deltaward._report.report import Report, report
from deltaward._table import audit as audited
from deltaward._terminal.visible import printable

if TYPE_CHECKING:
    from deltaward._report.model import Kind

# Enough partitions per core to show an audit's progress, and few enough to cost nothing.
_PARTS_A_CORE = 16


class Format(str, Enum):
    """Output format of a report."""

    text = "text"
    json = "json"
    markdown = "markdown"
    html = "html"
    sarif = "sarif"


class FailOn(str, Enum):
    """Kind of finding that makes the exit code 1."""

    any = "any"
    read = "read"
    write = "write"
    wrong = "wrong"
    policy = "policy"
    unreadable = "unreadable"


_KINDS: dict[FailOn, set[Kind]] = {
    # A table that was not read is not known to be clean, so each kind includes "unreadable".
    FailOn.read: {"read", "unreadable"},
    FailOn.write: {"write", "unreadable"},
    FailOn.wrong: {"wrong", "unreadable"},
    FailOn.policy: {"policy", "unreadable"},
    FailOn.unreadable: {"unreadable"},
    FailOn.any: {"read", "write", "wrong", "policy", "unreadable"},
}


def audit(  # noqa: PLR0913, PLR0917 - one parameter per option
    root: Annotated[
        str | None,
        typer.Argument(help="Check all tables below this directory, on any file system."),
    ] = None,
    catalog: Annotated[str | None, typer.Option(help="Check all tables of this catalog.")] = None,
    schema: Annotated[str | None, typer.Option(help="Check all tables of this schema.")] = None,
    table: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Check this table. Can be repeated.")
    ] = None,
    client: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=VERSION]",
            help="Check only this client, or an access path: 'deltalake[rust]'. Can be repeated. "
            f"Default: the clients that policies require, else {', '.join(USUAL)}.",
        ),
    ] = None,
    all_clients: Annotated[
        bool, typer.Option("--all-clients", help="Check every client of the registry.")
    ] = False,
    all_versions: Annotated[
        bool, typer.Option("--all-versions", help="Check every known version of each client.")
    ] = False,
    all_access_paths: Annotated[
        bool,
        typer.Option(
            "--all-access-paths", help="Also show access paths that neither read nor write."
        ),
    ] = False,
    policy: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Check the tables against the policies of this file."),
    ] = None,
    form: Annotated[
        Format,
        typer.Option(
            "--format",
            help="Format of the report. text is a table on a terminal, else a line per table.",
        ),
    ] = Format.text,
    file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the report to this file."),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Show only what is new since this audit (a file of --format json)."
        ),
    ] = None,
    fail_on: Annotated[
        list[FailOn] | None,
        typer.Option(help="Exit with 1 only for these findings. Can be repeated. Default: any."),
    ] = None,
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="Exit with 0, not 2, if there is no Delta table.")
    ] = False,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """Show which clients can read and write the tables of a lake.

    Ends with 1 if there are findings, and with 2 if deltaward fails or finds no table.
    """
    began = time.monotonic()
    place = root or catalog or schema or ", ".join(table or [])
    properties = []
    with failures():
        _require_asked(root, catalog, schema, table or None, client)
        if client and all_clients:
            raise ValueError("give --client or --all-clients, not both")
        earlier = _earlier(baseline) if baseline else None
        if file:
            _require_writable(file)
        if policy:
            properties.append(f"spark.deltaward.policies.path={_policies(policy)}")
    parts = f"spark.default.parallelism={_PARTS_A_CORE * (os.cpu_count() or 1)}"
    terminal = Console(stderr=True)
    with session([*(conf or []), *properties], packages, defaults=[parts]) as spark:
        started = time.monotonic()
        usual = None if client or all_clients else usual_clients(spark)
        with progress(spark, terminal):
            found = report(
                audited(
                    spark,
                    catalog,
                    schema,
                    absolute(root) if root is not None else None,
                    table or None,
                    clients=client or usual,
                    allVersions=all_versions,
                    allAccessPaths=all_access_paths,
                )
            )
        if not found.tables and not allow_empty:
            raise ValueError(
                f"{place}: there is no Delta table. Check the place, or add --allow-empty"
            )
        shown = found.since(earlier) if earlier else found
        if form is Format.html:
            shown = shown.with_histories(spark)
        ended = time.monotonic()
    console = Console()
    with failures():
        if file:
            text = _WRITERS[form](shown, place)
            file.write_text(text, encoding="utf-8", errors="replace")
        elif form is Format.text and console.is_terminal:
            console.print(_report_text.renderable(shown))
        else:
            put(_WRITERS[form](shown, place).rstrip("\n"))
    # Goes to standard error: a program may read standard output, and --output shows nothing.
    _tell(terminal, f"{place}: {summary(shown)}")
    if usual:
        _tell(terminal, f"asked about {', '.join(usual)}; see --client and --all-clients")
    if terminal.is_terminal:
        took = f"Spark started in {started - began:.1f} s, reading took {ended - started:.1f} s."
        terminal.print(took, style="dim", highlight=False)
    fatal = set[str]().union(*(_KINDS[each] for each in fail_on or [FailOn.any]))
    if any(finding.kind in fatal for finding in shown.findings()):
        raise typer.Exit(FOUND)


def _tell(terminal: Console, text: str) -> None:
    terminal.print(printable(f"deltaward: {text}"), markup=False, highlight=False, soft_wrap=True)


def _require_asked(
    root: str | None,
    catalog: str | None,
    schema: str | None,
    tables: list[str] | None,
    client: list[str] | None,
) -> None:
    """Rejects invalid arguments before Spark starts, since the start takes seconds."""
    if sum(each is not None for each in (root, catalog, schema, tables)) != 1:
        raise ValueError("give one of ROOT, --catalog, --schema and --table")
    for name in (catalog, schema, *(tables or [])):
        if name is not None:
            _sql.table_name(name)
    if root is not None:
        _sql.table_path(root)
        if Path(root).is_file():
            raise ValueError(f"{root} is a file; ROOT is a directory with tables below it")
    if client:
        _sql.clients(client)


def _require_writable(file: Path) -> None:
    target = file if file.exists() else file.absolute().parent
    if file.is_dir():
        raise ValueError(f"{file} is a directory; --output is a file")
    if not target.exists():
        raise ValueError(f"the directory {target} for {file.name} does not exist")
    if not os.access(target, os.W_OK):
        raise ValueError(f"{file} cannot be written")


def _earlier(file: Path) -> Report:
    try:
        return Report.from_json(file.read_bytes())
    except ValueError as failure:
        raise ValueError(f"the baseline {file} {failure}") from None
    except OSError as failure:
        raise ValueError(f"the baseline {file} cannot be read: {failure.strerror}") from None


def _policies(file: str) -> str:
    path = absolute(file)
    if path.startswith("/") and not Path(path).is_file():
        raise ValueError(f"there is no file {file} with policies")
    return path


def _text(shown: Report, _place: str) -> str:
    return "\n".join(_report_text.lines(shown))


_WRITERS: dict[Format, Callable[[Report, str], str]] = {
    Format.text: _text,
    Format.json: lambda shown, _place: shown.to_json(),
    Format.markdown: lambda shown, place: shown.to_markdown(place),
    Format.html: lambda shown, place: html(shown, f"Audit of {place}"),
    Format.sarif: lambda shown, _place: shown.to_sarif(),
}
