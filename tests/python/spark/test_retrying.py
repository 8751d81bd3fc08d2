"""Blocks that run again after a conflict. They never commit anything twice."""

import functools
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from delta.exceptions import ConcurrentAppendException
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

import deltaward
import streams
from interleaving import run_during


@pytest.fixture
def table(spark: SparkSession, tmp_path: Path) -> Iterator[str]:
    """Creates a table of ten rows in one file, each with a counter at 0."""
    name = "counters"
    spark.sql(
        f"CREATE TABLE {name} USING delta LOCATION '{tmp_path / name}' "
        "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') "
        "AS SELECT id, 0 AS x FROM range(0, 10, 1, 1)"
    )
    yield name
    spark.sql(f"DROP TABLE {name}")


@pytest.fixture
def added(spark: SparkSession, table: str) -> Iterator[str]:
    """Creates another table, which a block appends to."""
    name = f"{table}_added"
    spark.sql(f"CREATE TABLE {name} (id BIGINT) USING delta")
    yield name
    spark.sql(f"DROP TABLE {name}")


class Job:
    """Increments a row in a block, after another writer has incremented it."""

    def __init__(self, spark: SparkSession, table: str) -> None:
        self.spark = spark
        self.table = table
        self.attempts: list[int] = []
        self.refused: BaseException | None = None

    def count(self, value: str = "held(x) + 1") -> None:
        self.spark.sql(f"UPDATE {self.table} SET x = {value} WHERE id = 1").collect()

    def run(
        self, block: Callable[[], Any], maxAttempts: int = 5, after: Callable[[], Any] = int
    ) -> Any:
        """Runs the block until it raises or succeeds. Returns the row's counter at the end."""

        def job() -> None:
            for attempt in deltaward.retrying(self.spark, maxAttempts, maxDelay=0):
                with attempt:
                    self.attempts.append(attempt.number)
                    try:
                        block()
                    finally:
                        after()

        self.refused = run_during(self.spark, job, lambda: self.count("x + 1"))
        return self.counted()

    def counted(self) -> Any:
        (row,) = self.spark.table(self.table).where("id = 1").select("x").collect()
        return row.x


@pytest.fixture
def job(spark: SparkSession, table: str) -> Job:
    return Job(spark, table)


def _refused_since(job: Job, kind: str) -> None:
    refused = job.refused
    assert isinstance(refused, deltaward.CommitRefusedError), repr(refused)
    assert refused.getCondition() == f"DELTAWARD_BLOCK_NOT_REPEATABLE.{kind}"
    assert refused.getSqlState() == "25000"
    assert isinstance(refused.__cause__, ConcurrentAppendException)
    assert job.attempts == [1, 2]


def _rows(spark: SparkSession, table: str) -> list[int]:
    return sorted(row.id for row in spark.table(table).collect())


def test_a_block_is_run_again_until_it_commits(job: Job) -> None:
    assert job.run(job.count) == 2
    assert job.refused is None
    assert job.attempts == [1, 2]


@pytest.mark.one_engine
def test_the_last_attempt_raises_its_conflict(job: Job) -> None:
    assert job.run(job.count, maxAttempts=1) == 1
    assert isinstance(job.refused, ConcurrentAppendException)
    assert job.attempts == [1]


@pytest.mark.one_engine
def test_a_function_is_run_again_and_gives_what_it_returns(
    spark: SparkSession, table: str, job: Job
) -> None:
    results = []

    @deltaward.retrying(spark, maxDelay=0)
    def count(row: int) -> str:
        """Count up."""
        spark.sql(f"UPDATE {table} SET x = held(x) + 1 WHERE id = {row}").collect()
        return f"row {row}"

    assert count.__doc__ == "Count up."
    refused = run_during(spark, lambda: results.append(count(1)), lambda: job.count("x + 1"))
    assert refused is None
    assert results == ["row 1"]


@pytest.mark.one_engine
def test_a_block_that_has_committed_is_not_run_again(
    spark: SparkSession, added: str, job: Job
) -> None:
    def block() -> None:
        spark.sql(f"INSERT INTO {added} VALUES (1)")
        job.count()

    assert job.run(block) == 1
    _refused_since(job, "HAS_COMMITTED")
    assert "txnAppId" in str(job.refused)
    assert _rows(spark, added) == [1]


@pytest.mark.one_engine
def test_what_commits_after_the_conflict_counts_too(
    spark: SparkSession, added: str, job: Job
) -> None:
    insert = lambda: spark.sql(f"INSERT INTO {added} VALUES (1)")  # noqa: E731
    assert job.run(job.count, after=insert) == 1
    _refused_since(job, "HAS_COMMITTED")
    assert _rows(spark, added) == [1]


