"""The choice of the engine that the tests with Spark run on."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        choices=("classic", "connect"),
        default="classic",
        help="the kind of Spark session, of which a process can have one only",
    )
