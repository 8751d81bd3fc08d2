"""Shows the progress of an audit on a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from py4j.protocol import Py4JError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from deltaward._report.findings import counted

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SECONDS = 0.5


@contextmanager
def progress(spark: SparkSession, console: Console) -> Iterator[None]:
    """Shows how many tables were read, and how many per second, if there is a terminal."""
    if not console.is_terminal:
        yield
        return
    columns = (
        TextColumn("Reading tables"),
        BarColumn(),
        TextColumn("{task.fields[tables]}, {task.fields[rate]:,.0f} a second"),
        TimeElapsedColumn(),
    )
    ended = Event()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, tables=counted(0, "table"), rate=0.0)
        watch = Thread(target=_watch, args=(spark, bar, task, ended), daemon=True)
        watch.start()
        try:
            yield
        finally:
            ended.set()
            watch.join()


def _watch(spark: SparkSession, bar: Progress, task: TaskID, ended: Event) -> None:
    began = time.monotonic()
    most = 0
    while not ended.wait(_SECONDS):
        try:
            tables, done, parts = _read(spark)
        except Py4JError:
            # Spark is stopping, or this Spark counts differently. The audit and clock continue.
            return
        if tables >= most and parts:
            most = tables
            rate = tables / (time.monotonic() - began)
            bar.update(
                task, completed=done, total=parts, tables=counted(tables, "table"), rate=rate
            )


def _read(spark: SparkSession) -> tuple[int, int, int]:
    """Returns the number of tables read, of finished tasks, and of all tasks.

    The stage that reads tables writes one shuffle record per table. It has many more tasks than
    there are cores, so the finished tasks show the progress.
    """
    context = spark.sparkContext
    store = context._jsc.sc().statusStore()
    stages = [
        store.lastStageAttempt(stage) for stage in context.statusTracker().getActiveStageIds()
    ]
    found = ((s.shuffleWriteRecords(), s.numCompleteTasks(), s.numTasks()) for s in stages)
    return max(found, default=(0, 0, 0))
