"""Entry point of ``python -m deltaward`` and of the ``deltaward`` script."""

from __future__ import annotations

import sys
import traceback


def main() -> None:
    """Runs the command line. Exits with 2 on an unexpected error."""
    from deltaward._cli.app import app  # noqa: PLC0415 - nothing runs on import
    from deltaward._cli.session import FAILED  # noqa: PLC0415 - nothing runs on import

    try:
        app(prog_name="deltaward")
    except Exception:
        # Python would exit with 1, which means findings.
        traceback.print_exc()
        sys.exit(FAILED)


if __name__ == "__main__":
    main()
