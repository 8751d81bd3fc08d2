"""Reads the settings that Spark takes from a file and from the environment when it starts."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable
from pathlib import Path

_SETTING = re.compile(r"([^\s=:#!][^\s=:]*)[\s=:]\s*(.*)")


def defaults() -> dict[str, str]:
    """Returns the settings of ``spark-defaults.conf``. A session's settings override them."""
    from pyspark.find_spark_home import _find_spark_home  # noqa: PLC0415 - heavy

    place = os.environ.get("SPARK_CONF_DIR") or Path(_find_spark_home(), "conf")
    file = Path(place, "spark-defaults.conf")
    if not file.is_file():
        return {}
    lines = (_SETTING.fullmatch(line.strip()) for line in file.read_text().splitlines())
    return {line[1]: line[2] for line in lines if line}


def submit_arguments() -> dict[str, str]:
    """Returns the settings of ``PYSPARK_SUBMIT_ARGS``.

    Its jars and packages override those of a session.
    """
    settings = {"--jars": "spark.jars", "--packages": "spark.jars.packages"}
    found = {}
    words = iter(shlex.split(os.environ.get("PYSPARK_SUBMIT_ARGS", "")))
    for word in words:
        option, equals, value = word.partition("=")
        if option in settings:
            found[settings[option]] = value if equals else next(words, "")
        elif option in ("--conf", "-c"):
            key, _, text = (value if equals else next(words, "")).partition("=")
            found[key] = text
    return found


def items(text: str | None) -> list[str]:
    """Splits a setting at its commas."""
    return [item.strip() for item in (text or "").split(",") if item.strip()]


def joined(parts: Iterable[str]) -> str:
    """Joins the items of a setting with commas, each item once."""
    return ",".join(dict.fromkeys(parts))
