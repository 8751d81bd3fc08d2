"""HTML that notebooks show instead of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pyspark.errors import PySparkException

from deltaward._report.templates import environment
from deltaward._report.totals import totals

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, Row

    from deltaward._plan import DropPlan
    from deltaward._report.result import AuditResult


def shown(frame: DataFrame, draw: Callable[[DataFrame], str]) -> DataFrame:
    """Adds an HTML form for notebooks to a DataFrame, and changes nothing else.

    DataFrames made from this one do not have the form.
    """
    frame._repr_html_ = lambda: _tried(lambda: draw(frame))  # type: ignore[method-assign]
    _let_ipython_ask(type(frame))
    return frame


def verdicts_of(frame: Callable[[], DataFrame], title: str) -> str:
    """Collects the verdicts of one table and renders them as a grid."""
    return _tried(lambda: verdicts(frame().collect(), title))


def verdicts(rows: Iterable[Row], title: str = "") -> str:
    """Renders the verdicts of a table as a grid."""
    rows = list(rows)
    return _macro("verdicts", title or _name(rows), rows)


def plan(of: DropPlan) -> str:
    """Renders the steps of a plan, and the clients that gain and lose access."""
    return _macro("plan", of, [(words, names) for words, names in of._clients.items() if names])


def summary(report: AuditResult) -> str:
    """Renders the number of tables that each client can read and write."""
    return _macro("summary", totals(report))


def _let_ipython_ask(kind: type[DataFrame]) -> None:
    """Makes IPython show the HTML form of DataFrames, unless it has another formatter for them.

    By default IPython ignores the form of Spark Connect DataFrames. They claim to have every
    attribute, since an attribute may be a column, and IPython distrusts such objects.
    """
    ipython: Any = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        html = shell.display_formatter.formatters["text/html"]
        if html.for_type(kind) is None:
            html.for_type(kind, lambda frame: frame._repr_html_())


def _tried(draw: Callable[[], str]) -> str:
    """Renders an error as its message: a user who displays an object expects no traceback."""
    try:
        return draw()
    except PySparkException as error:
        return _macro("problem", str(error))


def _macro(name: str, *values: Any) -> str:
    module: Any = environment().get_template("notebook.html.j2").module
    return str(getattr(module, name)(*values))


def _name(rows: list[Row]) -> str:
    return (rows[0].tableName or rows[0].location or "") if rows else ""
