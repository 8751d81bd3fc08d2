"""A report as SARIF 2.1.0, the form in which code scanning takes findings."""

from __future__ import annotations

import hashlib
import json
import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from deltaward._baseline import identity
from deltaward._findings import KINDS, Group, groups
from deltaward._visible import printable, visible

if TYPE_CHECKING:
    from deltaward._report import AuditedTable, Kind, Report

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"

_RULES: dict[Kind, tuple[str, str, str]] = {
    "unreadable": ("error", "TableNotRead", "The table could not be read, and was not judged."),
    "wrong": (
        "error",
        "SilentlyWrong",
        "A client goes wrong on the table without an error, or harms others.",
    ),
    "policy": ("error", "PolicyViolated", "The table does not keep to the policy."),
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


def sarif(report: Report) -> str:
    """Write a result for each table and kind of finding.

    A result for each client would be 20 and more about one feature of one table, and code scanning
    of GitHub shows 5,000.
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
        # The second is the one that code scanning of GitHub goes by.
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
    # In a message of SARIF `[text](target)` is a link, and braces hold a place.
    text = visible(f"{group.table.name}: {group.sentence()}").replace("](", "\\](")
    return text.replace("{", "{{").replace("}", "}}")


def _fingerprint(group: Group) -> str:
    """Change when there is news, as the baseline sees it, or something was mended."""
    told = sorted((*identity(finding), finding.verdict or "") for finding in group.findings)
    return hashlib.sha256(json.dumps([group.kind, told]).encode()).hexdigest()


def _location(table: AuditedTable) -> dict[str, Any]:
    location: dict[str, Any] = {}
    if table.location:
        location["physicalLocation"] = {
            "artifactLocation": {"uri": uri(table.location)},
            # A table has no lines, and code scanning of GitHub takes nothing without one.
            "region": {"startLine": 1},
        }
    if table.tableName:
        location["logicalLocations"] = [
            {"fullyQualifiedName": visible(table.tableName), "kind": "table"}
        ]
    return location


def uri(location: str) -> str:
    """Write the path of a table, in which nothing is encoded, as a URI.

    Example:
        >>> uri("file:/lake/100% new")
        'file:///lake/100%25%20new'
    """
    match = _SCHEME.fullmatch(location)
    if match is None:
        return quote(location, errors="replace")
    scheme, authority, path = match.groups()
    return f"{scheme}://{quote(authority or '', safe='@:[]')}{quote(path or '', errors='replace')}"
