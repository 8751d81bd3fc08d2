"""Runs the clients on the tables."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab import cleanup, content, judge
from lab.cells import LabTable, Observation, Operation, Row
from lab.environments import command_of
from lab.errors import first_line
from lab.process import ClientProcess
from lab.setup import ClientSetup

WORKING = ("OK", "SILENTLY_WRONG", "HARMS_OTHERS")
TIMES = 5
# Operations that remove files. Appends do not look at the files of a table.
REMOVING = ("delete", "merge", "optimize", "replace")


@dataclass(frozen=True)
class Outcome:
    """The result of one operation on one table.

    Attributes:
        written: the copy that Delta on Spark has yet to check; empty if there is none.
    """

    path: str
    table: LabTable
    operation: Operation
    verdict: str
    error: str
    written: str = ""


def run(setup: ClientSetup, tables: list[LabTable], lab: Path) -> Iterator[Outcome]:
    """Ask one client for every operation of every access path on every table."""
    work = lab / "work" / setup.name
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    process = ClientProcess(command_of(setup, lab), setup.seconds, lab / f"{setup.name}.log", work)
    try:
        for table in tables:
            for path, operations in setup.paths.items():
                for operation in operations:
                    if not _is_tried(operation, table):
                        continue
                    if operation == "cleanup" and not cleanup.is_tried(table):
                        continue
                    job = _Job(process, path, table, operation, lab, work)
                    outcome = job.run()
                    if outcome is not None:
                        yield outcome
    finally:
        process.stop()


def _is_tried(operation: Operation, table: LabTable) -> bool:
    """Checks whether an operation is tried on a table.

    A table about a sign has both levels and a way.
    """
    if operation == "read":
        return True
    is_of_sign = bool(table.levels and table.way)
    if operation == "replace":  # with rows that have all columns: not every client fills the others
        return is_of_sign and not table.filled
    return operation in REMOVING if is_of_sign else not table.levels


@dataclass(frozen=True)
class _Job:
    process: ClientProcess
    path: str
    table: LabTable
    operation: Operation
    lab: Path
    work: Path

    def run(self) -> Outcome | None:
        if self.operation == "read":
            return self.read()
        return self.cleanup() if self.operation == "cleanup" else self.write()

    def cleanup(self) -> Outcome | None:
        """Clean up the log of a copy whose first versions are old."""
        copy = self._copy("")
        cleanup.age(copy)
        before = cleanup.protected(copy)
        answer = self._ask(copy, [])
        harm = cleanup.harm(before, copy)
        if "unavailable" in answer:
            return None
        if harm:
            return self._outcome("HARMS_OTHERS", harm)
        if "error" in answer:
            return self._outcome("BLOCKED", first_line(answer["error"]))
        return self._outcome("OK", "", str(copy))

    def read(self) -> Outcome | None:
        """Reads a large table several times, until an answer is wrong: threads race in a client."""
        for time in range(TIMES if self.table.many else 1):
            answer = self._ask(self.lab / "tables" / self.table.path, [])
            found = judge.of_read(answer, list(self.table.rows))
            if found is None:
                return None
            verdict, error = found
            if verdict != "OK":
                return self._outcome(verdict, f"not in each run: {error}" if time else error)
        return self._outcome("OK", "")

    def write(self) -> Outcome | None:
        """Writes to a copy. A success does not count if Delta cannot check it."""
        copy = self._copy("")
        before = _commits(copy)
        answer = self._ask(copy, content.source(self.table, self.operation))
        if "unavailable" in answer:
            return None
        if "error" in answer:
            return self._failed(first_line(answer["error"]), _commits(copy) != before, copy)
        if self.operation in self.table.forbids:
            return self._outcome("SILENTLY_WRONG", "does what the table forbids")
        if self._breaks_rule():
            return self._outcome("SILENTLY_WRONG", "writes a row that the table forbids")
        return self._outcome("OK", "", str(copy)) if self.table.delta_reads else None

    def _failed(self, error: str, committed: bool, copy: Path) -> Outcome | None:
        """Leaves a failure after a commit to Delta. To refuse a forbidden operation is right."""
        if committed:
            return self._outcome("UNKNOWN", error, str(copy))
        forbidden = self.operation in self.table.forbids
        return None if forbidden else self._outcome("BLOCKED", error)

    def _breaks_rule(self) -> bool:
        """Returns whether the client writes a row that the table forbids."""
        if self.operation not in ("append", "merge") or self.table.violating is None:
            return False
        return "error" not in self._ask(self._copy("-violating"), [self.table.violating])

    def _copy(self, suffix: str) -> Path:
        copy = self.work / f"{self.path}-{self.operation}-{self.table.path}{suffix}"
        shutil.copytree(self.lab / "tables" / self.table.path, copy)
        return copy

    def _ask(self, table: Path, source: list[Row]) -> dict[str, Any]:
        return self.process.ask(
            {
                "accessPath": self.path,
                "operation": self.operation,
                "table": str(table),
                "columns": [{"name": c.name, "type": c.type} for c in self.table.columns],
                "source": source,
                "key": content.key(self.table),
                "deleted": content.DELETED_ID,
                "partial": bool(self.table.filled),
            }
        )

    def _outcome(self, verdict: str, error: str, written: str = "") -> Outcome:
        return Outcome(self.path, self.table, self.operation, verdict, error, written)


def _commits(table: Path) -> set[str]:
    return {path.name for path in (table / "_delta_log").glob("*.json")}


def working(outcomes: list[Outcome], known: list[Observation]) -> list[Outcome]:
    """Drops operations that work on no table: there, the lab's set-up fails, not the table.

    An operation that ends without an error counts as working, even if it goes wrong.

    Args:
        outcomes: what the client did.
        known: what the client did with other tables.
    """
    acts: set[tuple[str, str]] = {(o.path, o.operation) for o in outcomes if o.verdict in WORKING}
    acts |= {(cell.accessPath, cell.operation) for cell in known if cell.verdict in WORKING}
    return [o for o in outcomes if (o.path, o.operation) in acts]


def progress(setup: ClientSetup, outcomes: list[Outcome]) -> None:
    """Prints the number of each verdict on standard error."""
    counts = {v: sum(o.verdict == v for o in outcomes) for v in {o.verdict for o in outcomes}}
    print(f"{setup.name}: {json.dumps(counts, sort_keys=True)}", file=sys.stderr)
