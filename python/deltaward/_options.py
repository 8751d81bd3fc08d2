"""What a Spark that somebody else starts is to be given."""

from __future__ import annotations

import shlex

from deltaward._jar import delta_package, jar_path

EXTENSION = "io.deltaward.DeltawardSparkSessionExtension"
DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
CATALOG_KEY = "spark.sql.catalog.spark_catalog"


def spark_options() -> str:
    """Return the options for ``spark-submit``, ``pyspark``, ``spark-sql`` and a Connect server.

    Returns:
        One line, quoted for a shell.

    Raises:
        ConfigurationError: as ``jar_path``, and where PySpark and Delta do not go together.
    """
    conf = {
        "spark.sql.extensions": f"{DELTA_EXTENSION},{EXTENSION}",
        CATALOG_KEY: DELTA_CATALOG,
    }
    words = ["--packages", delta_package(), "--jars", jar_path()]
    return shlex.join(
        words + [word for key, value in conf.items() for word in ("--conf", f"{key}={value}")]
    )
