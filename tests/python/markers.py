"""Marks of tests that not every line can run."""

import pyspark
import pytest

from deltaward._session.jar import delta_version

NEEDS_CONNECT = pytest.mark.skipif(
    pyspark.__version__ < "4", reason="with Spark 3.5, deltaward has no support for Spark Connect"
)

NEEDS_IN_COMMIT_TIMESTAMPS = pytest.mark.skipif(
    delta_version() < "3.3", reason="Delta Lake 3.2 has in-commit timestamps only as a preview"
)

NEEDS_PROTECTION = pytest.mark.skipif(
    delta_version() < "3.3", reason="Delta Lake 3.2 has no checkpointProtection"
)

NEEDS_MAPPING_DROPS = pytest.mark.skipif(
    delta_version() < "3.3", reason="Delta Lake 3.2 cannot drop columnMapping"
)

NEEDS_VECTOR_DROPS = pytest.mark.skipif(
    delta_version() < "4", reason="Delta Lake 3.3 cannot drop deletionVectors"
)
