"""The examples for pipelines: their files have the right form, and their commands are valid."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pyspark
import pytest
from typer.testing import CliRunner

from deltaward._cli import session as _cli_session
from deltaward._cli.app import app
from pages import ROOT, Page
from reports import orders

PAGE = Page(ROOT / "docs" / "audit-a-lake.md")


def test_the_workflow_is_one_of_github(tmp_path: Path) -> None:
    workflow = tmp_path / "audit.yaml"
    workflow.write_text(PAGE.files()["audit.yaml"])
    check = ["-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    subprocess.run([sys.executable, *check, str(workflow)], check=True)


@pytest.mark.parametrize("name", ["audit.yaml", "pre-commit-config.yaml"])
def test_the_commands_of_an_example_are_understood(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []

    def start(*arguments: object) -> None:
        started.append(arguments)
        raise ValueError("enough")

    monkeypatch.setattr(_cli_session, "local_session", start)
    monkeypatch.chdir(tmp_path)
    Path("tests").mkdir()
    for baseline in ("audit.json", "tests/lake.json"):
        Path(baseline).write_text(orders().to_json())
    commands = re.findall(r"^.*\bdeltaward audit(?:.*\n)(?: {10}\S.*\n)*", PAGE.files()[name], re.M)
    (command,) = (text.partition("deltaward ")[2] for text in commands)
    ended = CliRunner().invoke(app, shlex.split(command))
    assert ended.stderr == "deltaward: enough\n", json.dumps(ended.stderr)
    assert len(started) == 1


def test_the_version_of_the_package_for_s3_is_that_of_the_hadoop_in_pyspark() -> None:
    (jar,) = Path(pyspark.__file__).parent.glob("jars/hadoop-client-api-*.jar")
    hadoop = jar.name.removeprefix("hadoop-client-api-").removesuffix(".jar")
    minor = pyspark.__version__.rpartition(".")[0]
    assert f" {hadoop} for Spark {minor}" in PAGE.text
    newest = re.findall(r"(\S+) for Spark \d", PAGE.text)[-1]
    assert f"hadoop-aws:{newest}\n" in PAGE.files()["audit.yaml"]
