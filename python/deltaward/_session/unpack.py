"""Unpacks deltaward's jars, which a wheel carries in one archive.

The archive is small because the jars of two lines share most of their classes.
"""

from __future__ import annotations

import os
import tarfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory, mkdtemp

from deltaward._exceptions import ConfigurationError


def unpack(archive: Path, jar: str) -> Path | None:
    """Returns the path of a copy of a jar, or None if the archive lacks the jar.

    Unpacks the jar if the user's cache, ``~/.cache/deltaward`` or ``$XDG_CACHE_HOME/deltaward``,
    has no copy. Uses a temporary folder if the cache cannot be written.

    Args:
        archive: a tar file, compressed by xz.
        jar: the name of the jar's file.

    Raises:
        ConfigurationError: this Python has no ``lzma``.
    """
    # Two builds of one version have equal names for different jars.
    digest = sha256(archive.read_bytes()).hexdigest()[:16]
    try:
        root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return _unpack_into(Path(root, "deltaward", digest), archive, jar)
    # Path.home() raises RuntimeError for a user without a home.
    except (OSError, RuntimeError):
        return _unpack_into(_temporary_folder(), archive, jar)


@cache
def _temporary_folder() -> Path:
    return Path(mkdtemp(prefix="deltaward-"))


def _unpack_into(folder: Path, archive: Path, jar: str) -> Path | None:
    copy = folder / jar
    if copy.is_file():
        return copy
    try:
        with tarfile.open(archive, "r:xz") as packed:
            entry = next((entry for entry in packed if entry.name == jar), None)
            content = entry and packed.extractfile(entry)
            if not content:
                return None
            folder.mkdir(parents=True, exist_ok=True)
            # Other processes see the whole copy, or none.
            with TemporaryDirectory(dir=folder) as place:
                part = Path(place, jar)
                with part.open("wb") as file:
                    copyfileobj(content, file)
                part.replace(copy)
    except tarfile.CompressionError as absent:
        raise ConfigurationError(
            f"this Python cannot unpack deltaward's jar: {absent}. Use a Python that has lzma"
        ) from None
    return copy
