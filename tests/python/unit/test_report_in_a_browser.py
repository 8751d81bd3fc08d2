"""The page in a browser: by mouse, by keyboard, to a screen reader, and under attack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from deltaward import Report
from deltaward._notebook import summary
from deltaward._report.formats.html import html
from lake import ATTACKS, audited, lake

Opened = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens a report. The test fails on any error in the page, or if the page fetches anything."""
    wrong: list[str] = []
    contexts = []

    def open_page(page: Report | str, fragment: str = "", **options: Any) -> Page:
        file = tmp_path / "report.html"
        text = page if isinstance(page, str) else html(page, "Lake")
        file.write_text(text, "utf-8", errors="replace")
        context = browser.new_context(**options)
        contexts.append(context)
        shown = context.new_page()
        shown.on("dialog", lambda dialog: wrong.append(dialog.message))
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        shown.on("console", lambda message: wrong.append(message.text))
        shown.on(
            "request",
            lambda request: None if request.url.startswith("file:") else wrong.append(request.url),
        )
        shown.goto(f"{file.as_uri()}{fragment}")
        return shown

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


LAKE = lake(300)


def status(page: Page) -> Locator:
    """Returns the line that says how many tables are shown.

    The page changes a moment after a click, so check it with `expect`, which waits.
    """
    return page.locator("#shown")


def open_first_table(page: Page) -> None:
    page.locator("#rows th a").first.click()
    expect(page.locator("dialog")).to_be_visible()


def names(page: Page) -> Locator:
    return page.locator("#rows th a")


def violations(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return found


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_words_are_shown_and_do_nothing(opened: Opened, attack: str) -> None:
    page = opened(audited(attack))
    open_first_table(page)
    title = page.locator("#details-title")
    # A script makes the title, so it can also have characters that HTML cannot.
    assert title.evaluate("element => element.textContent") == attack
    assert attack in page.locator("dialog .answers td:last-child p").first.evaluate(
        "element => element.textContent"
    )
    assert page.locator("script").count() == 2
    assert page.locator("img, iframe, object, style + style, [onload], [onerror]").count() == 0


@pytest.mark.parametrize(
    ("width", "scheme"), [(390, "light"), (900, "dark"), (1440, "light"), (1440, "dark")]
)
def test_axe_finds_nothing(opened: Opened, width: int, scheme: str) -> None:
    page = opened(LAKE, color_scheme=scheme, viewport={"width": width, "height": 900})
    assert violations(page) == []
    open_first_table(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_a_notebook_shows(opened: Opened, scheme: str) -> None:
    ground = "white" if scheme == "light" else "#111"
    text = "black" if scheme == "light" else "#eee"
    page = opened(
        f"<!doctype html><html lang=en><title>Notebook</title><body style='background:{ground};"
        f"color:{text}'><main><h1>Notebook</h1>{summary(LAKE)}</main>"
    )
    assert violations(page) == []


def test_every_column_sorts_both_ways_by_keyboard_and_says_so(opened: Opened) -> None:
    page = opened(LAKE, viewport={"width": 1440, "height": 900})
    for key in page.locator("#headings button").evaluate_all("all => all.map(b => b.dataset.sort)"):
        button = page.locator(f"[data-sort={key}]")
        heading = page.locator("th", has=button)
        seen = set()
        for _ in range(2):
            before = heading.get_attribute("aria-sort") or "unsorted"
            button.focus()
            page.keyboard.press("Enter")
            expect(heading).to_have_attribute("aria-sort", re.compile(f"^(?!{before})"))
            seen.add(heading.get_attribute("aria-sort"))
            expect(button).to_be_focused()
        assert seen == {"ascending", "descending"}, key


def test_sorting_by_name_and_by_what_is_wrong(opened: Opened) -> None:
    page = opened(LAKE)
    wrong = {f.table.name for f in LAKE.findings() if f.kind == "wrong"}
    assert set(names(page).all_inner_texts()[: len(wrong)]) == wrong
    page.locator("[data-sort=name]").click()
    expect(names(page)).to_have_text([table.name for table in LAKE.tables][:100])


def test_filters_agree_with_the_report(opened: Opened) -> None:
    page = opened(LAKE)
    trino = "trino 476 (connector)"
    blocked = [
        table
        for table in LAKE.tables
        if any(a.client == "trino" and a.readVerdict == "BLOCKED" for a in table.answers)
    ]
    page.locator("[name=client]").select_option(trino)
    page.locator("[name=access]").select_option("read")
    page.locator("[name=verdict]").select_option("BLOCKED")
    expect(status(page)).to_contain_text(f"of {len(blocked)} tables")
    page.reload()
    expect(status(page)).to_contain_text(f"of {len(blocked)} tables")
    page.locator("[name=q]").fill("sales clicks")
    named = [table for table in blocked if "sales" in table.name and "clicks" in table.name]
    expect(status(page)).to_contain_text(f"1 to {len(named)} of {len(named)}" if named else "No")
    page.get_by_role("button", name="Clear").click()
    expect(status(page)).to_contain_text("of 300 tables")
    assert page.evaluate("location.hash") in ("", "#")


@pytest.mark.parametrize("kind", ["unreadable", "policy", "wrong", "read", "write"])
def test_kinds_of_findings_are_those_of_the_report(opened: Opened, kind: str) -> None:
    tables = {id(found.table) for found in LAKE.findings() if found.kind == kind}
    page = opened(LAKE, f"#kind={kind}")
    expect(status(page)).to_contain_text(f"of {len(tables)} tables")


def test_a_figure_leads_to_its_tables(opened: Opened) -> None:
    page = opened(LAKE)
    link = page.locator(".heat td a").first
    figure = link.inner_text().split()[0].strip("‼?\u202f")
    link.click()
    expect(status(page)).to_contain_text(f"of {figure} tables")
    step = page.locator(".unlocks td a").first
    figure = step.inner_text()
    step.click()
    expect(status(page)).to_contain_text(f"of {figure} tables")


def test_pages_of_the_list(opened: Opened) -> None:
    page = opened(LAKE)
    expect(status(page)).to_have_text("1 to 100 of 300 tables")
    page.get_by_role("button", name="Next").click()
    expect(status(page)).to_have_text("101 to 200 of 300 tables")
    page.locator("[name=kind]").select_option("unreadable")
    expect(status(page)).to_contain_text("1 to ")
    page.goto(page.url.split("#")[0] + "#page=999")
    expect(status(page)).to_have_text("201 to 300 of 300 tables")


def test_a_table_is_opened_and_closed_by_keyboard(opened: Opened) -> None:
    page = opened(LAKE)
    link = page.locator("#rows th a").first
    link.focus()
    name = link.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#details-title")).to_be_focused()
    expect(page.locator("#details-title")).to_have_text(name)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    expect(link).to_be_focused()


def test_an_address_leads_to_a_table_with_what_would_help_and_its_history(opened: Opened) -> None:
    table = next(
        table
        for table in LAKE.tables
        if table.identifier in LAKE.histories and any(a.unlockedBy for a in table.answers)
    )
    page = opened(LAKE, f"#table={table.name}")
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text(
        f"ALTER TABLE {table.identifier} DROP FEATURE deletionVectors", use_inner_text=True
    )
    assert "Version 12" in dialog.inner_text()
    assert "delta.enableDeletionVectors = true" in dialog.inner_text()


def test_the_first_key_leads_past_the_figures(opened: Opened) -> None:
    page = opened(LAKE)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the tables")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#tables")).to_be_focused()
    expect(status(page)).to_contain_text("of 300 tables")


