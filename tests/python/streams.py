"""Starts streams on a busy machine."""

from typing import Any

from pyspark.errors import PySparkException


def start(writer: Any) -> Any:
    """Start a stream with a function for its batches, and return the query.

    Spark Connect gives the function's worker ten seconds to start, which a busy machine can exceed.
    No batch has begun then, so that the stream is started again.
    """
    while True:
        try:
            return writer.start()
        except PySparkException as failure:
            if "Python worker failed to connect back" not in str(failure):
                raise
