"""Runs two jobs at the same time: holds the first one until the second one has committed."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable
from typing import Any

from pyspark.sql import SparkSession


def run_during(
    spark: SparkSession, job: Callable[[], Any], meanwhile: Callable[[], Any]
) -> BaseException | None:
    """Runs a job that calls `held(column)`, and runs `meanwhile` while the job reads its data.

    The first call of `held` returns its value when `meanwhile` has ended. By then, the job's
    transaction has begun and has not committed. Later calls are not held.

    Returns:
        The exception that the job raised, if any.
    """

    def register(port: int) -> Callable[[], Any]:
        def held(value: int) -> int:
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.recv(1)
            return value

        spark.udf.register("held", held, "int")
        return job

    return run_holding(register, meanwhile)


def run_holding(
    job_for: Callable[[int], Callable[[], Any]], meanwhile: Callable[[], Any]
) -> BaseException | None:
    """Holds a job at its first connection to a port, and runs ``meanwhile`` before it continues.

    Args:
        job_for: returns the job for a port.
        meanwhile: runs while the job is held.

    Returns:
        The exception that the job raised, if any.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        job = job_for(port)
        stopped: list[BaseException] = []
        done = threading.Event()

        def run() -> None:
            try:
                job()
            except Exception as failure:
                stopped.append(failure)
            finally:
                done.set()
                with contextlib.suppress(OSError):  # the server may be closed
                    socket.create_connection(("127.0.0.1", port)).close()

        thread = threading.Thread(target=run)
        thread.start()
        first, _ = server.accept()
        with first:
            assert not done.is_set(), stopped
            meanwhile()
        while not done.is_set():
            server.accept()[0].close()
        thread.join()
    return stopped[0] if stopped else None
