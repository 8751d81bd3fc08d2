"""Invalid arguments are refused before Spark starts, which takes seconds."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deltaward._cli import session as _cli_session
from deltaward._cli.app import app
from reports import orders


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Makes a folder with files, and fails the test if Spark starts."""

    def start(*_arguments: object) -> None:
        raise AssertionError("Spark was started")

    monkeypatch.setattr(_cli_session, "local_session", start)
    monkeypatch.chdir(tmp_path)
    Path("base.json").write_text("{}")
    Path("newer.json").write_text('{"schema": "deltaward-audit/9"}')
    Path("good.json").write_text(orders().to_json())
    Path("folder").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["audit"], "give one of ROOT, --catalog, --schema and --table"),
        (
            ["audit", "lake", "--schema", "sales"],
            "give one of ROOT, --catalog, --schema and --table",
        ),
        (["audit", "--schema", "a b"], "'a b' is not a table name"),
        (["audit", ""], "the path of a table is empty"),
        (["audit", "base.json"], "base.json is a file; ROOT is a directory"),
        (["audit", "lake", "--client", "=4"], "'=4' is not a client"),
        (["audit", "lake", "--baseline", "none.json"], "none.json cannot be read: No such file"),
        (["audit", "lake", "--baseline", "folder"], "folder cannot be read: Is a directory"),
        (["audit", "lake", "--baseline", "base.json"], "base.json is JSON, but not a report"),
        (
            ["audit", "lake", "--baseline", "newer.json"],
            "newer.json has the format deltaward-audit/9",
        ),
        (["audit", "lake", "-o", "folder"], "folder is a directory; --output is a file"),
        (
            ["audit", "lake", "--format", "html", "-o", "none/a.html"],
            "none for a.html does not exist",
        ),
        (["audit", "lake", "--policy", "none.yaml"], "there is no file none.yaml with policies"),
        (["audit", "lake", "--conf", "x"], "'x' is not a Spark property"),
        (["plan", "t"], "give one of --drop and --client"),
        (["plan", "t", "--drop", "a", "--client", "b"], "give one of --drop and --client"),
        (["plan", "t", "--client", "a", "--truncate-history"], "goes with --drop"),
        (["plan", "t", "--drop", "a", "--access", "read"], "--access goes with --client"),
    ],
)
def test_it_is_refused_on_one_line_and_ends_with_2(
    refused: Path, arguments: Sequence[str], said: str
) -> None:
    ended = CliRunner().invoke(app, arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith("deltaward: ")
    assert said in line
    assert refused.is_dir()


@pytest.mark.parametrize(
    "arguments",
    [["audit", "lake", "--format", "xml"], ["audit", "lake", "--fail-on", "all"], ["x"]],
)
def test_what_typer_refuses_ends_with_2_too(arguments: Sequence[str]) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 2


def test_a_closed_pipe_stops_nothing_and_changes_no_exit_code() -> None:
    code = "import sys; from deltaward._cli.session import put; put('a\\n' * 99_999); sys.exit(1)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"a\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


def test_a_bug_ends_with_2_since_1_means_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    from deltaward import __main__  # noqa: PLC0415 - importing it runs nothing

    def broken(*_arguments: object) -> None:
        raise AssertionError("a bug")

    monkeypatch.setattr(_cli_session, "local_session", broken)
    monkeypatch.setattr(sys, "argv", ["deltaward", "audit", "lake"])
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    assert ended.value.code == 2
