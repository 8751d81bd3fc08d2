"""Every statement in the README and under docs runs, and prints what the page says.

``make docs`` rewrites the outputs: it runs this file with ``--write-docs``.
"""

import contextlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import delta.exceptions
import pytest
from pyspark.sql import SparkSession

import picture
from deltaward._session.jvm import running_jvm
from pages import ROOT, Page, Runner, comparable, pages

# Only the Python page runs on both engines, since the answers to SQL do not depend on them.
FOR_PYTHON = "docs/python.md"


def parameters(chosen: Iterable[Page]) -> list[object]:
    return [
        pytest.param(
            page, id=page.name, marks=() if page.name == FOR_PYTHON else pytest.mark.one_engine
        )
        for page in chosen
    ]


PAGES = parameters(pages())
WITH_EXAMPLES = parameters(page for page in pages() if page.examples())
WITH_COLUMNS = parameters(page for page in pages() if page.columns())
CONDITIONS = ROOT / "scala/spark/src/main/resources/error/deltaward-error-conditions.json"


@pytest.fixture
def runner(spark: SparkSession, tmp_path: Path) -> Iterator[Runner]:
    """Removes the tables, schemas and settings of a page, so that the next one starts clean."""
    settings = dict(spark.conf.getAll)
    yield Runner(spark, tmp_path)
    spark.sql("USE default")
    for (schema,) in spark.sql("SHOW SCHEMAS").collect():
        for view in spark.sql(f"SHOW VIEWS IN {schema}").collect():
            place = "" if view.isTemporary else f"{schema}."
            spark.sql(f"DROP VIEW {place}{view.viewName}")
        for table in spark.sql(f"SHOW TABLES IN {schema}").collect():
            spark.sql(f"DROP TABLE {schema}.{table.tableName}")
        if schema != "default":
            spark.sql(f"DROP SCHEMA {schema}")
    for key, value in spark.conf.getAll.items():
        if key not in settings:
            spark.conf.unset(key)
        elif settings[key] != value:
            spark.conf.set(key, settings[key])


@dataclass(frozen=True)
class Ran:
    """The results of the examples of a page.

    Attributes:
        outputs: what each example printed, by the place of its output in the page.
        columns: name and type of the columns of each section's first SQL example.
        refusals: the errors of examples without an output in the page.
    """

    outputs: dict[tuple[int, int], str]
    columns: dict[str, list[tuple[str, str]]]
    refusals: list[str]


@pytest.fixture(scope="module")
def known() -> dict[str, Ran]:
    """The results of pages that ran, by name."""
    return {}


@pytest.fixture
def ran(page: Page, known: dict[str, Ran], runner: Runner, tmp_path: Path, engine: str) -> Ran:
    """Runs a page once for all tests."""
    if page.name not in known:
        known[page.name] = _run(page, runner, tmp_path, engine)
    return known[page.name]


def _run(page: Page, runner: Runner, directory: Path, engine: str) -> Ran:
    for name, text in page.files().items():
        (directory / name).write_text(text)
    with _cluster_policies(directory / "policies.yaml"):
        return _run_examples(page, runner, engine)


@contextlib.contextmanager
def _cluster_policies(file: Path) -> Iterator[None]:
    """Sets the page's policies file, if any, on the cluster, since a session cannot set it."""
    if not file.exists():
        yield
        return
    jvm = running_jvm()
    assert jvm is not None
    cluster = jvm.org.apache.spark.SparkEnv.get().conf()
    cluster.set("spark.deltaward.policies.path", str(file))
    try:
        yield
    finally:
        cluster.remove("spark.deltaward.policies.path")


