"""Starts streams on a busy machine."""

from typing import Any

from pyspark.errors import PySparkException


def start(writer: Any) -> Any:
    """Starts a stream with a function for its batches, and returns the query.

    Spark Connect gives the function's worker ten seconds to start, which a busy machine can exceed.
    No batch has begun by then, so the stream can start again.
    """
    while True:
        try:
            return writer.start()
        except PySparkException as failure:
            if "Python worker failed to connect back" not in str(failure):
                raise
