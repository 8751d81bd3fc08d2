"""Marks of tests that not every line can run."""

import pyspark
import pytest

from deltaward._session.jar import delta_version

NEEDS_CONNECT = pytest.mark.skipif(
    pyspark.__version__ < "4", reason="with Spark 3.5, deltaward has no support for Spark Connect"
)

NEEDS_VECTOR_DROPS = pytest.mark.skipif(
    delta_version() < "4", reason="Delta Lake 3.3 cannot drop deletionVectors"
)