def _run_examples(page: Page, runner: Runner, engine: str) -> Ran:
    ran = Ran({}, {}, [])
    for example in page.examples():
        if example.engine not in ("", engine):
            continue
        output = runner.run(example)
        if example.output_span:
            ran.outputs[example.output_span] = output
        elif output.startswith("[DELTAWARD_"):
            ran.refusals.append(f"{page.name}:{example.line}: {output}")
        if example.language == "sql" and runner.frame is not None:
            ran.columns.setdefault(
                example.section,
                [(column.name, column.dataType.simpleString()) for column in runner.frame.schema],
            )
    return ran


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_every_statement_of_a_page_runs_and_prints_what_the_page_says(
    page: Page, ran: Ran, pytestconfig: pytest.Config
) -> None:
    assert not ran.refusals
    if pytestconfig.getoption("--write-docs"):
        page.rewrite(ran.outputs)
        return
    for example in page.examples():
        if example.output is not None and example.output_span in ran.outputs:
            assert comparable(example.output) == comparable(ran.outputs[example.output_span]), (
                f"{page.name}:{example.line}"
            )


@pytest.mark.parametrize("page", WITH_COLUMNS)
def test_the_documented_columns_of_a_command_are_those_of_its_result(page: Page, ran: Ran) -> None:
    for section, columns in page.columns().items():
        assert columns == ran.columns[section], section


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_file_leads_to_one(page: Page) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.text)
    broken = [
        link for link in links if "://" not in link and not (page.path.parent / link).exists()
    ]
    assert not broken


@pytest.mark.parametrize("page", PAGES)
def test_every_error_condition_that_a_page_names_exists(page: Page) -> None:
    known = set()
    for condition, entry in json.loads(CONDITIONS.read_text()).items():
        known |= {condition, *(f"{condition}.{sub}" for sub in entry.get("subClass", {}))}
    named = set(re.findall(r"\bDELTAWARD_[A-Z_]+(?:\.[A-Z][A-Z_0-9]+)?", page.text))
    assert named <= known


@pytest.mark.classic
@pytest.mark.parametrize("name", picture.PICTURES)
def test_a_picture_shows_what_is_answered(
    name: str, spark: SparkSession, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    current = picture.render(name, spark, tmp_path)
    file = picture.FOLDER / f"{name}.svg"
    if pytestconfig.getoption("--write-docs"):
        file.write_text(current)
    assert file.read_text() == current


def test_every_picture_is_on_a_page() -> None:
    shown = {name for page in pages() for name in re.findall(r"images/(\w+)\.svg", page.text)}
    assert shown == set(picture.PICTURES)


def test_the_map_in_the_readme_leads_to_every_page() -> None:
    readme = (ROOT / "README.md").read_text()
    missing = [
        page.name for page in pages() if page.path.parent.name == "docs" and page.name not in readme
    ]
    assert not missing


def test_the_figures_in_the_readme_are_those_of_the_lab() -> None:
    readme = (ROOT / "README.md").read_text()
    lab = (ROOT / "docs" / "clients.md").read_text()
    clients = re.findall(r"^\| [\w-]+ \| ([\d., ]+) \| [\w, -]+ \| \d+ \|$", lab, re.MULTILINE)
    versions = sum(len(listed.split(",")) for listed in clients)
    (cells,) = re.findall(r"^\*\*(\d+) cells", lab, re.MULTILINE)
    assert f"{len(clients)} clients in {versions} versions" in readme
    assert f"{cells} runs" in readme
    foretold = (ROOT / "registry" / "foretold.txt").read_text()
    figures = re.findall(r"\d+(?= cells)|[\d.]+ %|\d+ false OK", foretold)
    assert len(figures) == 4
    assert all(figure in readme for figure in figures)


def test_the_page_on_conflicts_has_every_exception_of_delta_and_every_reason() -> None:
    page = (ROOT / "docs" / "commit-conflicts.md").read_text()
    listed = set(re.findall(r"^\| `(\w+Exception)` \|", page, re.MULTILINE))
    assert listed == set(delta.exceptions.__all__)
    reasons = "scala/core/src/main/scala/io/deltaward/conflicts/Unresolved.scala"
    known = set(re.findall(r'"([A-Z][A-Z_]{3,})"', (ROOT / reasons).read_text()))
    rows = re.findall(r"^\| (`[A-Z_`, ]+`) \|", page, re.MULTILINE)
    assert {name for row in rows for name in re.findall("`([A-Z_]+)`", row)} == known