def test_an_address_of_nothing_does_no_harm(opened: Opened) -> None:
    page = opened(LAKE, "#table=gone&client=nobody&sort=%3Cb%3E&page=x&__proto__=1&found=%00")
    expect(status(page)).to_have_text("No tables, out of 300")
    assert page.locator("dialog[open]").count() == 0


def test_without_scripts_the_figures_remain(opened: Opened) -> None:
    page = opened(LAKE, java_script_enabled=False)
    assert page.locator(".clients tbody tr").count() > 10
    assert "needs JavaScript" in page.locator("#tables").inner_text()
    expect(page.locator("#list")).to_be_hidden()


def test_ten_thousand_tables(opened: Opened) -> None:
    page = opened(lake(10_000))
    expect(status(page)).to_have_text("1 to 100 of 10,000 tables")
    page.locator("[name=q]").fill("orders_00042")
    expect(status(page)).to_have_text(re.compile("^No|of 1 tables, out of 10,000$"))


def test_print_shows_no_controls(opened: Opened) -> None:
    page = opened(LAKE)
    page.emulate_media(media="print")
    expect(page.locator(".filters")).to_be_hidden()
    expect(page.locator(".clients")).to_be_visible()


def test_a_name_that_could_change_a_statement_offers_none_to_copy(opened: Opened) -> None:
    report = audited("orders; DROP TABLE orders")
    tables = tuple(replace(table, location=None) for table in report.tables)
    page = opened(replace(report, tables=tables))
    open_first_table(page)
    assert page.locator("dialog .answers").count() == 1
    assert page.locator("dialog .statement").count() == 0
