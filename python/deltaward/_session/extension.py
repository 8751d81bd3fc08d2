"""Detects sessions without the extension."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyspark.errors import ParseException, PySparkException

from deltaward._exceptions import ConfigurationError, condition_of
from deltaward._session.options import spark_options

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def has_extension(spark: SparkSession) -> bool:
    """Checks whether the session parses a statement of deltaward."""
    try:
        # This statement reads no file. Connect parses it only when its schema is read.
        _ = spark.sql("SHOW COMMIT WARNINGS").schema
    except ParseException:
        return False
    except PySparkException as refused:
        # The read-only extension parses the statement, and refuses it.
        if not (condition_of(refused) or "").startswith("DELTAWARD_"):
            raise
    return True


def missing(spark: SparkSession) -> ConfigurationError:
    """Returns the error for a session without the extension. Its message says what to do."""
    if type(spark).__module__.startswith("pyspark.sql.connect"):
        help_ = f"Start the Connect server with: {spark_options()}"
    elif "io.deltaward" in (spark.conf.get("spark.sql.extensions", "") or ""):
        help_ = (
            "Spark could not load it, probably because a jar of Delta is missing or has another "
            "version. Look for 'Cannot use io.deltaward' in Spark's log: the cause follows it."
        )
    else:
        help_ = "Use deltaward.attach(spark), or start Spark with what `deltaward options` prints."
    return ConfigurationError(f"This session has no deltaward extension. {help_}")
