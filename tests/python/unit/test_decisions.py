"""docs/decisions: each record has a status and a date, and is in the index."""

import decisions_index


def test_the_index_lists_every_record() -> None:
    assert (decisions_index.FOLDER / "README.md").read_text() == decisions_index.index()
