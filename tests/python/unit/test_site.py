"""The public page: it is complete, needs no network, and says the same as its JSON."""

import json
import re
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import jsonschema
import pytest

from lab import build, store
from lab.races import cells as races
from lab.site import site
from lab.site.standing import JSON, MUST_READ, NOT_ASKED, Standing, newest, standing, writing
from lab.tables.factory import RECIPES, read_catalogue

ROOT = Path(__file__).parents[3]
DAY = date(2026, 12, 1)


def lab() -> site.Lab:
    shipped = ROOT / build.SHIPPED
    ids = json.loads((shipped / "index.json").read_text())["clients"]
    tables = {table.name: table for table in read_catalogue(ROOT / "registry" / "tables.json")}
    wanted = ("duckdb", "trino")
    cells = store.read(ROOT / "registry" / "observations")
    return site.Lab(
        [json.loads((shipped / f"{name}.json").read_text()) for name in ids],
        [cell for cell in cells if cell.client in wanted],
        [race for race in races.read(ROOT / "registry" / "races") if race.client in wanted],
        tables,
        {recipe.name: recipe for recipe in RECIPES},
        frozenset(name for table in tables.values() for name in table.readers),
        json.loads((ROOT / "registry" / "kinds.json").read_text()),
        DAY,
    )


class Page(HTMLParser):
    """The links and ids of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src"} and value is not None:
                self.links.append(value)
            if name == "id" and value is not None:
                self.ids.append(value)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    into = tmp_path_factory.mktemp("page") / "site"
    site.write(lab(), into)
    return into


def test_every_link_leads_to_a_place_of_the_site(written: Path) -> None:
    pages = {path: Page(path.read_text()) for path in written.rglob("*.html")}
    assert len(pages) > 50
    for path, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), path
        for link in page.links:
            if link.startswith("data:"):
                continue
            target, _, place = link.partition("#")
            to = (path.parent / target).resolve() if target else path
            assert to.exists(), (path, link)
            if place and to.suffix == ".html":
                assert unquote(place) in pages[to].ids, (path, link)


def test_nothing_is_fetched_from_elsewhere(written: Path) -> None:
    for path in written.rglob("*"):
        if path.suffix in {".html", ".css", ".js"}:
            text = path.read_text()
            assert not re.search(r"(?:src|href)=\"(?:https?:)?//|@import|url\(|fetch\(", text), path


def test_the_json_is_of_its_schema_and_says_what_the_pages_say(written: Path) -> None:
    data = json.loads((written / "data" / "registry.json").read_text())
    jsonschema.validate(data, json.loads((written / "data" / "registry.schema.json").read_text()))
    (found,) = [
        release
        for release in data["releases"]
        if (release["client"], release["version"], release["accessPath"])
        == ("duckdb", "1.5.5", "attach")
    ]
    assert found["features"]["deletionVectors"]["read"]["verdict"] == "OK"
    assert found["features"]["columnMapping"]["write"]["verdict"] == "HARMS_OTHERS"
    page = (written / "feature" / "columnMapping.html").read_text()
    assert "harms others" in page


def test_evidence_names_the_table_the_command_and_what_the_client_said(written: Path) -> None:
    page = (written / "evidence" / "trino-476.html").read_text()
    assert "register_table" in page
    assert "../tables.html#deletionVectors-used" in page
    tables = (written / "tables.html").read_text()
    assert "DELETE FROM t WHERE id = 4" in tables


def test_old_evidence_is_marked(written: Path, tmp_path: Path) -> None:
    assert "older than 90 days" not in (written / "client" / "duckdb.html").read_text()
    old = lab()
    site.write(site.Lab(**{**vars(old), "today": date(2028, 1, 1)}), tmp_path / "site")
    assert "older than 90 days" in (tmp_path / "site" / "client" / "duckdb.html").read_text()


def side(**more: object) -> dict[str, object]:
    return {"versions": [3], "features": [], "otherFeatures": "refused", **more}


def test_a_standing_is_the_worst_that_a_feature_does() -> None:
    assert standing(side(), "a", needed=True).verdict == "BLOCKED"
    assert standing(side(otherFeatures="ignored"), "a", needed=True).verdict == "SILENTLY_WRONG"
    assert standing(side(otherFeatures="unknown"), "a", needed=True).verdict == "UNKNOWN"
    assert standing(side(), "a", needed=False).texts == (NOT_ASKED,)
    assert standing(side(features=["a"]), "a", needed=True).verdict == "OK"
    assert standing(side(versions=[]), "a", needed=True).verdict == "NOT_OFFERED"
    assert standing({"noEvidence": "not tried"}, "a", needed=True).texts == ("not tried",)
    used = {"condition": "fails", "failsWhen": "used", "verdict": "BLOCKED", "way": "byId"}
    found = standing(side(conditions={"a": used}), "a", needed=True)
    assert found.texts == ("where it is used byId: fails",)
    harm = [{"when": ["a:used"], "verdict": "HARMS_OTHERS", "condition": "lost"}]
    assert standing(side(features=["a"], cases=harm), "a", needed=True).verdict == "HARMS_OTHERS"
    everywhere = [{**harm[0], "when": []}]
    assert (
        standing(side(features=["a"], cases=everywhere), "a", needed=True).verdict == "HARMS_OTHERS"
    )
    with_other = [{**harm[0], "when": ["a:used", "b"]}]
    assert standing(side(features=["a"], cases=with_other), "a", needed=True).verdict == "OK"
    untold = [{**harm[0], "when": ["a:used"], "verdict": "UNKNOWN"}]
    assert standing(side(features=["a"], cases=untold), "a", needed=True).verdict == "UNKNOWN"


def test_an_unnoticed_failure_counts_even_if_only_tables_of_one_shape_have_it() -> None:
    def case(verdict: str, *when: str) -> JSON:
        return {"when": [*when], "verdict": verdict, "condition": "fails"}

    def found(*cases: JSON) -> Standing:
        return standing(side(features=["a"], cases=[*cases]), "a", needed=True)

    wrong = found(case("SILENTLY_WRONG", "a:used", "partitioned"))
    assert wrong == Standing("SILENTLY_WRONG", ("with a:used and partitioned: fails",))
    blocked = found(case("BLOCKED", "a", "column:date"))
    assert blocked == Standing("OK", ("with a and column:date: fails",))
    assert found(case("SILENTLY_WRONG", "column:date")) == Standing("OK")
    assert found(case("UNKNOWN", "a", "column:date")) == Standing("OK")


def test_a_client_without_tried_writes_cannot_write_what_it_cannot_read() -> None:
    unknown, ok = Standing("UNKNOWN"), Standing("OK")
    told = {"write": side(features=["a"])}
    assert writing(told, unknown, ok) == Standing("UNKNOWN", (MUST_READ,))
    assert writing(told, ok, unknown) == unknown
    assert writing(told, Standing("NOT_OFFERED"), ok) == ok
    assert writing({"write": {**told["write"], "triedAlone": True}}, unknown, ok) == ok


def test_the_newest_release_of_each_path_is_shown() -> None:
    releases = [
        {"version": version, "accessPath": path}
        for version, path in (("1.9", "a"), ("1.10", "a"), ("0.1", "b"))
    ]
    assert [r["version"] for r in newest({"releases": releases})] == ["1.10", "0.1"]
