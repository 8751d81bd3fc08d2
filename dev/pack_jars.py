"""Packs the jars of all lines into one archive, when the wheel or the source distribution is built.

The jars of two lines share most of their class files. The archive stores each jar uncompressed, so
that xz finds the class files that it has seen in another jar: all jars together then take about as
many bytes as one.
"""

from __future__ import annotations

import io
import lzma
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ARCHIVE = "jars.tar.xz"

# xz looks back 64 MB, as with `xz -9`. Its higher presets save a fifth, and take six times as long.
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 1, "dict_size": 1 << 26}]


class PackJars(BuildHookInterface[Any]):
    """Adds the archive to what is built. An editable install uses the jars as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes the archive. A source distribution that was unpacked has it already."""
        jars = sorted(Path(self.root, "python", "deltaward", "jars").glob("*.jar"))
        if version == "editable" or not jars:
            return
        # Lives as long as this hook: until the archive is part of what is built.
        self.folder = TemporaryDirectory()
        archive = Path(self.folder.name, ARCHIVE)
        pack(jars, archive)
        package = "python/deltaward" if self.target_name == "sdist" else "deltaward"
        build_data["force_include"][str(archive)] = f"{package}/{ARCHIVE}"


def pack(jars: list[Path], archive: Path) -> None:
    """Writes an archive of jars. Equal jars make equal archives."""
    with (
        lzma.open(archive, "wb", filters=FILTERS) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as tar,
    ):
        for jar in jars:
            content = uncompressed(jar)
            entry = tarfile.TarInfo(jar.name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))


def uncompressed(jar: Path) -> bytes:
    """Returns a jar whose entries are stored as they are."""
    stored = io.BytesIO()
    with zipfile.ZipFile(jar) as packed, zipfile.ZipFile(stored, "w") as jar_of_same:
        for entry in packed.infolist():
            jar_of_same.writestr(zipfile.ZipInfo(entry.filename), packed.read(entry))
    return stored.getvalue()
