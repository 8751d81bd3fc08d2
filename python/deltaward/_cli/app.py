"""The commands of the command line, and their exit codes.

Exit codes: 0 for success, 1 for findings or an impossible plan, 2 for a failure, 130 for an
interrupt.
"""

from __future__ import annotations

from importlib.metadata import version as installed
from typing import Annotated

import typer
from rich.console import Console

from deltaward import demo as script
from deltaward._cli.audit import audit
from deltaward._cli.plan import plan
from deltaward._cli.rows import clients, features, history, protocol, show
from deltaward._cli.session import failures, session
from deltaward._session.jar import delta_version, jar_path
from deltaward._session.options import spark_options

_WITHOUT_TERMINAL = 120

app = typer.Typer(
    help="Protocol and concurrency governance for Delta Lake.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(asked: bool) -> None:
    if asked:
        delta, spark = delta_version(), installed("pyspark")
        print(f"deltaward {installed('deltaward')} (Delta Lake {delta}, Spark {spark})")
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


for _command in (audit, show, plan, features, history, protocol, clients):
    app.command()(_command)


@app.command()
def options() -> None:
    """Print the options for spark-submit, pyspark and spark-sql.

    Prints one line. A Spark Connect server takes the same options.
    """
    with failures():
        print(spark_options())


@app.command()
def jar(
    spark: Annotated[
        str | None, typer.Option(help="The Spark of another machine, such as 3.5.")
    ] = None,
    delta: Annotated[
        str | None, typer.Option(help="The Delta Lake of another machine, such as 3.3.")
    ] = None,
    scala: Annotated[
        str | None, typer.Option(help="The Scala of that Spark, if not that of PySpark: 2.13.")
    ] = None,
) -> None:
    """Print the path of deltaward's jar, for this machine or for another one."""
    with failures():
        print(jar_path(spark, delta, scala))


@app.command()
def demo() -> None:
    """Run the main job on real Delta tables in a temporary folder."""
    console = Console()
    with session() as spark:
        script.run(spark, console if console.is_terminal else Console(width=_WITHOUT_TERMINAL))
