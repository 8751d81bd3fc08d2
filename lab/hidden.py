"""Facts of a table's files that no verdict uses.

The log does not show how timestamps are stored. It counts the rows of a file, but nobody knows from
which number on a client goes wrong.

The lab knows them of its own tables. A verdict that depends on one is given for every table, and
its reason ends with the condition.
"""

from __future__ import annotations

from collections.abc import Iterable

HIDDEN = {
    "int96": "if timestamps are stored as INT96",
    "manyRows": "if a file has thousands of rows",
}


def worded(text: str, facts: Iterable[str]) -> str:
    """Adds to a failure the conditions that are among the facts."""
    return ", ".join([text, *(HIDDEN[fact] for fact in sorted(HIDDEN.keys() & set(facts)))])


def is_excused(reason: str, facts: Iterable[str]) -> bool:
    """Checks whether a reason has a condition that a table with these facts does not meet."""
    return any(words in reason for fact, words in HIDDEN.items() if fact not in facts)
