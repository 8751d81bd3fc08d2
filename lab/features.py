"""The names of table features that a client may be asked for."""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = ("ReleasedFeatures", "PreviewFeatures", "ProposedFeatures")
_ROW = re.compile(
    r'(?:legacy|listed|written|row|Feature|described\("[^"]+"\))\(\s*"([A-Za-z][A-Za-z0-9-]*)"'
)


def known(root: Path) -> set[str]:
    """Every name in the product's own catalogue of features.

    Args:
        root: the repository.
    """
    folder = root / "scala/core/src/main/scala/io/deltaward/protocol"
    return {
        name
        for source in SOURCES
        for name in _ROW.findall((folder / f"{source}.scala").read_text())
    }
