"""Makes a Spark whose own jars include Delta Lake and deltaward, as in a container image."""

from __future__ import annotations

from pathlib import Path

import pyspark

import deltaward
from deltaward._session.jar import delta_package

# Spark's cache of fetched packages. `make` fills it with Delta's jars.
KEPT = Path.home() / (".ivy2" if pyspark.__version__ < "4" else ".ivy2.5.2")


def kept_jars() -> list[Path]:
    """Returns the jars that Spark keeps, without the jars of other releases of Delta Lake."""
    group, artifact, release = delta_package().split(":")
    return [
        jar
        for jar in sorted((KEPT / "jars").glob("*.jar"))
        if not jar.name.startswith("io.delta_")
        or jar.name == f"{group}_{artifact}-{release}.jar"
        or (jar.name.endswith(f"-{release}.jar") and "_delta-spark_" not in jar.name)
    ]


def own_jars(spark_home: Path, place: Path) -> Path:
    """Links a Spark into ``place``, with a separate folder of jars."""
    (place / "jars").mkdir(parents=True)
    for part in spark_home.iterdir():
        if part.name not in ("jars", "work"):
            (place / part.name).symlink_to(part)
    for jar in (spark_home / "jars").iterdir():
        (place / "jars" / jar.name).symlink_to(jar)
    return place


def with_delta(spark_home: Path, place: Path) -> Path:
    """Links a Spark into ``place``, and adds the jars of Delta Lake and deltaward."""
    home = own_jars(spark_home, place)
    for jar in (*kept_jars(), Path(deltaward.jar_path())):
        if jar.name.startswith(("io.delta_", "io.unitycatalog_", "deltaward-")):
            (home / "jars" / jar.name).symlink_to(jar)
    return home
