"""Java clients: fetches their jars from Maven, and compiles a driver against them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from lab.setup import ClientSetup

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.deltaward.lab</groupId>
  <artifactId>client</artifactId>
  <version>1</version>
  <dependencies>{dependencies}</dependencies>
</project>
"""
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1"


def maven(lab: Path) -> list[str]:
    """Returns the Maven command, with a local repository of its own.

    In the default repository, it would leave POMs without their jars. Ivy also looks there: it
    would take such a POM, and then find no jar.
    """
    return ["mvn", "-q", f"-Dmaven.repo.local={lab / 'maven'}"]


def java_command(setup: ClientSetup, source: Path, lab: Path) -> list[str]:
    """Fetches missing jars, compiles the driver, and returns the command that runs it.

    Raises:
        subprocess.CalledProcessError: a jar cannot be had, or the driver does not fit this version.
    """
    home = lab / "envs" / setup.name
    jars, classes = home / "jars", home / "classes"
    home.mkdir(parents=True, exist_ok=True)
    pom = home / "pom.xml"
    text = POM.format(dependencies="".join(_dependency(name) for name in setup.maven))
    if not jars.exists() or not pom.exists() or pom.read_text() != text:
        shutil.rmtree(jars, ignore_errors=True)
        pom.write_text(text)
        copy = [
            f"{PLUGIN}:copy-dependencies",
            f"-DoutputDirectory={jars}",
            "-DincludeScope=runtime",
        ]
        subprocess.run([*maven(lab), "-f", str(pom), *copy], check=True)
    sources = ["-sourcepath", str(source.parent), "-d", str(classes), str(source)]
    subprocess.run(["javac", "-nowarn", "-cp", f"{jars}/*", *sources], check=True)
    return ["java", "-Xmx1g", "-cp", f"{classes}:{jars}/*", source.stem]


def _dependency(coordinates: str) -> str:
    group, artifact, version = coordinates.split(":")
    return (
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version></dependency>"
    )
