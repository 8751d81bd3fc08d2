"""``python -m deltaward`` and the ``deltaward`` script."""

from __future__ import annotations

import sys
import traceback


def main() -> None:
    """Run the command line."""
    from deltaward._cli import app  # noqa: PLC0415 - so that importing this module runs nothing
    from deltaward._cli_session import FAILED  # noqa: PLC0415 - the same

    try:
        app(prog_name="deltaward")
    except Exception:
        # Python would end with 1, which stands for findings.
        traceback.print_exc()
        sys.exit(FAILED)


if __name__ == "__main__":
    main()
