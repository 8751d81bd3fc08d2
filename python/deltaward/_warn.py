"""What commit rules only warn of, as warnings of Python."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deltaward._exceptions import CommitWarning
from deltaward._table import commitWarnings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def warn(spark: SparkSession) -> Iterator[None]:
    """Give what commit rules warn of in a block as :class:`CommitWarning`, at its end.

    A rule whose mode is ``warn`` lets a commit through, and says so in the log of the driver, which
    a notebook or a Connect client does not show.

    Args:
        spark: the session that commits in the block, Classic or Connect.

    Example:
        >>> with deltaward.warn(spark):
        ...     df.write.format("delta").mode("append").save("/data/orders")
    """
    before = _newest(spark)
    try:
        yield
    finally:
        told = commitWarnings(spark).where(f"number > {before}").orderBy("number").collect()
        for row in told:
            warnings.warn(row.message, CommitWarning, stacklevel=3)


def _newest(spark: SparkSession) -> int:
    row = commitWarnings(spark).first()
    return 0 if row is None else int(row.number)
