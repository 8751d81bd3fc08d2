"""Tests how the local session of the command line is started."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deltaward import ConfigurationError
from deltaward._session import local


def test_java_options_of_spark_defaults_override_ours(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    option = "spark.driver.defaultJavaOptions"
    (tmp_path / "spark-defaults.conf").write_text(f"{option} -XX:TieredStopAtLevel=4\n")
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))

    def stop(builder: Any, **_: Any) -> None:
        raise ConfigurationError(builder._options[option])

    monkeypatch.setattr(local, "configure", stop)
    # Java takes the last of several.
    with (
        pytest.raises(ConfigurationError, match=r"Level=1 .*-XX:TieredStopAtLevel=4"),
        local.local_session("name"),
    ):
        pass
