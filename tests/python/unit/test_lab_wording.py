"""The registry's words on a client fit any table, not only the lab's."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from lab.cells import Column, LabTable
from lab.tables.factory import read_catalogue
from lab.wording import general

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "scala/core/src/main/resources/io/deltaward/clients"
COLUMNS = (Column("id", "bigint"), Column("title", "string"), Column("data", "variant"))
ROWS = ({"id": 1, "title": "a", "data": {"k": 1}, "tenfold": 10},)
TABLE = LabTable("t", "f", "used", (3, 7), ("f",), ("f",), ROWS, COLUMNS)


@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("null in every row of title", "some columns are null in every row"),
        ("null in every row of data, id, tenfold, title", "every column is null in every row"),
        ("no column id", "a column is missing"),
        ("4 rows instead of 3", "more rows than the table has"),
        (
            "writes wrong rows: 2 rows instead of 3",
            "writes wrong rows: fewer rows than the table has",
        ),
        (
            'cannot cast column "data" with key "k"',
            'cannot cast column "<column>" with key "<column>"',
        ),
        ("The field data may be shredded", "The field <column> may be shredded"),
        ("Unsupported Variant data type: data.", "Unsupported Variant data type: <column>."),
        ("E: line=`id * 10`, err=`expected value`", "E: line=`<expression>`, err=`expected value`"),
    ],
)
def test_columns_and_numbers_of_rows_are_left_out(said: str, fits: str) -> None:
    assert general(said, TABLE) == fits


@pytest.mark.parametrize(
    "text",
    [
        "E: Schema of data does not match table schema",
        "E: rely on the `schema.data-mapping.default` property",
        "E: Unsupported writer features required: [Clustering]",
        "E: Column stats.numRecords not found in the data",
    ],
)
def test_other_words_stay(text: str) -> None:
    assert general(text, TABLE) == text


def test_no_text_of_the_registry_names_a_column_of_the_lab() -> None:
    tables = read_catalogue(ROOT / "registry" / "tables.json")
    columns = {c for table in tables for c in table.columns if len(c.name) > len("id")}
    lab = replace(TABLE, columns=tuple(columns), rows=())
    shipped = [path for path in SHIPPED.glob("*.json") if path.name != "registry.schema.json"]
    texts = {text for path in shipped for text in _texts(json.loads(path.read_text()))}
    assert {text for text in texts if "null" in text} != set()
    assert {text for text in texts if general(text, lab) != text} == set()


def _texts(client: dict[str, object]) -> set[str]:
    found: set[str] = set()

    def visit(value: object) -> None:
        if isinstance(value, dict):
            found.update(v for v in value.get("failures", {}).values())
            if isinstance(value.get("condition"), str):
                found.add(value["condition"])
            for member in value.values():
                visit(member)
        elif isinstance(value, list):
            for member in value:
                visit(member)

    visit(client)
    return found
