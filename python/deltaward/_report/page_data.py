"""Data for the script of a report's page. Values that many tables share appear once."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from dataclasses import asdict
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from deltaward._report.model import VERDICTS
from deltaward._report.templates import VERDICT_SIGNS
from deltaward._report.totals import Who

if TYPE_CHECKING:
    from deltaward._history import History
    from deltaward._report.model import Answer, AuditedTable
    from deltaward._report.result import AuditResult

# The largest exact integer in JavaScript. Larger ones become text.
_LARGEST = 2**53 - 1

# Identifiers that may appear in a statement to copy.
_COPYABLE = re.compile(r"[\w.]+|delta\.`.+`", re.DOTALL)

# Escapes that keep data from closing the script element or opening another.
_ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}

COLUMNS = (
    "tableName",
    "location",
    "identifier",
    "version",
    "minReaderVersion",
    "minWriterVersion",
    "supportedFeatures",
    "boundary",
    "lastModified",
    "engineInfo",
    "logFiles",
    "logBytes",
    "errorCondition",
    "policyViolations",
    "logRead",
    "problem",
    "answers",
)


def script_data(report: AuditResult) -> str:
    """Returns the tables as JSON in ASCII that is safe inside a script element."""
    features: _Shared[tuple[str, ...]] = _Shared()
    answers: _Shared[Answer] = _Shared()
    shapes: _Shared[tuple[Answer, ...]] = _Shared()
    rows = [_row(table, features, shapes) for table in report.tables]
    shown = [[answers.place(answer) for answer in shape] for shape in shapes.values]
    data = {
        "signs": VERDICT_SIGNS,
        "verdicts": VERDICTS,
        "columns": COLUMNS,
        "tables": rows,
        "features": features.values,
        "shapes": shown,
        "answers": [_answer(answer) for answer in answers.values],
        "histories": {table: _history(told) for table, told in report.histories.items()},
    }
    return json.dumps(_exact(data), separators=(",", ":")).translate(_ESCAPES)


def moment(value: datetime) -> str:
    """Returns a time from Spark as text in UTC."""
    try:
        # A time without a zone is in the zone of this process.
        return value.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):  # near the limits of Python's datetime
        return value.isoformat(" ")


_Kept = TypeVar("_Kept", bound=Hashable)


class _Shared(Generic[_Kept]):
    """Numbers distinct values. Recognises a known object without comparing its value."""

    def __init__(self) -> None:
        self.values: list[_Kept] = []
        self._equal: dict[_Kept, int] = {}
        self._same: dict[int, int] = {}

    def place(self, value: _Kept) -> int:
        if id(value) not in self._same:
            place = self._equal.setdefault(value, len(self.values))
            if place == len(self.values):
                self.values.append(value)
            self._same[id(value)] = place
        return self._same[id(value)]


def _row(
    table: AuditedTable,
    features: _Shared[tuple[str, ...]],
    shapes: _Shared[tuple[Answer, ...]],
) -> list[Any]:
    given = {
        "identifier": table.identifier if _COPYABLE.fullmatch(table.identifier) else None,
        "supportedFeatures": features.place(table.supportedFeatures or ()),
        "answers": shapes.place(table.answers),
    }
    return [given[name] if name in given else getattr(table, name) for name in COLUMNS]


def _answer(answer: Answer) -> dict[str, Any]:
    return {**asdict(answer), "who": str(Who.of(answer))}


def _history(history: History) -> object:
    return history if isinstance(history, str) else [asdict(change) for change in history]


def _exact(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _exact(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_exact(each) for each in value]
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, int) and abs(value) > _LARGEST:
        return str(value)
    return value
