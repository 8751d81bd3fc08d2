"""Tests what a notebook shows. Everywhere else, objects print as before."""

import json
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient
from pyspark.sql import SparkSession

import deltaward
from conftest import CreateTable


@pytest.fixture(autouse=True)
def shell() -> Iterator[InteractiveShell]:
    """Makes this process a notebook's kernel for IPython."""
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def shown(value: object) -> str | None:
    formatter = InteractiveShell.instance().display_formatter
    assert formatter is not None
    formats, _ = formatter.format(value)  # type: ignore[no-untyped-call]
    assert set(formats) <= {"text/plain", "text/html"}
    html: str | None = formats.get("text/html")
    return html


def test_a_handle_an_answer_a_plan_and_an_audit(spark: SparkSession, create: CreateTable) -> None:
    table = deltaward.forName(spark, create("orders", delta_enableDeletionVectors="true"))
    answer = table.compatibility(["synapse-serverless-sql", "trino"])
    plan = table.planDrop("deletionVectors")
    audit = deltaward.audit(spark, schema="default", clients="synapse-serverless-sql")
    report = deltaward.report(audit)
    for value in (table, answer, plan, audit, report):
        html = shown(value)
        assert html is not None
        assert html.strip().startswith('<div class="deltaward">')
        assert "synapse-serverless-sql" in html
    assert "✕</span> blocked" in (shown(answer) or "")
    assert "1 blocked" in (shown(audit) or "")


def test_outside_a_notebook_all_is_text_and_an_answer_is_a_frame(
    spark: SparkSession, create: CreateTable
) -> None:
    table = deltaward.forName(spark, create("orders"))
    answer = table.compatibility("trino")
    assert repr(table) == "Table(identifier='`orders`')"
    assert repr(answer).startswith("DataFrame[tableName: string")
    assert answer.select("client").first() == ("trino",)
    assert shown(answer.select("client")) is None


def test_a_table_that_cannot_be_read_shows_its_condition(
    spark: SparkSession, tmp_path: Path
) -> None:
    table = deltaward.forPath(spark, str(tmp_path / "<b>nowhere</b>"))
    html = shown(table) or ""
    assert "DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND" in html
    assert "<b>" not in html


@pytest.mark.classic
def test_a_real_kernel(
    tmp_path: Path, quick_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in quick_environment.items():
        monkeypatch.setenv(key, value)
    start = (
        "import deltaward\nfrom pyspark.sql import SparkSession\n"
        "spark = deltaward.configure(SparkSession.builder.master('local[1]')).getOrCreate()\n"
        "spark.sql('CREATE TABLE orders (id BIGINT) USING delta')\n"
        "table = deltaward.forName(spark, 'orders')"
    )
    values = ["table", "table.compatibility()", "deltaward.audit(spark, schema='default')"]
    empty: dict[str, object] = {
        "cell_type": "code",
        "metadata": {},
        "outputs": [],
        "execution_count": None,
    }
    cells = [{**empty, "source": source} for source in (start, *values)]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    place = {"metadata": {"path": tmp_path}}
    NotebookClient(notebook, kernel_name="python3", resources=place).execute()
    for cell, value in zip(notebook.cells[1:], values, strict=True):
        (output,) = (each for each in cell.outputs if each.output_type == "execute_result")
        assert "trino" in output.data["text/html"], value
        assert "trino" not in output.data["text/plain"], value
