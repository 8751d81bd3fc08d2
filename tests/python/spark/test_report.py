"""A report of real tables."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import browsers
import deltaward
from pages import ROOT

# Some client cannot read or write each of these tables, or gets it wrong.
KINDS = {
    "plain": {},
    "vectors": {"enableDeletionVectors": "true"},
    "mapping": {"columnMapping.mode": "name"},
    "rows": {"enableRowTracking": "true"},
    "v2": {"checkpointPolicy": "v2"},
    "widened": {"enableTypeWidening": "true"},
    "timestamps": {"enableInCommitTimestamps": "true"},
    "iceberg": {"enableIcebergCompatV2": "true", "columnMapping.mode": "name"},
    "changes": {"enableChangeDataFeed": "true"},
}


@pytest.fixture
def lake(spark: SparkSession, tmp_path: Path) -> Path:
    for name, properties in KINDS.items():
        listed = ", ".join(f"'delta.{key}' = '{value}'" for key, value in properties.items())
        spark.sql(
            f"CREATE TABLE delta.`{tmp_path / 'lake' / name}` (id INT, name STRING) USING delta "
            + (f"TBLPROPERTIES ({listed})" if listed else "")
        )
    damaged = tmp_path / "lake" / "<b>damaged</b>" / "_delta_log"
    damaged.mkdir(parents=True)
    (damaged / f"{0:020}.json").write_text("<script>alert(1)</script>\n")
    return tmp_path / "lake"


def test_a_report_of_real_tables(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    report = deltaward.report(deltaward.audit(spark, path=str(lake)))
    with_histories = report.with_histories(spark, limit=2)
    with_histories.to_html(tmp_path / "report.html", title="A lake")
    page = (tmp_path / "report.html").read_text()
    assert "DROP FEATURE deletionVectors" in page
    assert "<b>damaged" not in page
    # Tables that a client gets wrong come first.
    worst = {name.rpartition("/")[2].strip("`") for name in with_histories.histories}
    assert worst == {"mapping", "iceberg"}
    for history in with_histories.histories.values():
        assert not isinstance(history, str)
        assert history[-1].operation == "CREATE TABLE"
        assert "columnMapping" in history[-1].featuresAdded


@pytest.mark.classic
def test_a_report_of_a_few_tables_runs_few_tasks(spark: SparkSession, lake: Path) -> None:
    """With any ``spark.sql.shuffle.partitions``, which is 200 by default."""
    usual = spark.conf.get("spark.sql.shuffle.partitions")
    context = spark.sparkContext
    context.setJobGroup("report", "a report")
    spark.conf.set("spark.sql.shuffle.partitions", "50")
    try:
        deltaward.report(deltaward.audit(spark, path=str(lake), clients=["trino"]))
    finally:
        spark.conf.set("spark.sql.shuffle.partitions", usual or "1")
        context.setJobGroup("", "")
    tracker = context.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup("report")]
    stages = [tracker.getStageInfo(stage) for job in jobs if job for stage in job.stageIds]
    assert max(stage.numTasks for stage in stages if stage) <= len(KINDS) + 1


def test_a_history_that_cannot_be_read_is_the_reason_why(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    report = deltaward.report(deltaward.audit(spark, path=str(lake)))
    (lake / "mapping").rename(tmp_path / "gone")
    told = report.with_histories(spark).histories
    (problem,) = (text for name, text in told.items() if "mapping" in name)
    assert "DELTAWARD_TABLE_NOT_READABLE" in str(problem)


@pytest.mark.classic
def test_the_picture_in_the_documentation(
    spark: SparkSession, lake: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    found = browsers.chromium()
    if found is None:
        pytest.skip(browsers.MISSING)
    shown = tmp_path / "report.html"
    deltaward.report(deltaward.audit(spark, path=str(lake))).to_html(shown, title="A lake")
    with browsers.started(found) as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 1160})
        page.goto(shown.as_uri())
        picture = page.screenshot()
        assert page.locator("#rows tr").count() == len(KINDS) + 1
    file = ROOT / "docs" / "images" / "report.png"
    if pytestconfig.getoption("--write-docs"):
        file.write_bytes(picture)
    # The pixels are not compared, since fonts and times differ from machine to machine.
    assert file.read_bytes()[:8] == picture[:8]
