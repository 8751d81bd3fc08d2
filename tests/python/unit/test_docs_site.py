"""The docs site: it builds without a warning, and fits the widths of a phone and a desktop."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import deltaward

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    built = subprocess.run(
        [*command, "--config-file", ROOT / "dev" / "mkdocs.yml", "--site-dir", into],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert built.returncode == 0, built.stderr
    return into


def test_every_link_leads_to_a_page_and_a_heading(site: Path) -> None:
    assert (site / "sql" / "index.html").exists()
    assert "registry" in (site / "glossary" / "index.html").read_text()


def test_the_reference_has_every_public_name(site: Path) -> None:
    page = (site / "api" / "index.html").read_text()
    assert [
        name
        for name in deltaward.__all__
        if not name.startswith("_") and f'id="deltaward.{name}"' not in page
    ] == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("page", ["", "sql", "python", "clients", "api"])
def test_a_page_fits_in_a_browser(browser: Browser, site: Path, page: str, width: int) -> None:
    shown = browser.new_page(viewport={"width": width, "height": 800})
    shown.goto((site / page / "index.html").as_uri())
    try:
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        assert shown.locator("h1").count() == 1
    finally:
        shown.close()
