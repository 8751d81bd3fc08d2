"""Kinds of damage to a log. Each is a function of the log and a random generator."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

Damage = Callable[[Path, Random], Path | None]
"""Damages one place, and returns its file, or ``None`` if this log has no such place."""

DAMAGES: dict[str, Damage] = {}


def kind(damage: Damage) -> Damage:
    """Registers a kind by the function's name."""
    DAMAGES[damage.__name__] = damage
    return damage


def commits(log: Path) -> list[Path]:
    """The commits, oldest first."""
    return sorted(file for file in log.glob("*.json") if file.name[20:] == ".json")


def checkpoints(log: Path) -> list[Path]:
    """Every file directly in the log that belongs to a checkpoint."""
    return sorted(log.glob("*.checkpoint.*"))


def sidecars(log: Path) -> list[Path]:
    """The sidecars of all checkpoints."""
    return sorted((log / "_sidecars").glob("*.parquet"))


def checksums(log: Path) -> list[Path]:
    """The version checksums, oldest first."""
    return sorted(log.glob("*.crc"))


def texts(log: Path) -> list[Path]:
    """Returns the files in JSON: commits, checkpoints, the newest checksum and the hint."""
    tops = [file for file in checkpoints(log) if file.suffix == ".json"]
    hint = [file for file in [log / "_last_checkpoint"] if file.exists()]
    return [*commits(log), *tops, *checksums(log)[-1:], *hint]


def parquets(log: Path) -> list[Path]:
    """The files in Parquet."""
    return [file for file in [*checkpoints(log), *sidecars(log)] if file.suffix == ".parquet"]


def one(files: list[Path], chance: Random) -> Path | None:
    """Returns any of the files, the last one most often."""
    if not files:
        return None
    return files[-1] if chance.random() < 0.4 else chance.choice(files)


def lines(file: Path) -> list[dict[str, Any]]:
    """Returns the file's actions."""
    return [json.loads(line) for line in file.read_text().splitlines() if line.strip()]


def put(file: Path, actions: list[dict[str, Any]]) -> Path:
    """Write actions as Delta does."""
    file.write_text("".join(json.dumps(action) + "\n" for action in actions))
    return file


