"""The other application of the demo: sells items of a table, from a JVM of its own.

The demo starts it as ``python -m deltaward._demo_seller PATH``. It sells an item, prints a line,
and waits until its standard input ends. Then it sells two more, one by one.
"""

import sys

from deltaward._session.local import local_session

SELL = "UPDATE {table} SET pieces = pieces - 1 WHERE item = {item}"
STARTED = "started\n"


def main() -> None:
    (path,) = sys.argv[1:]
    table = f"delta.`{path}`"
    with local_session("deltaward demo, the other application") as spark:
        spark.sql(SELL.format(table=table, item=1))
        print(STARTED, end="", flush=True)
        sys.stdin.read()
        for item in (3, 5):
            spark.sql(SELL.format(table=table, item=item))


if __name__ == "__main__":
    main()
