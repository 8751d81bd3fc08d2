"""The templates of what is shown in a browser or a notebook; whatever is put in is escaped."""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Mapping
from importlib import resources
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

VERDICT_SIGNS = {
    "OK": ("ok", "✓", "OK"),
    "DEGRADED": ("degraded", "◐", "degraded"),
    "BLOCKED": ("blocked", "✕", "blocked"),
    "HARMS_OTHERS": ("harm", "⚠", "harms others"),
    "SILENTLY_WRONG": ("wrong", "‼", "silently wrong"),
    "UNKNOWN": ("unknown", "?", "unknown"),
    "NOT_OFFERED": ("none", "·", "not offered"),
}
"""The style, the sign and the words of each verdict: none is told by its colour alone."""


@functools.cache
def environment() -> Environment:
    """Return where the templates come from, with what they share."""
    # Most who import the package never look at a template.
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    made = Environment(
        loader=PackageLoader("deltaward"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["sign"] = sign
    made.filters["fragment"] = _fragment
    made.filters["figure"] = lambda number: f"{number:,}"
    return made


def _fragment(query: Mapping[str, str]) -> str:
    """Return what the address ends with where the list is asked for this."""
    return "#" + urlencode(query, errors="replace")


def sign(verdict: str) -> tuple[str, str, str]:
    """Return how to show a verdict; one that is not known as it is."""
    return VERDICT_SIGNS.get(verdict, ("unknown", "?", verdict))


@functools.cache
def part(name: str) -> Markup:
    """Return a style sheet or a script of this package as it is: nothing is put into it."""
    from markupsafe import Markup  # noqa: PLC0415 - as above

    return Markup((resources.files("deltaward") / "templates" / name).read_text("utf-8"))


def digest(text: str) -> str:
    """Return by what a Content Security Policy knows a text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
