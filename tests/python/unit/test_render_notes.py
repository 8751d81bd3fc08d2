"""Tests which verdicts a terminal explains."""

import pytest
from pyspark.sql import Row

from deltaward._terminal.render import compatibility_notes


@pytest.mark.parametrize(
    ("read", "write", "noted"),
    [
        ("OK", "OK", False),
        ("OK", "NOT_OFFERED", False),
        ("OK", "BLOCKED", True),
        ("UNKNOWN", "NOT_OFFERED", True),
    ],
)
def test_an_operation_that_a_client_does_not_offer_gets_no_note(
    read: str, write: str, noted: bool
) -> None:
    row = Row(
        client="trino",
        clientVersion="480",
        accessPath="connector",
        readVerdict=read,
        writeVerdict=write,
        reason="trino 480: because.",
        fix=None,
        logRead="one.crc",
    )
    notes = [note.plain for note in compatibility_notes([row])]
    assert ("- trino 480 (connector): because." in notes) == noted
    assert notes[-1] == "Log files read: one.crc"
