"""Run a command in which every Python process has its Spark context in one JVM, by then warm.

Usage: one_jvm.py LOG COMMAND [ARGUMENT ...]. What the JVM prints goes to LOG. A JVM has one context
at a time: the processes take turns.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from pyspark import SparkConf
from pyspark.java_gateway import launch_gateway

from clients.spark import OPTIONS
from deltaward._jar import delta_package, jar_path

# What a JVM has from its start or never.
STARTED_WITH = ("spark.driver.extraJavaOptions", "spark.driver.memory")


def main() -> int:
    """Start the JVM and run the command; the JVM ends with this process."""
    log, *command = sys.argv[1:]
    conf = SparkConf(loadDefaults=False)
    for key in STARTED_WITH:
        conf.set(key, OPTIONS[key])
    conf.set("spark.jars.packages", delta_package())
    conf.set("spark.jars", jar_path())
    with Path(log).open("wb") as output:
        gateway = launch_gateway(conf, {"stdout": output, "stderr": output})  # type: ignore[no-untyped-call]
    parameters = gateway.gateway_parameters
    place = {
        "PYSPARK_GATEWAY_PORT": str(parameters.port),
        "PYSPARK_GATEWAY_SECRET": parameters.auth_token,
    }
    return subprocess.run(command, env={**os.environ, **place}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
