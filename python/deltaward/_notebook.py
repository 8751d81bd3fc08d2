"""What a notebook shows in place of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException

from deltaward._templates import environment
from deltaward._totals import totals

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row

    from deltaward._plan import DropPlan
    from deltaward._report import Report


def shown(frame: DataFrame, draw: Callable[[DataFrame], str]) -> DataFrame:
    """Give an answer a form for notebooks; all else about it, and its text, stays.

    What is made from the frame is a frame as any other.
    """
    frame._repr_html_ = lambda: _tried(lambda: draw(frame))  # type: ignore[method-assign]
    _let_ipython_ask(type(frame))
    return frame


def verdicts_of(frame: Callable[[], DataFrame], title: str) -> str:
    """Render the answer of one table, which is asked for here."""
    return _tried(lambda: verdicts(frame().collect(), title))


def verdicts(rows: Iterable[Row], title: str = "") -> str:
    """Render the verdicts of a table as a grid."""
    rows = list(rows)
    return _macro("verdicts", title or _name(rows), rows)


def plan(of: DropPlan) -> str:
    """Render the steps of a plan, and who gains and loses by them."""
    return _macro("plan", of, [(words, names) for words, names in of._clients.items() if names])


def summary(report: Report) -> str:
    """Render how many tables each client can read and write."""
    return _macro("summary", totals(report))


def _let_ipython_ask(kind: type[DataFrame]) -> None:
    """Have IPython ask frames for their form, where nobody has told it another way.

    By itself it asks none of Spark Connect: a frame that has a column of any name has every
    attribute, and IPython believes nothing that claims so.
    """
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        html = shell.display_formatter.formatters["text/html"]
        if html.for_type(kind) is None:
            html.for_type(kind, lambda frame: frame._repr_html_())


def _tried(draw: Callable[[], str]) -> str:
    """Show an error as what it says: whoever only looked at something asked for no traceback."""
    try:
        return draw()
    except PySparkException as error:
        return _macro("problem", str(error))


def _macro(name: str, *values: Any) -> str:
    module: Any = environment().get_template("notebook.html.j2").module
    return str(getattr(module, name)(*values))


def _name(rows: list[Row]) -> str:
    return (rows[0].tableName or rows[0].location or "") if rows else ""
