"""Tests the mutants of `make mutants`, each of which takes out one rule."""

import re
from collections import Counter
from pathlib import Path

import pytest

import mutants
from lines import ROOT
from mutants import MUTANTS, Mutant, Outcome
from summary import Count


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.rule)
def test_the_text_of_a_mutant_is_once_in_its_file(mutant: Mutant) -> None:
    assert mutant.path.read_text(encoding="utf-8").count(mutant.before) == 1
    assert mutant.before != mutant.after


@pytest.mark.parametrize("suite", sorted({mutant.suite for mutant in MUTANTS}))
def test_the_suite_of_a_mutant_exists(suite: str) -> None:
    package, _, name = suite.rpartition(".")
    folders = ("tests/scala/core", "tests/scala/spark", "oracle")
    files = [ROOT / folder / package.replace(".", "/") / f"{name}.scala" for folder in folders]
    found = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
    assert len(found) == 1
    assert re.search(rf"^class {name}\b", found[0], re.M)


def test_each_mutant_takes_out_a_rule_of_its_own() -> None:
    for texts in (
        Counter(mutant.rule for mutant in MUTANTS),
        Counter((mutant.file, mutant.before) for mutant in MUTANTS),
    ):
        assert max(texts.values()) == 1


def test_a_failed_test_finds_a_mutant() -> None:
    assert mutants.outcome(1, [Count(3, 1), Count(2)]) == Outcome(1)
    assert mutants.outcome(1, [Count(3, 1)]).found


def test_a_mutant_survives_if_all_tests_pass() -> None:
    survived = mutants.outcome(0, [Count(3)])
    assert not survived.found
    assert str(survived) == "SURVIVED"


@pytest.mark.parametrize(
    ("code", "counts", "error"),
    [
        (1, [], "it does not compile"),
        (1, [Count(3)], "the tests did not run"),
        (0, [Count(0, 0, 4)], "no test ran"),
        (0, [], "no test ran"),
    ],
)
def test_a_run_without_a_verdict_is_an_error(code: int, counts: list[Count], error: str) -> None:
    result = mutants.outcome(code, counts)
    assert not result.found
    assert str(result) == f"ERROR: {error}"


def test_the_file_is_as_it_was_after_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    source = tmp_path / "Rule.scala"
    source.write_text("rows <= limit\n")
    (tmp_path / "sbtw").write_text("#!/bin/sh\ncat Rule.scala\nexit 1\n")
    (tmp_path / "sbtw").chmod(0o755)
    log = tmp_path / "log"
    rule = Mutant("a rule", "Rule.scala", "rows <= limit", "true", "a.Suite")
    assert mutants.run(rule, log) == Outcome(0, "it does not compile")
    assert log.read_text() == "true\n"
    assert source.read_text() == "rows <= limit\n"
