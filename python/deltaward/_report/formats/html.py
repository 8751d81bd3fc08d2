"""Renders a report as one HTML file that needs no other file and allows no other script."""

from __future__ import annotations

import math
from datetime import datetime, timezone
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from deltaward._report.bars import bar
from deltaward._report.page_data import moment, script_data
from deltaward._report.templates import VERDICT_SIGNS, digest, environment, part
from deltaward._report.totals import totals

if TYPE_CHECKING:
    from deltaward._report.result import AuditResult

_SCRIPTS = ("data.js", "elements.js", "filter.js", "list.js", "details.js", "state.js")
_HEAT_STEPS = 5
_MOST = 50


def html(report: AuditResult, title: str) -> str:
    """Renders a report as a page.

    Escapes all names, properties and messages. The page's Content Security Policy forbids all
    connections, and all scripts except its own.
    """
    from markupsafe import Markup  # noqa: PLC0415 - heavy, and needed only for pages

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
            data=Markup(script_data(report)),  # script_data escapes its text
        )
    )


def _warmth(largest: int, number: int) -> int:
    """Returns a number's step on the heat scale, from 1. The root separates small numbers."""
    return max(1, math.ceil(_HEAT_STEPS * math.sqrt(number / largest)))
