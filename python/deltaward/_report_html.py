"""A report as one HTML file that needs nothing else, and lets nothing else in."""

from __future__ import annotations

import math
from datetime import datetime, timezone
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from deltaward._bars import bar
from deltaward._report_data import moment, script_data
from deltaward._templates import VERDICT_SIGNS, digest, environment, part
from deltaward._totals import totals

if TYPE_CHECKING:
    from deltaward._report import Report

_SCRIPTS = ("data.js", "elements.js", "filter.js", "list.js", "details.js", "state.js")
_HEAT_STEPS = 5
_MOST = 50


def html(report: Report, title: str) -> str:
    """Render a report as a page.

    Names, properties and messages are escaped wherever they stand, and the page forbids itself
    every script but its own, and any connection.
    """
    from markupsafe import Markup  # noqa: PLC0415 - heavy, with the templates

    style = Markup("\n") + part("report.css")
    script = Markup('\n"use strict";\n') + Markup("\n").join(part(name) for name in _SCRIPTS)
    counted = totals(report)
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            title=title,
            totals=counted,
            signs=VERDICT_SIGNS,
            bar=bar,
            warmth=partial(_warmth, counted.heat.largest),
            most=_MOST,
            written=moment(datetime.now(timezone.utc)),
            product=version("deltaward"),
            style=style,
            style_digest=digest(style),
            script=script,
            script_digest=digest(script),
            data=Markup(script_data(report)),  # which has escaped what could end it
        )
    )


def _warmth(largest: int, number: int) -> int:
    """Return how warm a figure is, from 1 on; by its root, so that small ones differ too."""
    return max(1, math.ceil(_HEAT_STEPS * math.sqrt(number / largest)))
