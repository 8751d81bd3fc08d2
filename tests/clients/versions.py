"""The order of versions as vendors write them."""

from __future__ import annotations

import re

_DOTTED = re.compile(r"(\d+(?:\.\d+)*)(?: LTS)?(?: - .*)?$")


def order(version: str) -> tuple[int, ...]:
    """A key to sort by; what is no dotted number comes first."""
    match = _DOTTED.match(version)
    if match is None:
        return ()
    numbers = [int(part) for part in match.group(1).split(".")]
    return (1, *numbers, *[0] * (5 - len(numbers)))
