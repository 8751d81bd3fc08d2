"""Sessions without the extension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.errors import ParseException

from deltaward._exceptions import ConfigurationError
from deltaward._options import spark_options

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def has_extension(spark: SparkSession) -> bool:
    """Check whether the session parses a statement of deltaward."""
    try:
        # On Connect a statement is analysed when its schema is asked for.
        _ = spark.sql("SHOW DELTA CLIENTS").schema
    except ParseException:
        return False
    return True


def missing(spark: SparkSession) -> ConfigurationError:
    """Return the error for a session without the extension. It says how to get one with it."""
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        help_ = f"Start the Connect server with: {spark_options()}"
    else:
        help_ = "Use deltaward.attach(spark), or start Spark with what `deltaward options` prints."
    return ConfigurationError(f"This session has no deltaward extension. {help_}")
