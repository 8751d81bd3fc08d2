"""docs/rules.md: the list of the rules that comments and names of tests refer to."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
CODE = re.compile(r"\b(?:[PDCIR]|RL)\d{1,2}\b")
DEFINED = set(CODE.findall((ROOT / "docs" / "rules.md").read_text(encoding="utf-8")))

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def scala(*folders: str) -> list[Path]:
    return [file for folder in folders for file in (ROOT / folder).rglob("*.scala")]


def test_every_rule_that_a_comment_or_a_test_names_is_on_the_page() -> None:
    named = set()
    for file in scala("scala/core/src/main", "scala/spark/src/main"):
        for comment in COMMENT.findall(file.read_text(encoding="utf-8")):
            named |= set(CODE.findall(comment))
    for file in scala("tests/scala"):
        names = re.findall(r'\btest\(\s*s?"([^"]*)', file.read_text(encoding="utf-8"))
        named |= {code for name in names for code in CODE.findall(name.partition(":")[0])}
    assert {"P7", "C5", "R1"} <= named
    assert named <= DEFINED


def test_no_message_to_users_names_a_rule_by_its_code() -> None:
    conditions = ROOT / "scala/spark/src/main/resources/error/deltaward-error-conditions.json"
    assert not CODE.findall(conditions.read_text(encoding="utf-8"))
    for file in scala("scala/core/src/main", "scala/spark/src/main"):
        code = COMMENT.sub("", file.read_text(encoding="utf-8"))
        assert not [text for text in LITERAL.findall(code) if CODE.search(text)], file
