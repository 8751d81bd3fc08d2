"""Fetches a client that is a server from Maven, and finds a Java that can run it."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path

from lab.maven import PLUGIN, maven
from lab.setup import ClientSetup

JAVA_HOMES = Path("/usr/lib/jvm")
OLDEST_JAVA = 24


def server_home(setup: ClientSetup, lab: Path) -> Path:
    """Returns the folder of the unpacked server. Fetches a missing server.

    Raises:
        subprocess.CalledProcessError: the archive cannot be had.
    """
    home = lab / "envs" / setup.name
    if not (home / "lib").exists():
        home.mkdir(parents=True, exist_ok=True)
        copy = [f"{PLUGIN}:copy", f"-Dartifact={setup.maven[0]}:tar.gz"]
        subprocess.run([*maven(lab), *copy, f"-DoutputDirectory={home}"], check=True)
        (archive,) = home.glob("*.tar.gz")
        with tarfile.open(archive) as packed:
            packed.extractall(home, members=_without_top(packed), filter="tar")
        archive.unlink()
    return home


def _without_top(packed: tarfile.TarFile) -> list[tarfile.TarInfo]:
    members = []
    for member in packed.getmembers():
        top, _, member.name = member.name.partition("/")
        if member.islnk():
            member.linkname = member.linkname.removeprefix(f"{top}/")
        if member.name:
            members.append(member)
    return members


def newest_java() -> Path:
    """Returns a Java that the server accepts: ``LAB_JAVA``, or else the newest that is installed.

    Raises:
        FileNotFoundError: there is none.
    """
    named = os.environ.get("LAB_JAVA")
    if named:
        return Path(named)
    for version in range(OLDEST_JAVA + 5, OLDEST_JAVA - 1, -1):
        for home in sorted(JAVA_HOMES.glob(f"*{version}*")):
            if (home / "bin" / "java").exists():
                return home / "bin" / "java"
    raise FileNotFoundError(f"no Java {OLDEST_JAVA} or newer; name one in LAB_JAVA")
