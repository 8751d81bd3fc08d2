"""``python -m deltaward`` and the ``deltaward`` script."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from deltaward._cli import app  # noqa: PLC0415 - so that importing this module runs nothing

    app(prog_name="deltaward")


if __name__ == "__main__":
    main()
