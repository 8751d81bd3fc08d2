"""The other application of the demo: updates rows of a table, from a JVM of its own.

The demo starts it as ``python -m deltaward._demo_writer PATH``. It updates one row, prints a line,
and waits until its standard input ends. Then it updates ten more rows, one by one.
"""

import sys

from deltaward._session.local import local_session

UPDATE = "UPDATE {table} SET pieces = pieces - 1 WHERE item = {item}"
FIRST = 500


def main() -> None:
    (path,) = sys.argv[1:]
    table = f"delta.`{path}`"
    with local_session("deltaward demo, the other application") as spark:
        spark.sql(UPDATE.format(table=table, item=FIRST))
        print("started", flush=True)
        sys.stdin.read()
        for item in range(FIRST + 1, FIRST + 11):
            spark.sql(UPDATE.format(table=table, item=item))


if __name__ == "__main__":
    main()
