"""The picture in the README: parts of the demo, as a terminal shows them."""

from __future__ import annotations

import io
import re
from pathlib import Path

from pyspark.sql import SparkSession
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from deltaward import demo
from pages import ROOT

FILE = ROOT / "docs" / "images" / "demo.svg"


def render(spark: SparkSession, folder: Path) -> str:
    """Return the picture as SVG, the same for the same text; it loads no font from elsewhere."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    table = folder / "deletion_vectors"
    demo._deletion_vectors(spark, table)
    demo._show(spark, console, table)
    demo._refused(spark, console, folder / "protected")
    svg = console.export_svg(
        title="make demo",
        unique_id="demo",
        code_format=re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL),
    )
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"
