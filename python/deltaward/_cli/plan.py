"""Implements ``deltaward plan``, which shows the steps of a change and runs none of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console

from deltaward._cli.rows import Format, FormatOption
from deltaward._cli.session import (
    FOUND,
    ConfOption,
    PackagesOption,
    TableArgument,
    asked_for,
    failures,
    put,
    session,
    table_of,
)
from deltaward._exceptions import CannotMakeCompatibleError
from deltaward._plan import stops_streams
from deltaward._terminal import lines as _lines
from deltaward._terminal import render as _render

if TYPE_CHECKING:
    from deltaward._table import Table

_STEPS = ("step", "action", "commits", "files", "bytes", "earliest", "description", "statement")
_STATEMENTS = ("step", "status", "commits", "files", "bytes", "earliest", "statement")
_PLAIN: dict[str, Any] = {"markup": False, "highlight": False}
_WHO = {
    "gainingRead": "can read again",
    "gainingWrite": "can write again",
    "losingRead": "can no longer read",
    "losingWrite": "can no longer write",
}


def plan(  # noqa: PLR0913, PLR0917 - one parameter per option
    table: TableArgument,
    drop: Annotated[
        str | None, typer.Option(metavar="FEATURE", help="Plan the drop of this feature.")
    ] = None,
    client: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[=VERSION]", help="Plan to make the table work with this client."
        ),
    ] = None,
    access: Annotated[
        Literal["read", "write"] | None,
        typer.Option(help="With --client: whether it must read or write. Default: both."),
    ] = None,
    truncate_history: Annotated[
        bool,
        typer.Option(
            "--truncate-history", help="With --drop: plan DROP FEATURE ... TRUNCATE HISTORY."
        ),
    ] = False,
    output: FormatOption = Format.text,
    conf: ConfOption = None,
    packages: PackagesOption = None,
) -> None:
    """Plan to drop a feature, or to let a client in; exit 1 where there is no way."""
    with failures():
        if (drop is None) == (client is None):
            raise ValueError("give one of --drop and --client")
        if truncate_history and drop is None:
            raise ValueError("--truncate-history goes with --drop")
        if access and client is None:
            raise ValueError("--access goes with --client")
    with session(conf, packages) as spark, asked_for(table):
        asked = table_of(spark, table)
        if drop is not None:
            _dropping(asked, drop, truncate_history, output)
        elif client is not None:
            _letting_in(asked, client, access, output)


def _dropping(table: Table, feature: str, truncate_history: bool, output: Format) -> None:
    planned = table.planDrop(feature, truncateHistory=truncate_history)
    _print([asdict(step) for step in planned.steps], _STEPS, output)
    if any(step.action == "REFUSE" for step in planned.steps):
        raise typer.Exit(FOUND)


def _letting_in(
    table: Table, client: str, access: Literal["read", "write"] | None, output: Format
) -> None:
    try:
        rows = table.makeCompatible(client, access=access, dryRun=True).collect()
    except CannotMakeCompatibleError as refusal:
        with failures(FOUND):
            raise refusal
    if not rows and output is Format.text:
        put(f"{client} already has that access")
    else:
        _print([row.asDict() for row in rows], _STATEMENTS, output)


def _print(steps: Sequence[Mapping[str, Any]], columns: Sequence[str], output: Format) -> None:
    if output is Format.json:
        put(_lines.objects(steps))
        return
    told = [
        f"{words}: {', '.join(names)}"
        for column, words in _WHO.items()
        if (names := sorted({name for step in steps for name in step[column]}))
    ]
    told += [
        f"run now, it fails with {step['errorCondition']}"
        for step in steps
        if step["errorCondition"]
    ][:1]
    told += [f"streams: {step['streams']}" for step in steps if stops_streams(step["streams"])]
    console = Console()
    if console.is_terminal:
        *narrow, last = columns
        console.print(_render.columns_table(steps, narrow))
        for step in steps:
            # The terminal itself wraps a long line, and copies it as one line.
            console.print(f"{step['step']:>4}  {_lines.cell(step[last])}", soft_wrap=True, **_PLAIN)
        for line in told:
            console.print(line, **_PLAIN)
    else:
        put("\n".join((_lines.columns(steps, columns), *told)))
