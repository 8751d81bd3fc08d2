"""A report for a pull request, as a renderer of Markdown reads it."""

import re
from dataclasses import replace

from hypothesis import given
from markdown_it import MarkdownIt

from deltaward import Report
from deltaward._terminal.visible import visible
from reports import BLOCKED, HOSTILE, LOST, ORDERS, TRINO, UNKNOWN, WRONG, of, orders, reports

RENDERER = MarkdownIt("commonmark").enable("table")


def _cells(text: str) -> list[list[str]]:
    """Returns every row of the tables, each cell as plain text."""
    rows: list[list[str]] = []
    for token in RENDERER.parse(text):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows and token.level > 2:
            children = token.children or []
            rows[-1].append("".join(child.content for child in children))
    return rows


def test_the_sum_comes_first_and_a_row_for_each_table_and_kind_the_worst_first() -> None:
    report = of(LOST, replace(ORDERS, answers=(TRINO, BLOCKED, UNKNOWN, WRONG)))
    text = report.to_markdown("s3://lake")
    assert text.startswith("### Audit of ` s3://lake `\n\n2 tables, 2 with findings: ")
    header, *rows = _cells(text)
    assert header == ["table", "version", "finding", "what"]
    assert [row[2] for row in rows] == ["unreadable", "wrong", "read"]
    assert rows[2][0] == ORDERS.tableName
    assert rows[2][3] == "BLOCKED for trino[connector]=476"


def test_without_findings_there_is_the_sum_alone() -> None:
    assert orders(TRINO).to_markdown() == "### Audit\n\n1 table, 0 with findings.\n"
    assert "There is no Delta table" in of().to_markdown()


def test_a_name_is_shown_whole_and_is_nothing_but_text() -> None:
    table = replace(ORDERS, tableName=HOSTILE, policyViolations=(HOSTILE,), answers=())
    text = of(table).to_markdown(HOSTILE)
    (_, row) = _cells(text)
    assert row == [visible(HOSTILE), "7", "policy", visible(" ".join(HOSTILE.split()))]
    html = RENDERER.render(text)
    assert not re.search("<(img|a)|\x1b", html)


@given(reports)
def test_no_name_breaks_the_table(report: Report) -> None:
    rows = _cells(report.to_markdown())
    assert {len(row) for row in rows} <= {4}
    assert len(rows) == (1 + len(set(_groups(report))) if rows else 0)


def _groups(report: Report) -> list[tuple[int, str]]:
    return [(id(finding.table), finding.kind) for finding in report.findings()]


def test_what_a_comment_cannot_hold_is_counted() -> None:
    many = of(*(replace(ORDERS, tableName=f"t{n}", answers=(BLOCKED,)) for n in range(2_000)))
    text = many.to_markdown()
    assert len(text) < 65_536
    shown = len(_cells(text)) - 1
    assert f"{2_000 - shown:,} more findings did not fit here" in text


def test_clients_beyond_some_are_counted() -> None:
    clients = [replace(BLOCKED, client=f"c{n}") for n in range(20)]
    (_, row) = _cells(orders(*clients).to_markdown())
    assert row[3].endswith("c7[connector]=476 and 12 more")
