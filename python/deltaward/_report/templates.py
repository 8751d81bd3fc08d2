"""Templates for browsers and notebooks, which escape every value."""

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
"""The style, sign and words of each verdict, so that colour is never the only difference."""


@functools.cache
def environment() -> Environment:
    """Returns the Jinja environment, with the filters that all templates share."""
    # Most users of the package never render a template.
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
    """Returns the URL fragment that applies a query to the page's list."""
    return "#" + urlencode(query, errors="replace")


def sign(verdict: str) -> tuple[str, str, str]:
    """Returns the style, sign and words of a verdict. An unrecognised verdict is its own words."""
    return VERDICT_SIGNS.get(verdict, ("unknown", "?", verdict))


@functools.cache
def part(name: str) -> Markup:
    """Returns a style sheet or script of this package unescaped. It has no placeholders."""
    from markupsafe import Markup  # noqa: PLC0415 - few users render a template

    return Markup((resources.files("deltaward") / "templates" / name).read_text("utf-8"))


def digest(text: str) -> str:
    """Returns the hash that identifies a text in a Content Security Policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
