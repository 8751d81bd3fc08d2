"""A client that runs as a process of its own, with a time limit for each request."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from pathlib import Path
from typing import Any


class ClientProcess:
    """Asks a driver. Starts a new one after a crash or a timeout."""

    def __init__(self, command: list[str], seconds: int, log: Path, directory: Path) -> None:
        """Keep what to run; the process starts with the first request."""
        self._command = command
        self._seconds = seconds
        self._log = log
        self._directory = directory
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Give the driver's answer, or an ``error`` that says how it ended."""
        process = self._running()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            self.stop()
            return {"error": f"no answer within {self._seconds} seconds"}
        except BrokenPipeError:
            line = None
        if line is None:
            code = process.wait()
            self.stop()
            return {"error": f"the process ended with exit code {code}"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """End the process, if one runs."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._answers = queue.Queue()
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log.open("a"),
                text=True,
                cwd=self._directory,
            )
            threading.Thread(
                target=_read_lines, args=(self._process, self._answers), daemon=True
            ).start()
        return self._process


def _read_lines(process: subprocess.Popen[str], answers: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        answers.put(line)
    answers.put(None)
