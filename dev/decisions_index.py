"""Writes the index of the decision records, `docs/decisions/README.md`.

python dev/decisions_index.py
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "decisions"
RECORD = re.compile(r"# (\d+)\. (.+)\n\n(\w+(?: by \[\d+\]\([^)]+\))?), (\d{4}-\d\d-\d\d)\.\n")
HEAD = """# Decision records

Why it is built as it is, one record a decision. A new record gets the next number, a status and
a date. A record that no longer holds keeps its text, and its status names the record that replaced
it.

| record | decision | status | date |
| --- | --- | --- | --- |
"""


def index() -> str:
    """Returns the text of the index.

    Raises:
        ValueError: A record has no number, title, status or date.
    """
    rows = []
    for file in sorted(FOLDER.glob("[0-9]*.md")):
        found = RECORD.match(file.read_text())
        if not found:
            raise ValueError(f"{file.name} does not begin with number and title, status and date")
        number, title, status, date = found.groups()
        rows.append(f"| {number} | [{title}]({file.name}) | {status} | {date} |\n")
    return HEAD + "".join(rows)


if __name__ == "__main__":
    (FOLDER / "README.md").write_text(index())
