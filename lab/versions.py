"""The order of versions as vendors write them."""

from __future__ import annotations

import re

_DOTTED = re.compile(r"(\d+(?:\.\d+)*)(?: LTS)?(?: - .*)?$")
_AFTER = re.compile(r"after (\d+(?:\.\d+)*)\b")


def order(version: str) -> tuple[int, ...]:
    """Returns a key to sort by. A text that is no dotted number comes first.

    Example:
        >>> order("471") < order("after 471, commit 4695f889") < order("472")
        True
    """
    if after := _AFTER.match(version):
        return (*order(after[1]), 1)
    match = _DOTTED.match(version)
    if match is None:
        return ()
    numbers = [int(part) for part in match.group(1).split(".")]
    return (1, *numbers, *[0] * (5 - len(numbers)))
