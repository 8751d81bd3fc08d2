"""The facts of a table, in the words of the registry's cases.

A fact is a feature that the table supports, enables, uses, or uses in one of its ways, or a sign of
its shape: ``columnMapping:byNewName``, ``partition:decimal``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from pyspark.sql import DataFrame

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MADE_UP = "col-"
MODE = "delta.columnMapping.mode"
PHYSICAL = "delta.columnMapping.physicalName"
SHORT_DECIMAL = 18
# The characters of a path that a URI does not encode, besides letters, digits and "_.-~".
UNENCODED = "/!$&'()*+,;=:@"
# The days between which a timestamp fits 64 bits of nanoseconds.
FIRST_NEAR, FIRST_FAR = "1677-09-22", "2262-04-11"
# Characters that have signs of their own.
OF_OTHER_SIGNS = "#?%"
# Clients look only at the property, even if files and log still have traces of the feature.
TURNED_OFF = frozenset({"deletionVectors"})
_INNER = ("elementType", "keyType", "valueType", "sqlType")
_ABSOLUTE = re.compile(r"/|[A-Za-z][A-Za-z0-9+.-]*:")
_BOUNDED = re.compile(r"\b(?:var)?char(?=\()")
_DECIMAL = re.compile(r"decimal\((\d+),")


def facts(spark: SparkSession, path: Path) -> tuple[str, ...]:
    """Every fact of a table, sorted.

    Args:
        spark: a session with deltaward.
        path: the table's directory.
    """
    jvm = spark.sparkContext._jvm
    log = jvm.org.apache.spark.sql.delta.DeltaLog  # type: ignore[union-attr]
    of_table = log.forTable(spark._jsparkSession, str(path))
    metadata = of_table.unsafeVolatileMetadata()
    schema = json.loads(metadata.schemaString())
    partitions = {name.lower() for name in metadata.partitionSchema().fieldNames()}
    found = {
        *_shape(schema, partitions),
        *_way(schema, metadata.configuration()),
        *_place(path),
        *_files(spark, path, of_table.unsafeVolatileSnapshot()),
    }
    for row in spark.sql(f"SHOW TABLE FEATURES delta.`{path}`").collect():
        if row["supported"]:
            found.add(row["feature"])
            found |= {f"{row['feature']}:{state}" for state in ("enabled", "used") if row[state]}
            if row["feature"] in TURNED_OFF and row["enabled"] is False:
                found.add(f"{row['feature']}:disabled")
    return tuple(sorted(found))


def _shape(schema: Any, partitions: set[str]) -> Iterator[str]:
    if partitions:
        yield "partitioned"
    pairs = zip(schema["fields"], schema["fields"][1:], strict=False)
    if any(
        after["name"].lower() in partitions and _keeps_name(after) and _is_renamed(before)
        for before, after in pairs
    ):
        yield "partitionAfterRenamed"
    for field in schema["fields"]:
        kind = "partition" if field["name"].lower() in partitions else "column"
        yield f"{kind}:{_name(field['type'])}"
        bounded = field["metadata"].get("__CHAR_VARCHAR_TYPE_STRING", "")
        yield from (f"{kind}:{name}" for name in _BOUNDED.findall(bounded))
        yield from (f"{place}:{_name(below)}" for place, below in _below(field["type"]))


def _is_renamed(field: Any) -> bool:
    return bool(field["metadata"].get(PHYSICAL, field["name"]) != field["name"])


def _keeps_name(field: Any) -> bool:
    return not field["metadata"].get(PHYSICAL, MADE_UP).startswith(MADE_UP)


def _place(path: Path) -> Iterator[str]:
    if quote(path.name, safe=UNENCODED + OF_OTHER_SIGNS) != path.name:
        yield "encodedLocation"
    if set("#?") & set(path.name):
        yield "delimiterLocation"
    if "%" in path.name:
        yield "percentLocation"


def _files(spark: SparkSession, path: Path, snapshot: Any) -> Iterator[str]:
    files = DataFrame(snapshot.allFiles().toDF(), spark).select("path")
    paths = [file["path"] for file in files.collect()]
    if any("%" in file for file in paths):
        yield "encodedPaths"
    if not all(file.isascii() for file in paths):
        yield "nonAsciiPaths"
    if any(_ABSOLUTE.match(file) for file in paths):
        yield "absolutePaths"
    table = spark.read.format("delta").load(str(path))
    partitions = set(snapshot.metadata().partitionSchema().fieldNames())
    for field in table.schema:
        if field.dataType.typeName() == "timestamp" and field.name not in partitions:
            moment = table["`" + field.name.replace("`", "``") + "`"]
            if table.where((moment < FIRST_NEAR) | (moment >= FIRST_FAR)).head() is not None:
                yield "farTimestamps"


def _way(schema: Any, configuration: Any) -> Iterator[str]:
    mode = configuration.get(MODE)
    if mode.isDefined() and mode.get() != "none":
        kept = any(not name.startswith(MADE_UP) for name in _physical_names(schema))
        way = "byId" if mode.get() == "id" else "byKeptName" if kept else "byNewName"
        yield f"columnMapping:{way}"


def _physical_names(schema: Any) -> Iterator[str]:
    for of in (schema, *(below for _, below in _below(schema))):
        if isinstance(of, dict):
            for field in of.get("fields", []):
                yield field["metadata"].get(PHYSICAL, MADE_UP)


def _name(of: Any) -> str:
    """Returns a type's name without its parameters. A long decimal has a name of its own."""
    if isinstance(of, dict):
        return str(of["type"])
    digits = _DECIMAL.match(of)
    if digits and int(digits[1]) > SHORT_DECIMAL:
        return "longDecimal"
    return str(of).split("(")[0].split(" ")[0]


def _below(of: Any) -> Iterator[tuple[str, Any]]:
    """Yields each type nested in a struct, array or map, with the kind of its container."""
    if isinstance(of, dict):
        inner = [field["type"] for field in of.get("fields", [])]
        inner += [of[key] for key in _INNER if key in of]
        for one in inner:
            yield of["type"], one
            yield from _below(one)
