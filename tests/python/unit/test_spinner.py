"""The spinner of the command line, on a real terminal."""

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

STARTING = """
import sys
from pathlib import Path
from deltaward._cli.session import spinner
from deltaward._session.local import standard_error_to

with spinner("Starting Spark ..."), standard_error_to(Path(sys.argv[1])):
    print("a line of the JVM", file=sys.stderr)
    sys.stdin.readline()
"""
FRAMES = set("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
DEADLINE = 60


def test_the_spinner_turns_while_the_output_of_the_jvm_goes_to_a_file(tmp_path: Path) -> None:
    parent, child = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-c", STARTING, str(tmp_path / "log")],
        stdin=subprocess.PIPE,
        stderr=child,
        env=environment,
        text=True,
    ) as started:
        os.close(child)
        shown = b""
        while len(FRAMES & set(shown.decode(errors="ignore"))) < 2:
            assert select.select([parent], [], [], DEADLINE)[0], shown
            shown += os.read(parent, 4096)
        started.communicate("\n")
    os.close(parent)
    assert b"Starting Spark ..." in shown
    assert b"a line of the JVM" not in shown


def test_without_a_terminal_there_is_no_spinner(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STARTING, str(tmp_path / "log")],
        input="\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout + ran.stderr == ""
