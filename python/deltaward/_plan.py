"""The plan of a drop, to look at before anything is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from pyspark.sql import Row


@dataclass(frozen=True)
class DropPlan:
    """What ``ALTER TABLE ... DROP FEATURE`` would do; made by :meth:`Table.planDrop`."""

    feature: str
    """The feature that goes."""

    steps: tuple[Row, ...]
    """One row per step, with the columns of ``EXPLAIN DROP FEATURE``."""

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
        if self.errorCondition:
            lines += ["", f"Run now, it ends with `{self.errorCondition}`."]
        for title, column in _CLIENTS.items():
            names = sorted({name for step in self.steps for name in step[column]})
            if names:
                lines += ["", f"{title}: {', '.join(names)}."]
        return "\n".join(lines)


_CLIENTS = {
    "Can read again": "gainingRead",
    "Can write again": "gainingWrite",
    "Can no longer read": "losingRead",
    "Can no longer write": "losingWrite",
}


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
