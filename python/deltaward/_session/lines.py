"""Reads for which Spark and Delta Lake deltaward is built. Needs only the standard library."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True)
class Line:
    """A Spark with the releases of Delta Lake that one jar fits.

    Attributes:
        spark: the release of Spark that the jar is compiled with.
        releases: the releases of Delta Lake that the jar is tested with. It is compiled with the
            first, the newest.
        scala: the release of Scala that this Spark ships.
    """

    spark: str
    releases: tuple[str, ...]
    scala: str

    @property
    def name(self) -> str:
        """The name of the line, as in its jar: ``spark-4.2-delta-4.4_2.13``."""
        delta = minor(self.releases[0])
        return f"spark-{minor(self.spark)}-delta-{delta}_{minor(self.scala)}"

    def fits(self, spark: str, delta: str) -> bool:
        """Checks whether the jar is for these versions, whatever their patch numbers."""
        return minor(spark) == minor(self.spark) and bool(self._with_minor(delta))

    def release(self, delta: str) -> str:
        """Returns ``delta`` if it is tested, or else the newest tested of its minor version."""
        return delta if delta in self.releases else self._with_minor(delta)[0]

    def package(self, delta: str) -> str:
        """Returns the Maven coordinates of a release of Delta Lake.

        Since 4.1, Delta Lake has an artifact for each minor version of Spark.
        """
        for_each_spark = [int(part) for part in minor(delta).split(".")] >= [4, 1]
        spark = f"_{minor(self.spark)}" if for_each_spark else ""
        return f"io.delta:delta-spark{spark}_{minor(self.scala)}:{delta}"

    def _with_minor(self, delta: str) -> list[str]:
        return [release for release in self.releases if minor(release) == minor(delta)]


@cache
def lines() -> tuple[Line, ...]:
    """Returns all lines, the newest last."""
    place = Path(__file__).resolve().parents[1] / "lines.csv"
    with place.open(encoding="utf-8", newline="") as table:
        rows = list(csv.DictReader(table))
    return tuple(Line(row["spark"], tuple(row["delta"].split()), row["scala"]) for row in rows)


def minor(version: str) -> str:
    """Returns a version without its patch number."""
    return ".".join(version.split(".")[:2])
