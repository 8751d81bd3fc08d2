"""Asks the package indexes which clients have a newer version than the lab has run."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lab.maven import POM, maven
from lab.setup import ClientSetup
from lab.versions import order

PLUGIN = "org.codehaus.mojo:versions-maven-plugin:2.18.0:display-dependency-updates"
_PIP = re.compile(r"^\S+ \(([^)]+)\)$", re.MULTILINE)
_MAVEN = re.compile(r"^\[INFO\]\s+(\S+:\S+) \.+\s+\S+ -> (\S+)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class News:
    """A client's newest version that the lab has run, and the newest on the index."""

    client: str
    run: str
    newest: str

    def __str__(self) -> str:
        """One line for people."""
        behind = order(self.run) < order(self.newest)
        return (
            f"{self.client:22} {self.run:10} {self.newest:10} {'behind' if behind else ''}".rstrip()
        )


def news(clients: Iterable[ClientSetup], lab: Path) -> list[News]:
    """Returns the versions of each client, in the order of their names.

    Args:
        clients: the newest version that the lab runs of each client.
        lab: a folder for Maven's files.

    Raises:
        subprocess.CalledProcessError: an index does not answer, or does not know a package.
    """
    chosen = sorted(clients, key=lambda setup: setup.client)
    updates = _of_maven([setup.maven[0] for setup in chosen if setup.maven], lab)
    return [
        News(
            setup.client,
            setup.version,
            updates.get(_name(setup.maven[0]), setup.version)
            if setup.maven
            else _of_pip(setup.packages[0].partition("==")[0]),
        )
        for setup in chosen
    ]


def pip_version(text: str) -> str:
    """Returns the newest version in the answer of ``pip index versions``.

    Raises:
        ValueError: the answer names none.
    """
    found = _PIP.search(text)
    if found is None:
        raise ValueError(f"pip names no version: {text}")
    return found[1]


def maven_updates(text: str) -> dict[str, str]:
    """Returns the newer versions in the answer of Maven's plugin, by group and artifact."""
    return dict(_MAVEN.findall(text))


def _of_pip(package: str) -> str:
    command = [sys.executable, "-m", "pip", "index", "versions", package]
    return pip_version(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _of_maven(coordinates: list[str], lab: Path) -> dict[str, str]:
    dependencies = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version><type>pom</type></dependency>"
        for group, artifact, version in (one.split(":") for one in coordinates)
    )
    pom = lab / "news" / "pom.xml"
    pom.parent.mkdir(parents=True, exist_ok=True)
    pom.write_text(POM.format(dependencies=dependencies))
    command = [part for part in maven(lab) if part != "-q"]
    options = [
        "--batch-mode",
        "-DprocessDependencyManagement=false",
        "-Dmaven.version.ignore=.*-.*",
    ]
    answer = subprocess.run(
        [*command, *options, "-f", str(pom), PLUGIN], check=True, capture_output=True, text=True
    )
    return maven_updates(answer.stdout)


def _name(coordinates: str) -> str:
    return coordinates.rpartition(":")[0]
