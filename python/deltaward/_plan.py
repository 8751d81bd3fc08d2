"""The plan of a drop, to look at before anything is done."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from deltaward import _notebook as notebook

if TYPE_CHECKING:
    from datetime import datetime

    from pyspark.sql import Row


@dataclass(frozen=True)
class DropStep:
    """One step of a :class:`DropPlan`: a row of ``EXPLAIN DROP FEATURE``, with its columns."""

    step: int
    """From 1."""

    action: str
    """``DISABLE``, ``REWRITE``, ``CLEAN``, ``CHECKPOINT``, ``WAIT``, ``TRUNCATE`` or ``DROP``;
    ``REFUSE`` where the statement would change nothing."""

    description: str
    """What happens; Delta's own message where it refuses."""

    statement: str | None
    """What to run for it; for ``REFUSE`` what would help first, ``None`` where nothing would."""

    commits: int | None
    """How many it makes; ``None`` where that is not known."""

    files: int
    """Data files that are rewritten."""

    bytes: int
    """Their size."""

    firstVersionLost: int | None
    """With ``lastVersionLost`` the versions that time travel loses; ``None`` for none."""

    lastVersionLost: int | None
    """See ``firstVersionLost``."""

    earliest: datetime | None
    """When the step can be done; ``None`` for at once."""

    errorCondition: str | None
    """With what the statement ends at this step; ``None`` where it goes on."""

    gainingRead: tuple[str, ...]
    """Clients that can read the table afterwards and could not, as ``client version (path)``."""

    gainingWrite: tuple[str, ...]
    """The same for writing."""

    losingRead: tuple[str, ...]
    """Those that no longer surely can."""

    losingWrite: tuple[str, ...]
    """The same for writing."""

    streams: str | None
    """Whether running streams that read or write the table fail, and what helps; ``None`` for a
    step without a commit."""

    @classmethod
    def _of(cls, row: Row) -> DropStep:
        return cls(**{field.name: _value(row[field.name]) for field in fields(cls)})


@dataclass(frozen=True)
class DropPlan:
    """What ``ALTER TABLE ... DROP FEATURE`` would do; made by :meth:`Table.planDrop`."""

    feature: str
    """The feature that goes."""

    steps: tuple[DropStep, ...]
    """In the order in which they run."""

    @property
    def errorCondition(self) -> str | None:
        """With what Delta would end the statement if it ran now; ``None`` where it goes through."""
        return next((step.errorCondition for step in self.steps if step.errorCondition), None)

    @property
    def earliest(self) -> datetime | None:
        """When the last step can be done; ``None`` for at once, and for never."""
        return self.steps[-1].earliest if self.steps else None

    @property
    def files(self) -> int:
        """How many data files are rewritten."""
        return sum(step.files for step in self.steps)

    @property
    def bytes(self) -> int:
        """The size of the data files that are rewritten."""
        return sum(step.bytes for step in self.steps)

    def to_markdown(self) -> str:
        """Render the plan for an issue or a pull request.

        Example:
            >>> print(t.planDrop("deletionVectors").to_markdown())
        """
        lines = [
            f"### Dropping {self.feature}",
            "",
            "| step | what happens | commits | files | earliest |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [
            f"| {step.action} | {_cell(step.description)} | {_number(step.commits)} "
            f"| {step.files} | {step.earliest or 'at once'} |"
            for step in self.steps
        ]
        for step in self.steps:
            if step.action == "REFUSE" and step.statement:
                lines += ["", "Run first:", "", "```sql", step.statement, "```"]
        if self.errorCondition:
            lines += ["", f"Run now, it ends with `{self.errorCondition}`."]
        for title, names in self._clients.items():
            if names:
                lines += ["", f"{title}: {', '.join(names)}."]
        lines += [
            f"\nStreams: {step.streams}." for step in self.steps if stops_streams(step.streams)
        ]
        return "\n".join(lines)

    @property
    def _clients(self) -> dict[str, list[str]]:
        """Who gains and loses by all steps."""
        return {
            title: sorted({name for step in self.steps for name in getattr(step, column)})
            for title, column in _CLIENTS.items()
        }

    def _repr_html_(self) -> str:
        return notebook.plan(self)


_CLIENTS = {
    "Can read again": "gainingRead",
    "Can write again": "gainingWrite",
    "Can no longer read": "losingRead",
    "Can no longer write": "losingWrite",
}


def stops_streams(streams: str | None) -> bool:
    """Returns whether a step makes a stream fail, from its column ``streams``."""
    return streams is not None and "fails" in streams


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
