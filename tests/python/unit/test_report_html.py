"""The page before any script runs. Hostile words in it must do nothing."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deltaward import AuditedTable, Report
from deltaward._notebook import summary
from deltaward._report.formats.html import html
from deltaward._report.page_data import script_data
from deltaward._report.templates import digest, environment
from lake import ATTACKS, audited, lake, unread

words = st.one_of(st.text(min_size=1), st.sampled_from(ATTACKS))


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, ...]] = []
        self.script_texts: list[str] = []
        self.text = ""
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        self.elements.append((tag, *(name for name, _ in attrs)))
        if tag == "script":
            self.script_texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        self.elements.append(("/", tag))

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.script_texts[-1] += data
        elif self._inside != "style":
            self.text += data


HARMLESS = Structure(html(audited("word"), "word")).elements


@settings(deadline=None)
@given(words)
@example("word</title>")
def test_no_word_of_a_table_adds_to_the_page_or_takes_from_it(word: str) -> None:
    assert Structure(html(audited(word), word)).elements == HARMLESS


@settings(deadline=None)
@given(words)
def test_the_script_gets_every_word_as_it_is(word: str) -> None:
    page = Structure(html(audited(word), word))
    data = json.loads(page.script_texts[0])
    row = dict(zip(data["columns"], data["tables"][0], strict=True))
    assert row["tableName"] == row["location"] == row["engineInfo"] == word
    assert data["features"][row["supportedFeatures"]] == [word]
    assert data["answers"][0]["reason"] == word
    assert data["histories"] == {word: word}


@settings(deadline=None)
@given(words)
def test_no_word_of_a_table_adds_to_what_a_notebook_shows(word: str) -> None:
    assert Structure(summary(audited(word))).elements == Structure(summary(audited("a"))).elements


def test_a_page_allows_itself_its_own_style_and_script_and_nothing_else() -> None:
    page = html(lake(3), "Lake")
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none';")
    assert f"style-src '{digest(style)}'" in policy
    assert f"script-src '{digest(script)}'" in policy
    assert "unsafe" not in policy
    assert not re.findall(r"<[^>]+ (?:src|style|on\w+)=", page)
    assert "http" not in page.replace("http-equiv", "")


def test_a_script_makes_no_markup_of_text() -> None:
    templates = Path(environment().get_template("report.html.j2").filename or "").parent
    for script in templates.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|eval", _text(script)
        )


def _text(path: Path) -> str:
    return path.read_text("utf-8")


def test_without_scripts_the_figures_are_there() -> None:
    report = lake(500)
    text = Structure(html(report, "Lake")).text
    wrong = {f.table.name for f in report.findings() if f.kind == "wrong"}
    assert re.search(rf"\b{len(wrong)}\b\s+read or written wrongly", text)
    assert "NORMALIZE PROTOCOL" in text
    assert "needs JavaScript" in text


def test_a_name_that_is_not_utf_8_is_written_too(tmp_path: Path) -> None:
    # A file system allows such a name for a directory.
    audited("\udcff").to_html(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text("utf-8").count("<title>") == 1


def test_the_largest_version_and_a_missing_size_are_written() -> None:
    table = lake(1).tables[0]
    report = Report((replace(table, version=2**63 - 1, logBytes=None),))
    assert str(2**63 - 1) in json.dumps(json.loads(script_data(report)))


def test_answers_that_many_tables_share_are_written_once() -> None:
    report = lake(2000)
    data = json.loads(script_data(report))
    assert len(data["tables"]) == 2000
    assert len(data["shapes"]) == len({table.answers for table in report.tables})
    assert len(data["answers"]) == len({a for table in report.tables for a in table.answers})


@pytest.mark.parametrize("tables", [(), lake(1).tables, (unread("t", None),)])
def test_no_table_one_table_and_one_that_was_not_read(tables: tuple[AuditedTable, ...]) -> None:
    assert "<h1>" in html(Report(tables), "Lake")
    assert "deltaward" in summary(Report(tables))
