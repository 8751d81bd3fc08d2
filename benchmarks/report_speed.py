"""Measures how long it takes to write and open a report of 10,000 tables: `make bench-report`."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page

import browsers
from lake import lake

_TABLES = 10_000
_ROUNDS = 5


def main() -> None:
    """Write a report, open it in new pages, and print the medians."""
    program = browsers.chromium()
    if program is None:
        sys.exit(browsers.MISSING)
    report = lake(_TABLES)
    with tempfile.TemporaryDirectory() as folder, browsers.started(program) as browser:
        file = Path(folder) / "report.html"
        began = time.perf_counter()
        report.to_html(file)
        print(f"written in {time.perf_counter() - began:.2f} s, {file.stat().st_size:,} bytes")
        times = [_opened(browser.new_page(), file) for _ in range(_ROUNDS)]
    rows, filtered = zip(*times, strict=True)
    print(f"rows are there: {statistics.median(rows):.2f} s, at most {max(rows):.2f} s")
    print(
        f"a filter has answered: {statistics.median(filtered):.2f} s, at most {max(filtered):.2f} s"
    )


def _opened(page: Page, file: Path) -> tuple[float, float]:
    """Returns the seconds until the page shows rows, and until a filter has reduced them."""
    began = time.perf_counter()
    page.goto(file.as_uri(), wait_until="commit")
    page.wait_for_selector("#rows tr")
    rows = time.perf_counter() - began
    page.locator("[name=q]").fill("sales orders")
    page.wait_for_function("document.getElementById('shown').textContent.includes('out of')")
    return rows, time.perf_counter() - began


if __name__ == "__main__":
    main()
