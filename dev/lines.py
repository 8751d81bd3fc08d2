"""Prints the lines of Spark and Delta Lake that are built, the newest last.

Usage: lines.py, or lines.py LINE for the Spark and the Delta Lake of one. Prints nothing for an
unknown line. Needs only the standard library.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def _product() -> Any:
    """Loads the product's module by its path, since importing the product needs PySpark."""
    place = ROOT / "python" / "deltaward" / "_session" / "lines.py"
    spec = spec_from_file_location("deltaward_lines", place)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


LINES = {line.name: line for line in _product().lines()}
"""The lines by name, the newest last."""


def main() -> None:
    """Prints the names, or two versions."""
    if len(sys.argv) == 1:
        print(" ".join(LINES))
    elif line := LINES.get(sys.argv[1]):
        print(line.spark, line.releases[0])


if __name__ == "__main__":
    main()
