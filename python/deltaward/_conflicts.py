"""Conflicts of commits as Delta's own Python exceptions, without the user's doing."""

from __future__ import annotations

from deltaward._exceptions import ConfigurationError


def type_on_classic() -> None:
    """Have Spark Classic raise the exceptions of ``delta.exceptions``: to import it is enough."""
    import delta.exceptions  # noqa: F401, PLC0415 - heavy


def type_on_connect() -> None:
    """Have Spark Connect raise them too.

    Raises:
        ConfigurationError: the packages that Spark Connect needs are not installed.
    """
    try:
        import delta.connect  # noqa: F401, PLC0415 - needs the extra
    except ImportError as missing:
        raise ConfigurationError(
            "Spark Connect needs packages that are not installed; "
            f"run: pip install 'deltaward[connect]' ({str(missing).splitlines()[0]})"
        ) from missing
