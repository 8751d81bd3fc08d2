"""Renders a report as SARIF 2.1.0, the format of code scanning."""

from __future__ import annotations

import hashlib
import json
import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from deltaward._report.baseline import identity
from deltaward._report.findings import KINDS, Group, groups
from deltaward._terminal.visible import printable, visible

if TYPE_CHECKING:
    from deltaward._report.model import AuditedTable, Kind
    from deltaward._report.result import AuditResult

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_RULES: dict[Kind, tuple[str, str, str]] = {
    "unreadable": ("error", "TableNotRead", "The table could not be read."),
    "wrong": (
        "error",
        "SilentlyWrong",
        "A client returns wrong data without an error, or harms other clients.",
    ),
    "policy": ("error", "PolicyViolated", "The table violates the policy."),
    "read": (
        "warning",
        "ReadNotPossible",
        "A client cannot read the table.",
    ),
    "write": (
        "warning",
        "WriteNotPossible",
        "A client cannot write the table.",
    ),
}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?://([^/]*))?(/.*)?", re.DOTALL)


def sarif(report: AuditResult) -> str:
    """Returns SARIF with one result for each table and kind of finding.

    One result per client would give 20 or more for one feature of one table. GitHub's code scanning
    shows at most 5,000 results.
    """
    driver = {
        "name": "deltaward",
        "version": version("deltaward"),
        "rules": [_rule(kind) for kind in KINDS],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(group) for group in groups(report)],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _rule(kind: Kind) -> dict[str, Any]:
    level, name, text = _RULES[kind]
    return {
        "id": f"deltaward/{kind}",
        "name": name,
        "shortDescription": {"text": text},
        "defaultConfiguration": {"level": level},
    }


def _result(group: Group) -> dict[str, Any]:
    fingerprint = _fingerprint(group)
    return {
        "ruleId": f"deltaward/{group.kind}",
        "ruleIndex": KINDS.index(group.kind),
        "level": _RULES[group.kind][0],
        "message": {"text": _message(group)},
        "locations": [_location(group.table)],
        # GitHub's code scanning uses primaryLocationLineHash.
        "partialFingerprints": {
            "deltawardFindings/v1": fingerprint,
            "primaryLocationLineHash": fingerprint,
        },
        "properties": {
            "tableVersion": group.table.version,
            "clients": group.clients(),
            "reasons": [printable(message) for message in group.messages()],
        },
    }


def _message(group: Group) -> str:
    # In a SARIF message, `[text](target)` is a link, and braces mark a placeholder.
    text = visible(f"{group.table.name}: {group.sentence()}").replace("](", "\\](")
    return text.replace("{", "{{").replace("}", "}}")


def _fingerprint(group: Group) -> str:
    """Returns a hash that changes if a finding of the group is new, fixed, or has a new verdict."""
    told = sorted((*identity(finding), finding.verdict or "") for finding in group.findings)
    return hashlib.sha256(json.dumps([group.kind, told]).encode()).hexdigest()


def _location(table: AuditedTable) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if table.location:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": uri(table.location)},
            # A table has no lines, but GitHub's code scanning requires one.
            "region": {"startLine": 1},
        }
    if table.tableName:
        location["logicalLocations"] = [
            {"fullyQualifiedName": visible(table.tableName), "kind": "table"}
        ]
    return location


def uri(location: str) -> str:
    """Encodes the path of a table as a URI. The path itself has no encoded characters.

    Examples:
        >>> uri("file:/lake/100% new")
        'file:///lake/100%25%20new'
    """
    match = _SCHEME.fullmatch(location)
    if match is None:
        return quote(location, errors="replace")
    scheme, authority, path = match.groups()
    return f"{scheme}://{quote(authority or '', safe='@:[]')}{quote(path or '', errors='replace')}"
