"""Options for a Spark that deltaward does not start itself."""

from __future__ import annotations

import re

from deltaward._exceptions import ConfigurationError
from deltaward._session.jar import delta_in, delta_package, is_in_spark, jar_for

# A shell or Spark would split a path at these characters, or interpret them.
_SPECIAL = re.compile(r"""[\s,'"\\$`&;|<>()*?#~!\[\]{}]""")

EXTENSION = "io.deltaward.DeltawardSparkSessionExtension"
READ_ONLY_EXTENSION = "io.deltaward.DeltawardReadOnlyExtension"
DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension"
DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog"
CATALOG_KEY = "spark.sql.catalog.spark_catalog"


def spark_options(delta: str | None = None) -> str:
    """Returns the options for ``spark-submit``, ``pyspark``, ``spark-sql`` and a Connect server.

    Leaves out the jars that Spark itself has.

    Args:
        delta: the version of Delta Lake that the session already gets; None if it gets none, or
            the one in Spark's jars folder.

    Returns:
        One line without quotes. A shell would not remove quotes from ``$(deltaward options)``.

    Raises:
        ConfigurationError: this installation has no jar, or its PySpark and Delta do not go
            together. Or the path of the jar has a character that needs quotes.
    """
    delta = delta or delta_in([], [])
    jar = jar_for(delta)
    if found := _SPECIAL.search(jar):
        raise ConfigurationError(
            f"{jar} contains {found[0]!r}, which splits a command line; "
            "install the package at another path"
        )
    conf = f"{CATALOG_KEY}={DELTA_CATALOG}"
    extensions = f"spark.sql.extensions={DELTA_EXTENSION},{EXTENSION}"
    words = [] if delta else [f"--packages {delta_package()}"]
    words += [] if is_in_spark(jar) else [f"--jars {jar}"]
    return " ".join([*words, f"--conf {extensions}", f"--conf {conf}"])
