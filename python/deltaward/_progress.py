"""How far an audit has come, for who waits for it at a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

from py4j.protocol import Py4JError
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from deltaward._findings import counted

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SECONDS = 0.5


@contextmanager
def progress(spark: SparkSession, console: Console) -> Iterator[None]:
    """Show how many tables were read and how many a second, if there is a terminal."""
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
            # Spark ends, or counts in another way: the audit goes on, and so does the clock.
            return
        if tables >= most and parts:
            most = tables
            rate = tables / (time.monotonic() - began)
            bar.update(
                task, completed=done, total=parts, tables=counted(tables, "table"), rate=rate
            )


def _read(spark: SparkSession) -> tuple[int, int, int]:
    """Tell the tables that were read, and the parts that are done, and those that there are.

    Reading is the stage that writes a record for each table to the next one. Its parts are many
    more than the cores, so that they tell how far it is.
    """
    context = spark.sparkContext
    store = context._jsc.sc().statusStore()
    stages = [
        store.lastStageAttempt(stage) for stage in context.statusTracker().getActiveStageIds()
    ]
    found = ((s.shuffleWriteRecords(), s.numCompleteTasks(), s.numTasks()) for s in stages)
    return max(found, default=(0, 0, 0))
