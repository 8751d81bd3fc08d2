"""A Spark that has the jars of Delta Lake and deltaward beside its own, as an image may."""

from __future__ import annotations

from pathlib import Path

import deltaward

# Where Spark keeps what it has fetched: `make` has it fetch Delta's jars.
KEPT = Path.home() / ".ivy2.5.2"


def own_jars(spark_home: Path, place: Path) -> Path:
    """Make a Spark of links, with a folder of jars of its own."""
    (place / "jars").mkdir(parents=True)
    for part in spark_home.iterdir():
        if part.name not in ("jars", "work"):
            (place / part.name).symlink_to(part)
    for jar in (spark_home / "jars").iterdir():
        (place / "jars" / jar.name).symlink_to(jar)
    return place


def with_delta(spark_home: Path, place: Path) -> Path:
    """Make one with the jars of Delta Lake and deltaward."""
    home = own_jars(spark_home, place)
    fetched = (KEPT / "jars").glob("io.*_*.jar")
    for jar in (*fetched, Path(deltaward.jar_path())):
        if jar.name.startswith(("io.delta_", "io.unitycatalog_", "deltaward-")):
            (home / "jars" / jar.name).symlink_to(jar)
    return home
