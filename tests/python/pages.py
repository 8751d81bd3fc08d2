"""Pages of the documentation: their code blocks, column tables, and how both are run and read."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from pyspark.sql import DataFrame, SparkSession
from typer.testing import CliRunner

import deltaward
from deltaward._cli.app import app

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^```(\w*) ?(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_COLUMN = re.compile(
    r"^\| `(\w+)` \| `(string|boolean|int|bigint|double|date|timestamp|"
    r"(?:array|struct)<[^`]+>)` \|",
    re.MULTILINE,
)

_BYTES = re.compile(r"^( logBytes +\| )\d+", re.MULTILINE)
# The size of a Parquet file with few rows depends on the version of Parquet.
_FILE = re.compile(r"^( bytes +\| )[1-9]\d{2}$", re.MULTILINE)
_SPARK = re.compile(r"\bApache-Spark/[\d.]+")
_MOMENT = re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?")


@dataclass
class Example:
    """A block of SQL, Python or commands, and the output that the page gives for it."""

    language: str
    engine: str  # "classic", "connect", or "" for both
    code: str
    line: int
    section: str
    output: str | None = None
    output_span: tuple[int, int] | None = None


@dataclass
class Page:
    """One page. Its YAML blocks are files that it needs, each named in the sentence before."""

    path: Path
    text: str = field(init=False)

    def __post_init__(self) -> None:
        """Read the page."""
        self.text = self.path.read_text()

    @property
    def name(self) -> str:
        """The path from the root of the source tree."""
        return str(self.path.relative_to(ROOT))

    def examples(self) -> list[Example]:
        """Returns every block to run, in order, each with the `text` block that follows it."""
        found: list[Example] = []
        end_of_last = 0
        for match in _FENCE.finditer(self.text):
            language, engine, code = match.groups()
            if language in ("sql", "python") or (language, engine) == ("sh", "run"):
                engine = "" if language == "sh" else engine
                line = self.text.count("\n", 0, match.start()) + 1
                found.append(Example(language, engine, code, line, self._section(match.start())))
            elif language == "text" and not self.text[end_of_last : match.start()].strip():
                found[-1].output, found[-1].output_span = code, match.span(3)
            end_of_last = match.end()
        return found

    def files(self) -> dict[str, str]:
        """The YAML blocks, by the file name in the text before each."""
        return {
            re.findall(r"`([\w-]+\.yaml)`", self.text[: match.start()])[-1]: match.group(3)
            for match in _FENCE.finditer(self.text)
            if match.group(1) == "yaml"
        }

    def columns(self) -> dict[str, list[tuple[str, str]]]:
        """Name and type of each column, by the heading above the table."""
        tables: dict[str, list[tuple[str, str]]] = {}
        for match in _COLUMN.finditer(self.text):
            name, kind = match.groups()
            tables.setdefault(self._section(match.start()), []).append((name, kind))
        return tables

    def rewrite(self, outputs: dict[tuple[int, int], str]) -> None:
        """Replaces the outputs at the given spans, and stores the page."""
        for (start, end), output in sorted(outputs.items(), reverse=True):
            self.text = self.text[:start] + output + self.text[end:]
        self.path.write_text(self.text)

    def _section(self, position: int) -> str:
        headings = [m.group(1) for m in _HEADING.finditer(self.text, 0, position)]
        return headings[-1] if headings else ""


def pages() -> list[Page]:
    """Return the README and every page under `docs`."""
    return [Page(path) for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]]


class Runner:
    """Runs the examples of one page. In them, `/data` stands for a directory of the test."""

    def __init__(self, spark: SparkSession, data: Path) -> None:
        """Take an existing, empty directory."""
        warehouse = str(spark.conf.get("spark.sql.warehouse.dir"))
        self._spark = spark
        self._paths = {str(data): "/data", warehouse.removeprefix("file:"): "/warehouse"}
        self._data = str(data)
        self._names: dict[str, Any] = {"spark": spark}
        self._ways = {"sql": self._sql, "python": self._python, "sh": self._commands}
        self._exit_code = 0
        self.frame: DataFrame | None = None

    def run(self, example: Example) -> str:
        """Runs a block. Returns its output, or the message if deltaward refuses it."""
        code = re.sub(r"(?<![\w/])/data\b", self._data, example.code)
        try:
            with deltaward.errors():
                output = self._ways[example.language](code)
        except deltaward.DeltawardError as refusal:
            output = f"{refusal}\n"
        for real, shown in self._paths.items():
            output = output.replace(real, shown)
        output = _BYTES.sub(r"\g<1>100000", output)
        output = _FILE.sub(r"\g<1>530", output)
        output = _SPARK.sub("Apache-Spark/4.2.0", output)
        return _MOMENT.sub("2026-11-01 12:00:00", output)

    def _sql(self, code: str) -> str:
        for statement in _statements(code):
            self.frame = self._spark.sql(statement)
            _ = self.frame.schema  # Connect analyses nothing before this
        assert self.frame is not None
        return vertical(self.frame)

    def _python(self, code: str) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, self._names)
        return printed.getvalue()

    def _commands(self, code: str) -> str:
        """Runs `deltaward` on the existing session, and returns what a shell would show."""
        printed = []
        for line in code.replace("\\\n", "").splitlines():
            program, *arguments = shlex.split(line)
            if program == "echo":
                printed.append(f"{self._exit_code}\n")
                continue
            assert program == "deltaward", line
            session = mock.Mock(return_value=contextlib.nullcontext(self._spark))
            with mock.patch("deltaward._cli.session.local_session", session):
                ended = CliRunner().invoke(app, arguments, catch_exceptions=False)
            self._exit_code = ended.exit_code
            printed.append(ended.output)
        return "".join(printed)


def vertical(frame: DataFrame) -> str:
    """Returns the output of `df.show(truncate=False, vertical=True)` without right padding."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        frame.show(truncate=False, vertical=True)
    # Evidence becomes stale over time, but the documentation does not change.
    text = re.sub(r"^( stale +\| )true", r"\1false", printed.getvalue(), flags=re.MULTILINE)
    lines = (re.sub(r"-{9,}$", "-" * 9, line.rstrip()) for line in text.splitlines())
    return "\n".join(lines).strip("\n") + "\n"


def _statements(code: str) -> Iterator[str]:
    return (text.strip() for text in re.split(r";\s*$", code, flags=re.MULTILINE) if text.strip())


def comparable(output: str) -> list[str]:
    """Returns the lines without padding and rules, whose width depends on a path's length."""
    lines = (re.sub(r"-{3,}", "---", re.sub(r"\s+", " ", line)) for line in output.splitlines())
    return [line.strip() for line in lines if line.strip()]
