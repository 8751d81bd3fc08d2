"""The public page in a browser: at three widths, by keyboard, light and dark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from test_site import lab

from lab.site import site

Opened = Callable[..., Page]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Logs nothing."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    into = tmp_path_factory.mktemp("shown") / "site"
    site.write(lab(), into)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=into))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(browser: Browser, served: str) -> Iterator[Opened]:
    """Opens a page. The test fails on any error in it, or if it fetches from elsewhere."""
    wrong: list[str] = []
    contexts = []

    def open_page(name: str, **options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        shown = context.new_page()
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        shown.on("console", lambda message: wrong.append(message.text))
        shown.on(
            "request",
            lambda request: None if request.url.startswith(served) else wrong.append(request.url),
        )
        shown.goto(served + name)
        return shown

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.mark.parametrize(
    ("page", "width", "scheme"),
    [
        ("index.html", 390, "light"),
        ("index.html", 900, "dark"),
        ("index.html", 1440, "light"),
        ("client/duckdb.html", 390, "dark"),
        ("feature/deletionVectors.html", 390, "light"),
        ("evidence/trino-476.html", 1440, "dark"),
    ],
)
def test_axe_finds_nothing(opened: Opened, page: str, width: int, scheme: str) -> None:
    # Axe fetches the style sheet, which the page's policy forbids.
    shown = opened(
        page, color_scheme=scheme, viewport={"width": width, "height": 900}, bypass_csp=True
    )
    found = Axe().run(shown).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found] == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_the_grid_is_filtered_by_keyboard_and_says_so(opened: Opened) -> None:
    page = opened("index.html")
    page.get_by_label("Feature", exact=True).press_sequentially("deletionvectors")
    rows = page.locator(".grid tbody tr:visible")
    expect(rows).to_have_count(1)
    page.get_by_label("Client", exact=True).press_sequentially("trino")
    expect(page.locator("#filter-count")).to_contain_text("1 feature, ")
    assert page.locator(".grid thead th:visible").count() > 1
    page.get_by_label("Feature", exact=True).fill("")
    page.get_by_label("only rows with harm").check()
    assert 0 < page.locator(".grid tbody tr:visible").count() < 50


def test_an_address_opens_the_table_that_it_names(opened: Opened) -> None:
    page = opened("tables.html#deletionVectors-used")
    expect(page.locator("#deletionVectors-used pre")).to_be_visible()
    expect(page.locator("#deletionVectors-supported pre")).to_be_hidden()
