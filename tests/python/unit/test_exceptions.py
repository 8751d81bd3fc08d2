"""Tests how exceptions are classified, without Spark."""

import json
import pickle
import re

import pytest
from pyspark.errors import AnalysisException, PySparkException

import deltaward
from deltaward._exceptions import _BY_CONDITION
from pages import ROOT


class Raised(AnalysisException):
    """An exception like those of Spark Connect: it knows its SQLSTATE."""

    def __init__(self, condition: str | None) -> None:
        super().__init__("Something.\n\nJVM stacktrace:\nat io.deltaward.X")
        self._named = condition

    def getCondition(self) -> str | None:
        return self._named

    def getErrorClass(self) -> str | None:
        return self._named

    def getMessageParameters(self) -> dict[str, str]:
        return {"table": "t"}

    def getSqlState(self) -> str:
        return "44000"


def raised(condition: str | None) -> PySparkException:
    return Raised(condition)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("DELTAWARD_COMMIT_REFUSED.INVALID_PROTOCOL", deltaward.CommitRefusedError),
        ("DELTAWARD_TABLE_NOT_READABLE.GAP", deltaward.TableNotReadableError),
        ("DELTAWARD_TABLE_NOT_READABLE.NOT_A_TABLE", deltaward.NotADeltaTableError),
        ("DELTAWARD_TABLE_NOT_READABLE.PATH_NOT_FOUND", deltaward.NotADeltaTableError),
        ("DELTAWARD_NOT_A_DELTA_TABLE.VIEW", deltaward.NotADeltaTableError),
        ("DELTAWARD_INVALID_PROTOCOL.MISSING_LIST", deltaward.InvalidProtocolError),
        ("DELTAWARD_UNKNOWN_CLIENT", deltaward.UnknownClientError),
        ("DELTAWARD_DELTA_NOT_CONFIGURED.CATALOG", deltaward.ConfigurationError),
        ("DELTAWARD_INVALID_SETTING.UNKNOWN_KEY", deltaward.ConfigurationError),
        ("DELTAWARD_SETTING_LOCKED", deltaward.ConfigurationError),
        ("DELTAWARD_UNSUPPORTED_DELTA", deltaward.ConfigurationError),
        ("DELTAWARD_SOMETHING_NEWER", deltaward.DeltawardError),
    ],
)
def test_the_condition_decides_the_class(condition: str, expected: type[Exception]) -> None:
    error = deltaward.typed(raised(condition))
    assert type(error) is expected


def test_condition_sqlstate_and_parameters_are_kept_and_the_stack_trace_is_not() -> None:
    error = deltaward.typed(raised("DELTAWARD_UNKNOWN_CLIENT"))
    assert isinstance(error, deltaward.DeltawardError)
    assert error.getCondition() == "DELTAWARD_UNKNOWN_CLIENT"
    assert error.getSqlState() == "44000"
    assert error.getMessageParameters() == {"table": "t"}
    assert str(error) == error.getMessage() == "[DELTAWARD_UNKNOWN_CLIENT] Something."


def test_every_exception_and_its_conditions_are_in_the_documentation() -> None:
    page = (ROOT / "docs" / "python.md").read_text()
    documented = dict(re.findall(r"^\| `(\w+Error)` \| (.+) \|$", page, re.MULTILINE))
    exported = {name for name in deltaward.__all__ if name.endswith("Error")}
    assert set(documented) == exported
    conditions = {
        name: set(re.findall(r"`(DELTAWARD_[\w.]+)`", documented[name])) for name in exported
    }
    assert conditions == {
        name: {c for c, kind in _BY_CONDITION.items() if kind.__name__ == name} for name in exported
    }


def test_every_condition_has_its_exception() -> None:
    resource = ROOT / "scala/spark/src/main/resources/error/deltaward-error-conditions.json"
    general = {"DELTAWARD_CANNOT_EXPLAIN", "DELTAWARD_SYNTAX_ERROR"}
    assert set(json.loads(resource.read_text())) - general == {
        condition.partition(".")[0] for condition in _BY_CONDITION
    }


@pytest.mark.parametrize("condition", ["TABLE_OR_VIEW_NOT_FOUND", "DELTA_SOMETHING", None])
def test_an_exception_of_others_is_returned_as_it_is(condition: str | None) -> None:
    exception = raised(condition)
    assert deltaward.typed(exception) is exception


def test_an_exception_that_is_not_sparks_is_returned_as_it_is() -> None:
    exception = KeyError("x")
    assert deltaward.typed(exception) is exception


def test_the_cause_is_looked_at_since_streaming_queries_wrap_it() -> None:
    outer = PySparkException(message="the query stopped")
    outer.__cause__ = raised("DELTAWARD_COMMIT_REFUSED.INVALID_PROTOCOL")
    assert isinstance(deltaward.typed(outer), deltaward.CommitRefusedError)


def test_a_block_raises_the_typed_exception_from_the_original() -> None:
    original = raised("DELTAWARD_UNKNOWN_CLIENT")
    with pytest.raises(deltaward.UnknownClientError) as caught, deltaward.errors():
        raise original
    assert caught.value.__cause__ is original


def test_a_block_leaves_other_exceptions_alone() -> None:
    original = raised("TABLE_OR_VIEW_NOT_FOUND")
    with pytest.raises(AnalysisException) as caught, deltaward.errors():
        raise original
    assert caught.value is original


def test_an_error_survives_pickling_with_its_condition() -> None:
    error = deltaward.typed(raised("DELTAWARD_UNKNOWN_CLIENT"))
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), copy.getCondition()) == (type(error), "DELTAWARD_UNKNOWN_CLIENT")


def test_every_error_is_a_pyspark_exception_so_that_one_except_clause_catches_all() -> None:
    assert issubclass(deltaward.DeltawardError, PySparkException)
    for name in deltaward.__all__:
        if name.endswith("Error"):
            assert issubclass(getattr(deltaward, name), deltaward.DeltawardError)
