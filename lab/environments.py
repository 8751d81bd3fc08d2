"""A virtual environment for each client."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from lab.maven import java_command
from lab.server import newest_java, server_home
from lab.setup import ClientSetup


def python_of(setup: ClientSetup, root: Path) -> Path:
    """Returns the interpreter of the client's environment. Creates a missing environment.

    Raises:
        subprocess.CalledProcessError: a package cannot be installed.
    """
    package = re.sub(r"\[.*?\]", "", setup.packages[0]).replace("==", "-")
    home = root / (package if setup.maven else setup.name)
    python = home / "bin" / "python"
    ready = home / "installed.txt"
    wanted = "\n".join(setup.packages)
    if not (ready.exists() and ready.read_text() == wanted):
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
        pip = [sys.executable, "-m", "pip", "--python", str(python)]
        install = ["install", "--quiet", "--no-compile", *setup.packages]
        subprocess.run([*pip, *install], check=True)
        ready.write_text(wanted)
    return python


def command_of(setup: ClientSetup, lab: Path) -> list[str]:
    """Returns the command that runs the client's driver."""
    drivers = Path(__file__).parent / "drivers"
    if setup.driver.endswith(".java"):
        return java_command(setup, drivers / setup.driver, lab)
    if setup.driver == "trino_driver.py":
        home = server_home(setup, lab)
        python = python_of(setup, lab / "envs")
        return [str(python), str(drivers / setup.driver), str(home), str(newest_java())]
    python = python_of(setup, lab / "envs")
    return [str(python), str(drivers / setup.driver), *setup.maven]
