"""Converts a report to JSON and back, for the next audit and for other programs.

``schemas/audit-1.schema.json`` is the published schema. Within one version of it, we only add
fields.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, make_dataclass
from datetime import date, datetime, timezone
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, get_type_hints

from deltaward._report.findings import groups
from deltaward._report.model import Answer, AuditedTable
from deltaward._report.result import AuditResult

if TYPE_CHECKING:
    from pydantic import TypeAdapter

SCHEMA = "deltaward-audit/1"

_FACTS = [field.name for field in fields(AuditedTable) if field.name != "answers"]
_ANSWER = [field.name for field in fields(Answer)]


def to_json(report: AuditResult) -> str:
    """Returns a report as JSON. Each table and each answer has its own line, for small diffs."""
    keys = _Keys()
    tables = [_object(table, _FACTS) | {"answers": keys.of(table)} for table in report.tables]
    parts = {
        "schema": json.dumps(SCHEMA),
        "deltaward": json.dumps(version("deltaward")),
        "tables": _lines("[]", map(_dumped, tables)),
        "answers": _lines(
            "{}",
            (
                f"{json.dumps(key)}: {_lines('[]', map(_dumped, answers), '  ')}"
                for key, answers in keys.written.items()
            ),
        ),
        "findings": _lines("[]", map(_dumped, _findings(report))),
    }
    return _lines("{}", (f"{json.dumps(key)}: {value}" for key, value in parts.items()), "") + "\n"


def tables(text: str | bytes) -> tuple[AuditedTable, ...]:
    """Reads JSON that :func:`to_json` wrote with this version of the schema.

    Raises:
        ValueError: the text is something else. The message says what, on one line.
    """
    from pydantic import ValidationError  # noqa: PLC0415 - a job on a cluster does without it

    try:
        written = json.loads(text)
    except (ValueError, RecursionError) as cause:
        raise ValueError(f"is not JSON: {cause}") from None
    form = written.get("schema") if isinstance(written, dict) else None
    if not isinstance(form, str) or not form.startswith("deltaward-audit/"):
        raise ValueError("is JSON, but not a report of --format json")
    if form != SCHEMA:
        raise ValueError(
            f"has the format {form}, and this deltaward reads {SCHEMA}; "
            "read it with the deltaward version that wrote it"
        )
    try:
        document = _document().validate_json(text, strict=True)
    except ValidationError as cause:
        first = cause.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        told = first["msg"].removeprefix("Value error, ")
        raise ValueError(f"does not have the format {SCHEMA}: {where}: {told}") from None
    return tuple(_table(table, document.answers) for table in document.tables)


class _Keys:
    """The sets of answers that tables share. The key of a set is the same in all reports."""

    def __init__(self) -> None:
        self.written: dict[str, list[dict[str, Any]]] = {}
        self._known: dict[int, str] = {}

    def of(self, table: AuditedTable) -> str:
        known = self._known.get(id(table.answers))
        if known is None:
            answers = [_object(answer, _ANSWER) for answer in table.answers]
            known = hashlib.sha256(_dumped(answers).encode()).hexdigest()[:16]
            self._known[id(table.answers)] = known
            self.written[known] = answers
        return known


def _findings(report: AuditResult) -> Iterable[dict[str, Any]]:
    """Yields the findings, with indexes of tables and answers instead of copies of them."""
    places = {id(table): place for place, table in enumerate(report.tables)}
    for group in groups(report):
        finding: dict[str, Any] = {"table": places[id(group.table)], "kind": group.kind}
        about = {id(answer) for answer in group.answers()}
        if about:
            answers = enumerate(group.table.answers)
            finding["answers"] = [place for place, answer in answers if id(answer) in about]
        else:
            finding["messages"] = group.messages()
        yield finding


def _object(of: AuditedTable | Answer, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(of, name) for name in names}


def _dumped(value: object) -> str:
    return json.dumps(value, default=_time)


def _time(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat()
    assert isinstance(value, date), value
    return value.isoformat()


def _lines(brackets: str, items: Iterable[str], indent: str = " ") -> str:
    joined = ",\n".join(f"{indent} {item}" for item in items)
    return f"{brackets[0]}\n{joined}\n{indent}{brackets[1]}" if joined else brackets


@dataclass(frozen=True)
class _Document:
    tables: list[Any]
    answers: dict[str, tuple[Answer, ...]]


@cache
def _document() -> TypeAdapter[_Document]:
    from pydantic import TypeAdapter  # noqa: PLC0415 - a job on a cluster does without it

    hints = get_type_hints(AuditedTable)
    entry = make_dataclass("Entry", [*((name, hints[name]) for name in _FACTS), ("answers", str)])
    document = make_dataclass(
        "Document",
        [("tables", list[entry]), ("answers", dict[str, tuple[Answer, ...]])],  # type: ignore[valid-type]
        bases=(_Document,),
        frozen=True,
    )
    return TypeAdapter(document)


def _table(entry: Any, answers: Mapping[str, tuple[Answer, ...]]) -> AuditedTable:
    if entry.answers not in answers:
        raise ValueError(f"does not have the format {SCHEMA}: it has no answers {entry.answers!r}")
    facts = {name: getattr(entry, name) for name in _FACTS}
    return AuditedTable(**facts, answers=answers[entry.answers])
