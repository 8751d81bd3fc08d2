"""A hook of mkdocs: adds the pages outside of `docs`, and adapts the links to them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```\w+) .*$", re.MULTILINE)
API = "# Python API\n\n::: deltaward\n    options:\n      show_root_heading: false\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds README, CONTRIBUTING, CHANGELOG and the API reference."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text()
        files.append(File.generated(config, page, content=_in_docs(text)))
    files.append(File.generated(config, "api.md", content=API))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Adapts a page's links to pages of the top folder, which the site has in `docs`."""
    here = Path(page.file.src_uri)
    mended = LINK.sub(lambda link: _mended(link, here), markdown)
    # The tests read the word after the language. With it, mkdocs would not see a code block.
    return FENCE.sub(r"\1", mended)


def _mended(link: re.Match[str], page: Path) -> str:
    """Returns a link of the site, or only the text if the site has no such file."""
    text, target = link.groups()
    if "://" in target or target.startswith("#"):
        return link.group(0)
    name, _, anchor = target.partition("#")
    there = (ROOT / "docs" / page.parent / name).resolve()
    at_top = PAGES.get(there.relative_to(ROOT).as_posix()) if there.is_relative_to(ROOT) else None
    if at_top:
        return f"[{text}]({at_top}{'#' if anchor else ''}{anchor})"
    is_page = there.suffix == ".md" or page.as_posix() in PAGES.values()
    return link.group(0) if is_page else text


def _in_docs(text: str) -> str:
    """Adapts the links of a page of the top folder, which the site has in `docs`."""

    def moved(link: re.Match[str]) -> str:
        text, target = link.groups()
        if "://" in target or target.startswith("#"):
            return link.group(0)
        name, _, anchor = target.partition("#")
        inside = name.removeprefix("docs/")
        if inside == "decisions":
            inside = "decisions/README.md"
        if name in PAGES or (name.startswith("docs/") and inside.endswith(".md")):
            return f"[{text}]({PAGES.get(name, inside)}{'#' if anchor else ''}{anchor})"
        return text

    return LINK.sub(moved, text).replace("](docs/", "](")