def _append(spark: SparkSession, table: str, version: int) -> None:
    frame = spark.range(version, version + 1)
    options = {"txnAppId": "job", "txnVersion": str(version)}
    frame.write.format("delta").mode("append").options(**options).saveAsTable(table)


@pytest.mark.one_engine
def test_commits_with_a_key_are_made_once(spark: SparkSession, added: str, job: Job) -> None:
    def block() -> None:
        _append(spark, added, 1)
        _append(spark, added, 2)
        job.count()

    assert job.run(block) == 2
    assert job.refused is None
    assert _rows(spark, added) == [1, 2]


@pytest.mark.one_engine
def test_a_commit_whose_key_the_next_run_lacks_counts(
    spark: SparkSession, added: str, job: Job
) -> None:
    keys = iter([True, False])

    def block() -> None:
        if next(keys):
            _append(spark, added, 1)
        else:
            spark.range(1, 2).write.format("delta").mode("append").saveAsTable(added)
        job.count()

    assert job.run(block) == 1
    _refused_since(job, "HAS_COMMITTED")
    assert _rows(spark, added) == [1]


@pytest.mark.one_engine
def test_commits_without_rules_count_too(spark: SparkSession, added: str, job: Job) -> None:
    def block() -> None:
        spark.conf.set("spark.deltaward.enabled", "false")
        try:
            spark.sql(f"INSERT INTO {added} VALUES (1)")
        finally:
            spark.conf.unset("spark.deltaward.enabled")
        job.count()

    assert job.run(block) == 1
    _refused_since(job, "HAS_COMMITTED")
    assert _rows(spark, added) == [1]


def _raised_at_once(job: Job) -> None:
    assert isinstance(job.refused, ConcurrentAppendException), repr(job.refused)
    assert job.attempts == [1]


def test_a_conflict_in_another_thread_is_not_known_to_be_of_the_block(
    spark: SparkSession, added: str, job: Job
) -> None:
    def elsewhere() -> None:
        spark.sql(f"INSERT INTO {added} VALUES (1)")
        job.count()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
        assert job.run(lambda: pool.submit(elsewhere).result()) == 1
    _raised_at_once(job)
    assert _rows(spark, added) == [1]


def test_a_conflict_after_the_block_has_cleared_its_tags_is_not_known_to_be_of_it(
    spark: SparkSession, engine: str, added: str, job: Job
) -> None:
    def block() -> None:
        (spark.clearTags if engine == "connect" else spark.sparkContext.clearJobTags)()
        spark.sql(f"INSERT INTO {added} VALUES (1)")
        job.count()

    assert job.run(block) == 1
    _raised_at_once(job)
    assert _rows(spark, added) == [1]


@pytest.mark.one_engine
def test_a_conflict_of_an_earlier_block_is_raised_at_once(job: Job) -> None:
    job.run(job.count, maxAttempts=1)
    earlier = job.refused
    assert earlier is not None
    job.attempts.clear()

    @deltaward.retrying(job.spark)
    def fail() -> None:
        job.attempts.append(1)
        raise earlier

    with pytest.raises(ConcurrentAppendException):
        fail()
    assert job.attempts == [1]


@pytest.mark.one_engine
def test_nothing_after_the_last_attempt_is_run(job: Job) -> None:
    done = []

    def block() -> None:
        for attempt in deltaward.retrying(job.spark, maxAttempts=1):
            with attempt:
                job.count()
            done.append(attempt.number)

    assert isinstance(run_during(job.spark, block, lambda: job.count("x + 1")), Exception)
    assert done == []


@pytest.mark.one_engine
def test_leaving_the_loop_after_a_conflict_warns(job: Job) -> None:
    def block() -> None:
        for attempt in deltaward.retrying(job.spark):
            with attempt:
                job.count()
            break

    with pytest.warns(deltaward.DeltawardWarning, match="left after a conflict"):
        assert run_during(job.spark, block, lambda: job.count("x + 1")) is None
    assert job.counted() == 1


@pytest.mark.one_engine
def test_a_block_that_reads_from_the_cache_is_not_run_again(spark: SparkSession, job: Job) -> None:
    spark.sql(f"CACHE TABLE kept AS SELECT count(x) AS n FROM {job.table}")
    try:
        assert job.run(lambda: job.count("held(x) + (SELECT max(n) FROM kept)")) == 1
    finally:
        spark.sql("UNCACHE TABLE kept")
    assert isinstance(job.refused, ConcurrentAppendException), repr(job.refused)
    assert getattr(job.refused, "reason", None) == "CACHED_READ"
    assert job.attempts == [1]


def test_an_error_that_is_no_conflict_is_raised_at_once(spark: SparkSession) -> None:
    runs = []

    def fail() -> None:
        for attempt in deltaward.retrying(spark):
            with attempt:
                runs.append(attempt.number)
                spark.sql("SELECT raise_error('no conflict')").collect()

    with pytest.raises(PySparkException, match="no conflict"):
        fail()
    assert runs == [1]


