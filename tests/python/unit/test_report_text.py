"""A report for a terminal, and for ``grep``."""

import io
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from deltaward import Report
from deltaward._report.formats.text import lines, renderable
from deltaward._terminal.visible import visible
from reports import BLOCKED, HOSTILE, LOST, ORDERS, TRINO, UNKNOWN, WRONG, of, orders, reports


def _terminal(report: Report, width: int = 100) -> str:
    file = io.StringIO()
    Console(width=width, file=file, force_terminal=True, color_system=None).print(
        renderable(report)
    )
    return file.getvalue()


def test_a_table_with_findings_is_one_line_with_tabs_between() -> None:
    clean = replace(ORDERS, tableName="clean", answers=(TRINO,))
    found = replace(ORDERS, answers=(TRINO, BLOCKED, WRONG, UNKNOWN), policyViolations=("a", "b"))
    header, lost, orders_ = (line.split("\t") for line in lines(of(clean, LOST, found)))
    assert header == ["TABLE", "VERSION", "UNREADABLE", "WRONG", "POLICY", "READ", "WRITE"]
    assert lost == ["s3://lake/lost", "-", LOST.problem, "-", "-", "-", "-"]
    assert dict(zip(header, orders_, strict=True)) == {
        "TABLE": ORDERS.tableName,
        "VERSION": "7",
        "UNREADABLE": "-",
        "WRONG": "SILENTLY_WRONG for old[connector]=476",
        "POLICY": "a; b",
        "READ": "BLOCKED for trino[connector]=476",
        "WRITE": "-",
    }


@given(reports)
def test_no_name_breaks_a_line_or_reaches_the_terminal(report: Report) -> None:
    for line in lines(report):
        assert line.count("\t") == 6
        assert line.replace("\t", "").isprintable()


@given(st.text(st.characters(codec="ascii")))
def test_what_is_shown_of_a_name_stands_for_no_other_name(name: str) -> None:
    assert visible(name).encode().decode("unicode_escape") == name


def test_a_terminal_shows_what_a_name_holds_and_obeys_none_of_it() -> None:
    printed = _terminal(of(replace(ORDERS, tableName=HOSTILE, answers=(BLOCKED,))), 400)
    assert visible(HOSTILE) in printed
    assert "\x1b[31m" not in printed
    assert "\x9b" not in printed
    assert "\u202e" not in printed


def test_a_terminal_shows_who_can_do_what_and_how_many_cannot() -> None:
    some = replace(ORDERS, tableName="other", answers=(TRINO,))
    found = replace(ORDERS, answers=(BLOCKED, replace(WRONG, writeVerdict="NOT_OFFERED")))
    printed = " ".join(_terminal(of(found, some, LOST)).split())
    assert "read some: trino[connector]=476 (1)" in printed
    assert "read none: old[connector]=476" in printed
    assert "write to all: trino[connector]=476" in printed
    assert "write to none" not in printed
    assert "orders 7 1 of 2 1 of 2" in printed
    assert "s3://lake/lost yes" in printed


def test_a_name_can_be_copied_from_a_narrow_terminal() -> None:
    table = replace(ORDERS, tableName="catalog.schema." + "x" * 80, answers=(BLOCKED,))
    assert table.tableName is not None
    printed = _terminal(of(table), 60)
    assert table.tableName.count("x") == printed.count("x")
    assert "…" not in printed


def test_without_findings_there_is_no_row() -> None:
    assert list(lines(orders(TRINO))) == ["TABLE\tVERSION\tUNREADABLE\tWRONG\tPOLICY\tREAD\tWRITE"]
    assert "version" not in _terminal(orders(TRINO))
