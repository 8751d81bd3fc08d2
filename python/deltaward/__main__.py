"""Entry point of ``python -m deltaward`` and of the ``deltaward`` script."""

from __future__ import annotations

import sys
import traceback

# Python would exit with 1, which means findings.
_FAILED = 2


def main() -> None:
    """Runs the command line. Exits with 2 on an unexpected error."""
    try:
        from deltaward._cli.app import app  # noqa: PLC0415 - nothing runs on import
    except ModuleNotFoundError as missing:
        print(f"deltaward: {missing}; run: pip install jinja2 pydantic rich typer", file=sys.stderr)
        sys.exit(_FAILED)
    try:
        app(prog_name="deltaward")
    except Exception:
        traceback.print_exc()
        sys.exit(_FAILED)


if __name__ == "__main__":
    main()
