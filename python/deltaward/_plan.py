"""The plan for dropping a feature, made without changing the table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from deltaward import _notebook as notebook

if TYPE_CHECKING:
    from datetime import datetime

    from pyspark.sql import Row


@dataclass(frozen=True)
class DropStep:
    """One step of a :class:`DropPlan`, with the columns of ``EXPLAIN DROP FEATURE`` as fields."""

    step: int
    """Number of the step, from 1."""

    action: str
    """``DISABLE``, ``REWRITE``, ``CLEAN``, ``CHECKPOINT``, ``WAIT``, ``TRUNCATE`` or ``DROP``;
    ``REFUSE`` if the statement would change nothing."""

    description: str
    """Description of the step; for ``REFUSE``, the message of the error."""

    statement: str | None
    """Statement that runs the step; for ``REFUSE``, the statement to run first, or ``None`` if no
    statement helps."""

    commits: int | None
    """Number of commits that the step makes; ``None`` if unknown."""

    files: int
    """Number of data files that the step rewrites."""

    bytes: int
    """Size in bytes of the data files that the step rewrites."""

    firstVersionLost: int | None
    """First version that time travel loses; ``None`` if it loses none."""

    lastVersionLost: int | None
    """Last version that time travel loses; ``None`` if it loses none."""

    earliest: datetime | None
    """Earliest time at which the step can run; ``None`` if it can run at once, and for a wait that
    never ends."""

    errorCondition: str | None
    """Error condition with which the statement ends at this step; ``None`` if it continues. It
    comes from Delta, or from a commit rule that refuses the last commit of the statement."""

    gainingRead: tuple[str, ...]
    """Clients, at their newest known version, that can read the table only after the step, as
    ``client version (access path)``."""

    gainingWrite: tuple[str, ...]
    """Clients, at their newest known version, that can write the table only after the step, as
    ``client version (access path)``."""

    losingRead: tuple[str, ...]
    """Clients, at their newest known version, that may no longer be able to read the table, as
    ``client version (access path)``."""

    losingWrite: tuple[str, ...]
    """Clients, at their newest known version, that may no longer be able to write the table, as
    ``client version (access path)``."""

    streams: str | None
    """Effect on running streams that read or write the table, and what helps if they fail.
    ``None`` for a step without a commit."""

    @classmethod
    def _of(cls, row: Row) -> DropStep:
        return cls(**{field.name: _value(row[field.name]) for field in fields(cls)})


@dataclass(frozen=True)
class DropPlan:
    """Steps of ``ALTER TABLE ... DROP FEATURE``. :meth:`Table.planDrop` returns them."""

    feature: str
    """Name of the feature to drop."""

    steps: tuple[DropStep, ...]
    """The steps, in the order in which they run."""

    @property
    def errorCondition(self) -> str | None:
        """Returns the error condition if the statement ran now; ``None`` if it would succeed."""
        return next((step.errorCondition for step in self.steps if step.errorCondition), None)

    @property
    def earliest(self) -> datetime | None:
        """Returns the earliest time of the last step; ``None`` for at once, and for never."""
        return self.steps[-1].earliest if self.steps else None

    @property
    def files(self) -> int:
        """Returns the number of data files that the plan rewrites."""
        return sum(step.files for step in self.steps)

    @property
    def bytes(self) -> int:
        """Returns the size in bytes of the data files that the plan rewrites."""
        return sum(step.bytes for step in self.steps)

    def to_markdown(self) -> str:
        """Renders the plan as Markdown for an issue or a pull request.

        Examples:
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
        """Returns the clients that gain and lose access through all steps, by title."""
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
    """Checks whether a step makes a stream fail, by the text in its column ``streams``."""
    return streams is not None and "fails" in streams


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
