"""Writes the check as a JUnit report, for the summary of all suites."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from lab.check import Agreement


def write(
    path: Path, agreement: Agreement, races: int, failures: Sequence[tuple[str, str]]
) -> None:
    """Write one test per cell and race, and one for each further failure.

    Args:
        path: the report's file.
        agreement: how cells compare with verdicts.
        races: the number of races that were run.
        failures: what else went wrong, by name.
    """
    failed = [
        (cell_name, f"predicted {verdict}, observed {observed}")
        for cell_name, verdict, observed in _disagreeing(agreement)
    ]
    failed += failures
    suite = ElementTree.Element(
        "testsuite",
        name="client lab",
        tests=str(max(agreement.cells + races, len(failed))),
        failures=str(len(failed)),
        errors="0",
        skipped="0",
    )
    for name, message in failed:
        case = ElementTree.SubElement(suite, "testcase", classname="client lab", name=name)
        ElementTree.SubElement(case, "failure", message=message)
    path.parent.mkdir(parents=True, exist_ok=True)
    ElementTree.ElementTree(suite).write(path)


def _disagreeing(agreement: Agreement) -> list[tuple[str, str, str]]:
    return [
        (
            f"{cell.client} {cell.version} {cell.accessPath} {cell.operation} {cell.table}",
            verdict,
            f"{cell.verdict} {cell.error}",
        )
        for cell, verdict in agreement.wrong
    ]
