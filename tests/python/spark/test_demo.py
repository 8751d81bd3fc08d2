"""The demo, in a separate process."""

import os
import re
from pathlib import Path

import pytest

from commands import run

DEMO = ("deltaward", "demo")


@pytest.mark.classic
def test_the_demo_shows_tables_a_refusal_a_resolved_conflict_and_an_audit(
    tmp_path: Path,
) -> None:
    # Without the suite's settings, which would take minutes for the rows of the demo.
    demo = run([DEMO], tmp_path, os.environ, {})[DEMO]
    assert (demo.code, demo.errors) == (0, "")
    for heading in ("deletion_vectors", "column_mapping", "unknown_feature"):
        assert heading in demo.output
    assert "SILENTLY_WRONG" in demo.output
    assert "DELTAWARD_COMMIT_REFUSED.REQUIRED_CLIENT_LOCKED_OUT" in demo.output
    assert "All committed: 2,500,000 prices are lower, 3 items are sold." in demo.output
    # The long update takes several times as long as a sale, so the two overlap on any machine.
    (conflicts,) = re.findall(r"RESOLVED +OTHER_ROWS +(\d+)", demo.output)
    assert int(conflicts) > 0
    assert "FAILED" not in demo.output
    assert re.search(r"deltaward audit .*read none: flink", demo.output, re.DOTALL)
    assert "Traceback" not in demo.output
    last_heading = demo.output.rindex("──")
    assert demo.output[last_heading:].lstrip("─\n").startswith("Next: ")
