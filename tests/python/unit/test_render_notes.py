"""Which verdicts ask for attention on a terminal."""

import pytest
from pyspark.sql import Row

from deltaward._render import compatibility_notes


@pytest.mark.parametrize(
    ("read", "write", "noted"),
    [
        ("OK", "OK", False),
        ("OK", "NOT_OFFERED", False),
        ("OK", "BLOCKED", True),
        ("UNKNOWN", "NOT_OFFERED", True),
    ],
)
def test_what_a_client_never_does_is_no_note(read: str, write: str, noted: bool) -> None:
    row = Row(readVerdict=read, writeVerdict=write, reason="because.", fix=None)
    assert bool(compatibility_notes([row])) == noted