@pytest.mark.one_engine
def test_a_block_within_a_block_is_run_again_by_itself(job: Job) -> None:
    inner = []

    def block() -> None:
        for attempt in deltaward.retrying(job.spark, maxDelay=0):
            with attempt:
                inner.append(attempt.number)
                job.count()

    assert job.run(block) == 2
    assert job.refused is None
    assert (job.attempts, inner) == ([1], [1, 2])


@pytest.mark.one_engine
def test_a_block_around_one_that_gives_up_is_run_again(job: Job) -> None:
    def block() -> None:
        for attempt in deltaward.retrying(job.spark, maxAttempts=1):
            with attempt:
                job.count()

    assert job.run(block) == 2
    assert job.refused is None
    assert job.attempts == [1, 2]


@pytest.mark.one_engine
def test_many_writers_of_one_row_are_all_counted(spark: SparkSession, table: str, job: Job) -> None:
    writers = 4
    together = threading.Barrier(writers)

    @deltaward.retrying(spark, maxAttempts=100, maxDelay=1)
    def count() -> None:
        spark.sql(f"UPDATE {table} SET x = x + 1 WHERE id = 1").collect()

    def write(_: int) -> None:
        together.wait()
        count()

    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(write, range(writers)))
    assert job.counted() == writers


@pytest.mark.one_engine
def test_events_of_conflicts_are_no_commits_of_the_block(
    spark: SparkSession, table: str, job: Job
) -> None:
    name = f"{table}_conflicts"
    spark.conf.set("spark.deltaward.conflicts.sink", name)
    try:
        assert job.run(job.count) == 2
    finally:
        spark.conf.unset("spark.deltaward.conflicts.sink")
        spark.sql(f"DROP TABLE IF EXISTS {name}")
    assert job.refused is None


def test_a_batch_of_a_stream_is_run_again(
    spark: SparkSession, table: str, job: Job, tmp_path: Path
) -> None:
    spark.range(1, 2).write.format("delta").save(str(tmp_path / "source"))

    def write(batch: Any, _: int) -> None:
        import deltaward  # noqa: PLC0415 - Connect runs it in a separate worker

        batch.createOrReplaceTempView("batch")
        for attempt in deltaward.retrying(batch.sparkSession, maxDelay=0):
            with attempt:
                batch.sparkSession.sql(
                    f"MERGE INTO {table} t USING batch s ON t.id = s.id "
                    "WHEN MATCHED THEN UPDATE SET x = held(t.x) + 1"
                ).collect()

    source = spark.readStream.format("delta").load(str(tmp_path / "source"))
    writer = source.writeStream.foreachBatch(write).trigger(availableNow=True)
    writer.option("checkpointLocation", str(tmp_path / "checkpoint"))

    def stream() -> None:
        streams.start(writer).awaitTermination()

    assert run_during(spark, stream, lambda: job.count("x + 1")) is None
    assert job.counted() == 2


@pytest.mark.classic
def test_threads_that_are_not_pinned_are_refused() -> None:
    # Pinning is per process, and this process pins its threads.
    job = (
        "import deltaward; from pyspark import SparkContext; "
        "SparkContext._ensure_initialized(); deltaward.retrying(object())"
    )
    done = subprocess.run(
        [sys.executable, "-c", job],
        env={**os.environ, "PYSPARK_PIN_THREAD": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ConfigurationError: retrying needs a thread" in done.stderr, done.stderr


def test_a_loop_without_with_is_told(spark: SparkSession) -> None:
    with pytest.raises(RuntimeError, match="with attempt"):
        for _ in deltaward.retrying(spark):
            pass


def test_an_attempt_is_entered_once(spark: SparkSession) -> None:
    for attempt in deltaward.retrying(spark):
        with attempt:
            pass
        with pytest.raises(RuntimeError, match="in one `with` only"), attempt:
            pass


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [((0,), "maxAttempts"), ((1, -1), "maxDelay"), ((1, float("nan")), "maxDelay")],
)
def test_invalid_arguments_are_refused(
    spark: SparkSession, arguments: tuple[Any, ...], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        deltaward.retrying(spark, *arguments)


async def _coroutine() -> None: ...


def _generator() -> Iterator[int]:
    yield 1


@pytest.mark.parametrize("job", [_coroutine, _generator])
def test_a_coroutine_and_a_generator_are_refused(spark: SparkSession, job: Any) -> None:
    with pytest.raises(TypeError, match="plain function"):
        deltaward.retrying(spark)(job)
    if job is _generator:  # a partial does not show that it returns a generator
        with pytest.raises(TypeError, match="plain function"):
            deltaward.retrying(spark)(functools.partial(next, iter([_generator()])))()