def leaves(value: Any, owner: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yields every place in a JSON value, as its container and its key there."""
    if owner is not None:
        yield owner, key
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, value, name)
    elif isinstance(value, list):
        for position, member in enumerate(value):
            yield from leaves(member, value, position)


def with_leaf(files: list[Path], chance: Random, change: Callable[[Any, Any], None]) -> Path | None:
    """Change one place in one action of a file of JSON lines."""
    file = one(files, chance)
    if file is None:
        return None
    actions = lines(file)
    action = chance.choice(actions)
    if not action:
        return None
    (name,) = list(action)[:1]
    owner, key = chance.choice(list(leaves(action[name])) or [(action, name)])
    change(owner, key)
    return put(file, actions)


OTHER_TYPES: tuple[Any, ...] = ("text", 7, 1.5, True, [], {}, ["a"], {"a": "b"}, 2**70)


def _other(value: Any, chance: Random) -> Any:
    return chance.choice([other for other in OTHER_TYPES if type(other) is not type(value)])


def tops(log: Path) -> list[Path]:
    """Returns the files of JSON lines: commits and checkpoints."""
    return [*commits(log), *(file for file in checkpoints(log) if file.suffix == ".json")]


def last_metadata(log: Path, change: Callable[[dict[str, Any]], None]) -> Path | None:
    """Changes the newest metadata in a commit, and removes checksums, which would reveal it."""
    return _last(log, "metaData", change)


def last_protocol(log: Path, change: Callable[[dict[str, Any]], None]) -> Path | None:
    """Changes the newest protocol in a commit, and removes checksums, which would reveal it."""
    return _last(log, "protocol", change)


def _last(log: Path, name: str, change: Callable[[dict[str, Any]], None]) -> Path | None:
    for file in reversed(commits(log)):
        actions = lines(file)
        found = [action for action in actions if name in action]
        if found:
            change(found[-1][name])
            for checksum in checksums(log):
                checksum.unlink()
            return put(file, actions)
    return None


# --- files ---


@kind
def cut(log: Path, chance: Random) -> Path | None:
    file = one(texts(log) + parquets(log), chance)
    if file is not None:
        content = file.read_bytes()
        file.write_bytes(content[: chance.randrange(1, max(2, len(content)))])
    return file


@kind
def emptied(log: Path, chance: Random) -> Path | None:
    file = one(texts(log) + parquets(log), chance)
    if file is not None:
        file.write_bytes(b"")
    return file


@kind
def gone(log: Path, chance: Random) -> Path | None:
    file = one(texts(log) + parquets(log), chance)
    if file is not None:
        file.unlink()
    return file


@kind
def became_a_directory(log: Path, chance: Random) -> Path | None:
    file = one(texts(log) + parquets(log), chance)
    if file is not None:
        file.unlink()
        file.mkdir()
    return file


@kind
def directory_like_a_commit(log: Path, chance: Random) -> Path | None:
    newest = int(commits(log)[-1].name[:20])
    version = newest + chance.choice([1, 1, 2, 5])
    name = chance.choice(["json", "checkpoint.parquet", "crc"])
    place = log / f"{version:020}.{name}"
    place.mkdir()
    return place


@kind
def garbage_at_the_end(log: Path, chance: Random) -> Path | None:
    file = one(texts(log), chance)
    if file is not None:
        garbage = [b"garbage", b'{"ad', b"]", b"null", b'"x"', b"42", b"}", b"\0" * 16, b"{}x"]
        with file.open("ab") as end:
            end.write(chance.choice(garbage) + chance.choice([b"", b"\n"]))
    return file


@kind
def garbage_between(log: Path, chance: Random) -> Path | None:
    file = one(tops(log), chance)
    if file is None:
        return None
    content = file.read_text().splitlines()
    place = chance.randrange(len(content))
    content.insert(place, chance.choice(["", "garbage", "[]", "{", "null", "{}", "\ufeff"]))
    file.write_text("\n".join(content) + "\n")
    return file


@kind
def not_utf8(log: Path, chance: Random) -> Path | None:
    file = one(texts(log), chance)
    if file is None:
        return None
    content = bytearray(file.read_bytes())
    letters = [i for i, byte in enumerate(content) if chr(byte).isalpha()]
    place = chance.choice(letters)
    content[place : place + 1] = chance.choice([b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xf5\x80"])
    file.write_bytes(content)
    return file


@kind
def control_character(log: Path, chance: Random) -> Path | None:
    file = one(texts(log), chance)
    if file is None:
        return None
    content = bytearray(file.read_bytes())
    quotes = [i for i, byte in enumerate(content) if byte == ord('"')]
    content.insert(chance.choice(quotes) + 1, chance.choice([0, 1, 8, 31]))
    file.write_bytes(content)
    return file


@kind
def flipped_bits(log: Path, chance: Random) -> Path | None:
    file = one(parquets(log), chance)
    if file is None:
        return None
    content = bytearray(file.read_bytes())
    for _ in range(chance.choice([1, 4, 64])):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    file.write_bytes(content)
    return file


@kind
def overwritten(log: Path, chance: Random) -> Path | None:
    file = one(parquets(log), chance)
    if file is None:
        return None
    content = bytearray(file.read_bytes())
    start = chance.randrange(len(content))
    end = min(len(content), start + chance.choice([8, 100, 1000]))
    content[start:end] = bytes(end - start)
    file.write_bytes(content)
    return file


@kind
def another_file(log: Path, chance: Random) -> Path | None:
    file = one(parquets(log), chance)
    data = sorted(log.parent.rglob("part-*.parquet"))
    if file is not None and data:
        shutil.copy(chance.choice(data), file)
    return file


# --- actions ---


@kind
def wrong_type(log: Path, chance: Random) -> Path | None:
    def change(owner: Any, key: Any) -> None:
        owner[key] = _other(owner[key], chance)

    return with_leaf(tops(log), chance, change)


@kind
def null(log: Path, chance: Random) -> Path | None:
    def change(owner: Any, key: Any) -> None:
        owner[key] = None

    return with_leaf(tops(log), chance, change)


@kind
def missing_field(log: Path, chance: Random) -> Path | None:
    def change(owner: Any, key: Any) -> None:
        del owner[key]

    return with_leaf(tops(log), chance, change)


@kind
def field_twice(log: Path, chance: Random) -> Path | None:
    file = one(tops(log), chance)
    if file is None:
        return None
    content = file.read_text().splitlines()
    place = chance.randrange(len(content))
    name = next(iter(json.loads(content[place])))
    field = chance.choice([name, "protocol"])
    content[place] = content[place][:-1] + f',"{field}":{chance.choice(["{}", "null", "3"])}}}'
    file.write_text("\n".join(content) + "\n")
    return file


@kind
def escaped_key(log: Path, chance: Random) -> Path | None:
    file = commits(log)[-1]
    features = chance.choice([[], ["quantum"], ["deletionVectors"]])
    protocol = {
        "minReaderVersion": 3,
        "minWriterVersion": 7,
        "readerFeatures": features,
        "writerFeatures": [*features, *(["appendOnly"] if chance.random() < 0.5 else [])],
    }
    for checksum in checksums(log):
        checksum.unlink()
    with file.open("a") as end:
        end.write('{"pro\\u0074ocol":' + json.dumps(protocol) + "}\n")
    return file


@kind
def action_twice(log: Path, chance: Random) -> Path | None:
    file = one(tops(log), chance)
    if file is None:
        return None
    actions = lines(file)
    return put(file, [*actions, chance.choice(actions)])


@kind
def actions_lost(log: Path, chance: Random) -> Path | None:
    file = one(tops(log), chance)
    if file is None:
        return None
    actions = lines(file)
    del actions[chance.randrange(len(actions))]
    return put(file, actions)


@kind
def broken_statistics(log: Path, chance: Random) -> Path | None:
    for file in reversed(commits(log)):
        actions = lines(file)
        found = [action["add"] for action in actions if "add" in action]
        if found:
            chance.choice(found)["stats"] = chance.choice(
                ["", "{", "text", "[]", '{"numRecords":"x"}']
            )
            return put(file, actions)
    return None


# --- metadata and protocol ---


@kind
def bad_schema(log: Path, chance: Random) -> Path | None:
    def change(metadata: dict[str, Any]) -> None:
        schema = json.loads(metadata["schemaString"])
        column = chance.choice(schema["fields"])
        ways: list[Callable[[], Any]] = [
            lambda: metadata["schemaString"][: chance.randrange(len(metadata["schemaString"]))],
            lambda: metadata["schemaString"] + "}",
            lambda: "",
            lambda: "[]",
            lambda: json.dumps("long"),
            lambda: json.dumps({**schema, "type": "map"}),
            lambda: json.dumps({**schema, "fields": {}}),
            lambda: json.dumps({**schema, "fields": [*schema["fields"], column]}),
            lambda: json.dumps({**schema, "fields": [column, *_mapped_alike(schema)]}),
        ]
        if chance.random() < 0.5:
            metadata["schemaString"] = chance.choice(ways)()
            return
        owner, key = chance.choice(list(leaves(column)))
        if chance.random() < 0.5:
            owner[key] = chance.choice(
                ["quantum", 7, None, {}, [], "decimal(99,2)", "", "varchar(5)", "char(0)"]
            )
        else:
            del owner[key]
        metadata["schemaString"] = json.dumps(schema)

    return last_metadata(log, change)


def _mapped_alike(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns all columns but the first, with the physical name of the first."""
    first, *others = schema["fields"]
    name = first["metadata"].get(PHYSICAL_NAME, first["name"])
    return [{**c, "metadata": {**c["metadata"], PHYSICAL_NAME: name}} for c in others]


PHYSICAL_NAME = "delta.columnMapping.physicalName"

PROPERTIES = {
    "delta.enableChangeDataFeed": "true",
    "delta.enableDeletionVectors": "true",
    "delta.enableRowTracking": "true",
    "delta.enableInCommitTimestamps": "true",
    "delta.enableTypeWidening": "true",
    "delta.enableIcebergCompatV1": "true",
    "delta.enableIcebergCompatV2": "true",
    "delta.appendOnly": "true",
    "delta.checkpointPolicy": "v2",
    "delta.columnMapping.mode": "name",
    "delta.constraints.c": "id > 0",
}


@kind
def enabled_and_absent(log: Path, chance: Random) -> Path | None:
    key = chance.choice(list(PROPERTIES))
    lists = chance.random() < 0.6

    def enable(metadata: dict[str, Any]) -> None:
        metadata["configuration"][key] = PROPERTIES[key]

    def listed(protocol: dict[str, Any]) -> None:
        protocol.clear()
        protocol.update(minReaderVersion=3, minWriterVersion=7)
        protocol.update(readerFeatures=["deletionVectors"], writerFeatures=["deletionVectors"])

    if lists:
        last_protocol(log, listed)
    return last_metadata(log, enable)


@kind
def type_and_absent(log: Path, chance: Random) -> Path | None:
    name = chance.choice(["timestamp_ntz", "variant"])

    def change(metadata: dict[str, Any]) -> None:
        schema = json.loads(metadata["schemaString"])
        schema["fields"].append({"name": "extra", "type": name, "nullable": True, "metadata": {}})
        metadata["schemaString"] = json.dumps(schema)

    return last_metadata(log, change)


@kind
def bad_property(log: Path, chance: Random) -> Path | None:
    key = chance.choice(
        [
            *PROPERTIES,
            "delta.checkpointInterval",
            "delta.logRetentionDuration",
            "delta.isolationLevel",
            "delta.dataSkippingNumIndexedCols",
            "delta.deletedFileRetentionDuration",
            "delta.checkpoint.writeStatsAsJson",
        ]
    )

    def change(metadata: dict[str, Any]) -> None:
        metadata["configuration"][key] = chance.choice(
            ["", "maybe", "-1", "TRUE ", "interval", "abc", "60 seconds of arc", None]
        )

    return last_metadata(log, change)


@kind
def bad_partition(log: Path, chance: Random) -> Path | None:
    def change(metadata: dict[str, Any]) -> None:
        columns = metadata["partitionColumns"]
        metadata["partitionColumns"] = chance.choice(
            [["nowhere"], [*columns, "nowhere"], [*columns, *columns, "id", "id"], ["ID"], [""]]
        )

    return last_metadata(log, change)


@kind
def bad_protocol(log: Path, chance: Random) -> Path | None:
    def change(protocol: dict[str, Any]) -> None:
        ways: list[dict[str, Any]] = [
            {"minReaderVersion": 0},
            {"minReaderVersion": -1},
            {"minReaderVersion": 4},
            {"minWriterVersion": 8},
            {"minReaderVersion": 3},
            {"minReaderVersion": 3, "minWriterVersion": 7},
            {"minReaderVersion": 3, "minWriterVersion": 7, "readerFeatures": ["quantum"]},
            {"readerFeatures": ["quantum"], "writerFeatures": ["quantum"]},
            {"minWriterVersion": 7, "writerFeatures": ["deletionVectors"]},
            {"minWriterVersion": 7, "writerFeatures": ["quantum", "appendOnly"]},
            {
                "minReaderVersion": 3,
                "minWriterVersion": 7,
                "readerFeatures": ["appendOnly"],
                "writerFeatures": ["appendOnly"],
            },
        ]
        protocol.update(chance.choice(ways))

    return last_protocol(log, change)


@kind
def type_change(log: Path, chance: Random) -> Path | None:
    """Adds a type change that nobody knows, mostly to a table that supports type widening."""
    change = {
        "fromType": chance.choice(["string", "quantum", "long"]),
        "toType": chance.choice(["integer", "binary", "quantum"]),
    }

    def widened(metadata: dict[str, Any]) -> None:
        schema = json.loads(metadata["schemaString"])
        chance.choice(schema["fields"])["metadata"]["delta.typeChanges"] = [change]
        metadata["schemaString"] = json.dumps(schema)

    if chance.random() < 0.7:
        last_protocol(log, lambda protocol: _supporting(protocol, "typeWidening"))
    return last_metadata(log, widened)


def _supporting(protocol: dict[str, Any], feature: str) -> None:
    """Adds a feature to the lists of a protocol."""
    protocol.update(minReaderVersion=3, minWriterVersion=7)
    for side in ("readerFeatures", "writerFeatures"):
        protocol[side] = sorted({*protocol.get(side, []), feature})


@kind
def another_format(log: Path, chance: Random) -> Path | None:
    provider = chance.choice(["orc", "csv", "Parquet", "", "iceberg"])
    return last_metadata(log, lambda metadata: metadata["format"].update(provider=provider))


# --- files of the table ---


def last_file(
    log: Path, chance: Random, change: Callable[[dict[str, Any]], None], name: str = "add"
) -> Path | None:
    """Changes an action on a data file in the newest commit that has one."""
    for file in reversed(commits(log)):
        actions = lines(file)
        found = [action[name] for action in actions if name in action]
        if found:
            change(chance.choice(found))
            return put(file, actions)
    return None


@kind
def impossible_size(log: Path, chance: Random) -> Path | None:
    size = chance.choice([-1, -(2**40)])
    return last_file(log, chance, lambda add: add.update(size=size))


@kind
def bad_deletion_vector(log: Path, chance: Random) -> Path | None:
    """Gives a file a malformed deletion vector, or one that the protocol may not allow."""
    inline: dict[str, Any] = {
        "storageType": "i",
        "pathOrInlineDv": "wi5b=000010000siXQKl0rr91000f55c8Xg0@@D72lkbi5=-{L",
        "sizeInBytes": 40,
        "cardinality": 6,
    }
    ways: list[dict[str, Any]] = [
        {},
        {"pathOrInlineDv": ""},
        {"pathOrInlineDv": "short"},
        {"pathOrInlineDv": "~" * 50},
        {"sizeInBytes": -1},
        {"sizeInBytes": 4},
        {"sizeInBytes": 0},
        {"cardinality": -6},
        {"storageType": "u", "offset": 1, "pathOrInlineDv": "ab"},
        {"storageType": "u", "offset": -1},
        {"storageType": "p", "offset": 1, "pathOrInlineDv": ""},
        {"storageType": "x"},
    ]
    vector = {**inline, **chance.choice(ways)}
    return last_file(log, chance, lambda add: add.update(deletionVector=vector))


@kind
def bad_partition_values(log: Path, chance: Random) -> Path | None:
    """Partition values that are missing, extra, of another column, or in upper case."""

    def change(add: dict[str, Any]) -> None:
        values = add["partitionValues"]
        name = next(iter(values), "name")
        ways: list[dict[str, Any]] = [
            {**values, "nowhere": "1"},
            {name.upper(): values.get(name)},
            {"nowhere": "1"},
            {} if values else {"id": "1"},
        ]
        add["partitionValues"] = chance.choice(ways)

    return last_file(log, chance, change)


@kind
def partition_value_of_no_type(log: Path, chance: Random) -> Path | None:
    """Gives files text as partition values. A plain table becomes partitioned by a number."""
    value = chance.choice(["x", "1.5x", "2024-13-41", "1e", "--1"])

    def partitioned(metadata: dict[str, Any]) -> None:
        if not metadata["partitionColumns"]:
            metadata["partitionColumns"] = ["amount"]

    if last_metadata(log, partitioned) is None:
        return None
    for file in commits(log):
        actions = lines(file)
        for action in actions:
            for name in {"add", "remove"} & action.keys():
                values = action[name].get("partitionValues") or {"amount": "1.5"}
                action[name]["partitionValues"] = dict.fromkeys(values, value)
        put(file, actions)
    return commits(log)[-1]


@kind
def added_and_removed(log: Path, chance: Random) -> Path | None:
    """Adds and removes one file in one commit."""
    for file in reversed(commits(log)):
        actions = lines(file)
        found = [action["add"] for action in actions if "add" in action]
        if found:
            add = chance.choice(found)
            kept = ("path", "partitionValues", "size", "dataChange", "deletionVector")
            remove = {key: add[key] for key in kept if key in add}
            actions.insert(
                chance.choice([1, len(actions)]), {"remove": {**remove, "deletionTimestamp": 1}}
            )
            return put(file, actions)
    return None


# --- checksum, hint and stray files ---


@kind
def version_without_zeros(log: Path, chance: Random) -> Path | None:
    """A file that some readers take for a file of a version, and others ignore."""
    version = int(commits(log)[-1].name[:20]) + chance.choice([0, 1, 1, 2])
    digits = chance.choice([f"{version}", f"{version:05}", f"{version:019}", f"{version:021}"])
    file = log / f"{digits}.{chance.choice(['json', 'json', 'crc', 'checkpoint.parquet'])}"
    shutil.copy(commits(log)[-1], file)
    return file


@kind
def contradicting_compaction(log: Path, chance: Random) -> Path | None:
    """A compaction of the last two commits that omits, alters or invents an action."""
    last = commits(log)[-2:]
    if len(last) < 2 or int(last[1].name[:20]) != int(last[0].name[:20]) + 1:
        return None
    actions = [a for file in last for a in lines(file) if "commitInfo" not in a]
    files = [a for a in actions if "add" in a]
    if not files:
        return None
    way = chance.randrange(4)
    if way == 0:
        actions.remove(chance.choice(files))
    elif way == 1:
        chance.choice(files)["add"]["path"] += "x"
    elif way == 2:
        chance.choice(files)["add"]["size"] += 1
    else:
        quantum = {"readerFeatures": ["quantum"], "writerFeatures": ["quantum"]}
        actions.append({"protocol": {"minReaderVersion": 3, "minWriterVersion": 7, **quantum}})
    return put(log / f"{last[0].name[:20]}.{last[1].name[:20]}.compacted.json", actions)


@kind
def contradicting_checksum(log: Path, chance: Random) -> Path | None:
    found = checksums(log)
    if not found:
        return None
    file = found[-1]
    told = json.loads(file.read_text())
    way = chance.randrange(7)
    if way == 0:
        told["metadata"]["id"] = "another"
    elif way == 1:
        told["metadata"]["schemaString"] = '{"type":"struct","fields":[]}'
    elif way == 2:
        told["metadata"]["configuration"]["team"] = "b"
    elif way == 3:
        told["protocol"] = {"minReaderVersion": 1, "minWriterVersion": 1}
    elif way == 4:
        told[chance.choice(["numFiles", "tableSizeBytes", "numMetadata", "numProtocol"])] += 1
    elif way == 5:
        told["protocol"] = {
            "minReaderVersion": 3,
            "minWriterVersion": 7,
            "readerFeatures": ["quantum"],
            "writerFeatures": ["quantum"],
        }
    else:
        owner, key = chance.choice(list(leaves(told)))
        owner[key] = _other(owner[key], chance)
    file.write_text(json.dumps(told))
    return file


@kind
def lying_checksum(log: Path, chance: Random) -> Path | None:
    """Changes the protocol or breaks the schema in a commit, but not in the checksum."""
    found = checksums(log)
    if not found:
        return None
    kept = found[-1].read_bytes()

    def quantum(protocol: dict[str, Any]) -> None:
        protocol.update(minReaderVersion=3, minWriterVersion=7)
        protocol.update(readerFeatures=["quantum"], writerFeatures=["quantum"])

    def schema(metadata: dict[str, Any]) -> None:
        metadata["schemaString"] = metadata["schemaString"][:-2]

    changed = last_protocol(log, quantum) if chance.random() < 0.5 else last_metadata(log, schema)
    found[-1].write_bytes(kept)
    return changed


@kind
def wrong_hint(log: Path, chance: Random) -> Path | None:
    file = log / "_last_checkpoint"
    told: dict[str, Any] = {"version": 0, "size": 1}
    if file.is_file():
        told = json.loads(file.read_text())
        told.pop("checksum", None)
    change: dict[str, Any] = chance.choice(
        [
            {"version": 99},
            {"version": -1},
            {"version": "3"},
            {"version": None},
            {"parts": 7},
            {"size": "x"},
            {"version": 1},
        ]
    )
    file.write_text(json.dumps({**told, **change}))
    return file


@kind
def gap(log: Path, chance: Random) -> Path | None:
    newest = commits(log)[-1]
    version = int(newest.name[:20]) + chance.choice([2, 3])
    file = log / f"{version:020}.json"
    shutil.copy(newest, file)
    return file


@kind
def stray_checkpoint(log: Path, chance: Random) -> Path | None:
    version = int(commits(log)[-1].name[:20])
    name = chance.choice(
        [
            "checkpoint.parquet",
            "checkpoint.0000000001.0000000002.parquet",
            "checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json",
            "checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.parquet",
        ]
    )
    file = log / f"{version:020}.{name}"
    data = sorted(log.parent.rglob("part-*.parquet"))[0].read_bytes()
    file.write_bytes(chance.choice([b"", b"PAR1", b"{}\n", b"garbage", data]))
    return file


@kind
def newer_commit_of_nothing(log: Path, chance: Random) -> Path | None:
    version = int(commits(log)[-1].name[:20]) + 1
    file = log / f"{version:020}.json"
    file.write_bytes(chance.choice([b"", b"\n", b"{}", b"{}\n", b" ", b"\0\0", b"null\n", b"[]\n"]))
    return file


@kind
def not_utf8_in_parquet(log: Path, chance: Random) -> Path | None:
    """Text in a checkpoint that some readers decode and others refuse."""
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415

    file = one([f for f in checkpoints(log) if f.suffix == ".parquet"], chance)
    if file is None:
        return None
    table = pq.read_table(file)
    column, field = chance.choice([("add", "stats"), ("add", "path"), ("metaData", "id")])
    if column not in table.column_names:
        return None
    structs = table[column].combine_chunks()
    members = [member.name for member in structs.type]
    if field not in members:
        return None
    values = dict(zip(members, structs.flatten(), strict=True))
    told = values[field].to_pylist()
    texts = [None if text is None else text.encode() + b"\xff" for text in told]
    values[field] = pa.array(texts, pa.binary()).view(pa.string())
    changed = pa.StructArray.from_arrays(
        list(values.values()), names=members, mask=structs.is_null()
    )
    position = table.column_names.index(column)
    pq.write_table(table.set_column(position, column, changed), file)
    return file


@kind
def wrong_checkpoint_columns(log: Path, chance: Random) -> Path | None:
    import pyarrow as pa  # noqa: PLC0415 - heavy
    import pyarrow.parquet as pq  # noqa: PLC0415

    file = one([f for f in checkpoints(log) if f.suffix == ".parquet"], chance)
    if file is None:
        return None
    table = pq.read_table(file)
    column = chance.choice([n for n in ("protocol", "metaData", "add") if n in table.column_names])
    way = chance.randrange(3)
    position = table.column_names.index(column)
    if way == 0:
        table = table.drop_columns([column])
    elif way == 1:
        table = table.set_column(position, column, pa.array(["x"] * table.num_rows))
    else:
        table = table.set_column(position, column, pa.nulls(table.num_rows, table[column].type))
    pq.write_table(table, file)
    return file
