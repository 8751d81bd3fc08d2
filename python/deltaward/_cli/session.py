"""The Spark session, arguments and error handling that commands share."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from py4j.protocol import Py4JError
from pyspark.errors import AnalysisException, PySparkException
from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner

from deltaward._exceptions import condition_of
from deltaward._session.local import local_session
from deltaward._table import Table, forName, forPath, protocolPolicy
from deltaward._terminal.visible import printable

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FOUND = 1
"""Exit code for findings, or for a plan that cannot be carried out."""

FAILED = 2
INTERRUPTED = 130

_NOT_THERE = {"CATALOG_NOT_FOUND", "SCHEMA_NOT_FOUND", "TABLE_OR_VIEW_NOT_FOUND"}
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")

ConfOption = Annotated[
    list[str] | None,
    typer.Option(
        "--conf",
        metavar="KEY=VALUE",
        help="Spark property, for example of a catalog. Can be repeated.",
    ),
]
PackagesOption = Annotated[
    str | None, typer.Option(help="Maven packages (group:artifact:version), separated by commas.")
]
TableArgument = Annotated[
    str, typer.Argument(help="Directory of a Delta table, or the name of a table in the catalog.")
]


@contextmanager
def failures(code: int = FAILED) -> Iterator[None]:
    """Turns an error into one line on standard error and an exit code.

    The exit code is 130 for an interrupt, and ``code`` for other errors.
    """
    terminal = Console(stderr=True)
    try:
        yield
    except (PySparkException, Py4JError, ValueError, OSError) as failure:
        terminal.print(_one_line(failure), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(code) from None
    except KeyboardInterrupt:
        terminal.print("deltaward: interrupted", style="red")
        raise typer.Exit(INTERRUPTED) from None


@contextmanager
def session(
    conf: list[str] | None = None, packages: str | None = None, defaults: Iterable[str] = ()
) -> Iterator[SparkSession]:
    """Starts Spark for a command, and stops it at the end.

    Args:
        conf: Spark properties of the user, each ``KEY=VALUE``.
        packages: Maven packages of the user, separated by commas.
        defaults: Spark properties of the command, each ``KEY=VALUE``. The user's override them.
    """
    with failures():
        properties = dict(map(_property, [*defaults, *(conf or [])]))
        more = [package for package in (packages or "").split(",") if package]
        with ExitStack() as running:
            with spinner("Starting Spark ..."):
                spark = running.enter_context(local_session("deltaward", properties, more))
            _require_known(spark, properties)
            yield spark


@contextmanager
def spinner(text: str) -> Iterator[None]:
    """Shows a spinner if standard error is a terminal.

    Writes to a copy of the descriptor, since :func:`local_session` sends descriptor 2 to a file
    while the JVM starts.
    """
    with os.fdopen(os.dup(2), "w") as copy:
        terminal = Console(file=copy)
        turning = Live(
            Spinner("dots", text),
            console=terminal,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        with turning if terminal.is_terminal else nullcontext():
            yield


def table_of(spark: SparkSession, text: str) -> Table:
    """Returns the table that a command-line argument names.

    An argument with a slash, or the name of an existing directory, is a path. Any other argument
    is a table name, and so is ``delta.`/lake/orders```.
    """
    if _SCHEME.match(text):
        return forPath(spark, text)
    if not text.startswith("delta.`") and ("/" in text or Path(text).is_dir()):
        # With an absolute path, the user can run a printed fix from any directory.
        return forPath(spark, str(Path(text).absolute()))
    return forName(spark, text)


def absolute(path: str) -> str:
    """Makes a local path absolute. Leaves a path with a scheme unchanged."""
    return path if _SCHEME.match(path) else str(Path(path).absolute())


@contextmanager
def asked_for(table: str) -> Iterator[None]:
    """Replaces Spark's error for a missing table, which mentions only a name.

    Raises:
        ValueError: there is no directory and no table of that name.
    """
    nothing = (
        f"there is no directory {table} here, and no table of that name in the catalog; "
        "a catalog is set with --conf and --packages"
    )
    try:
        yield
    except AnalysisException as failure:
        if condition_of(failure) not in _NOT_THERE:
            raise
        raise ValueError(nothing) from None


def put(text: str) -> None:
    """Prints a text. Ignores a closed pipe, as after ``| head``."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # Python flushes standard output at its exit, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _require_known(spark: SparkSession, properties: dict[str, str]) -> None:
    """Rejects invalid ``spark.deltaward`` properties, which Spark would accept silently."""
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
    told = str(failure).partition("JVM stacktrace:")[0]
    return "deltaward: " + printable(" ".join(told.split()))
