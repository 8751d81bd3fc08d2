"""The order of files: no cycles, which would make people read several files at once."""

from pathlib import Path

import import_graph as graphs

BRIDGE = "org/apache/spark/sql/delta/deltaward"


def _cycles(graph: graphs.Graph) -> list[set[str]]:
    return [{file.stem for file in part} for part in graphs.components(graph) if len(part) > 1]


def _scala(folder: str) -> list[set[str]]:
    files = graphs.scala_files()
    # Files of the same name are variants of one file for different lines.
    inside = [file for file in files if f"/{folder}/" in file.as_posix()]
    return [cycle for cycle in _cycles(graphs.scala_graph(inside)) if len(cycle) > 1]


def test_the_bridge_and_the_settings_have_no_cycle() -> None:
    assert _scala(BRIDGE) == []
    assert _scala("io/deltaward/conf") == []


def test_conflicts_and_the_guard_have_no_cycle() -> None:
    assert _scala("io/deltaward/concurrency") == []
    assert _scala("io/deltaward/guard") == []


def test_python_has_no_cycle() -> None:
    assert _cycles(graphs.python_graph(graphs.python_files())) == []


def test_a_cycle_is_found() -> None:
    a, b, c = Path("a"), Path("b"), Path("c")
    graph = {a: {b}, b: {c}, c: {b}}
    assert _cycles(graph) == [{"b", "c"}]
    assert graphs.longest_chain(graph) == [a, b] or graphs.longest_chain(graph) == [a, c]


# Each layer may use itself and those before it.
LAYERS = (
    ("_exceptions", "_sql"),
    ("_terminal",),
    ("_session",),
    ("_report.model", "_report.baseline", "_report.result", "_report.templates"),
    ("_report.totals", "_report.findings", "_report.bars", "_report.page_data"),
    ("_notebook", "_plan", "_table", "_warn", "_retrying"),
    ("_history", "_report.formats"),
    ("_report.report",),
    ("_demo_seller", "demo"),
    ("_cli",),
)


def _layer(file: Path) -> int:
    name = ".".join(file.relative_to(graphs.ROOT / "python" / "deltaward").with_suffix("").parts)
    return next(
        place
        for place, layer in enumerate(LAYERS)
        if any(name == part or name.startswith(f"{part}.") for part in layer)
    )


def test_the_modules_of_python_are_in_order() -> None:
    graph = graphs.python_graph(graphs.python_files())
    ordered = [file for file in graph if file.stem not in ("__init__", "__main__")]
    wrong = [
        f"{file.stem} imports {used.stem}"
        for file in ordered
        for used in graph[file]
        if used.stem != "__init__" and _layer(used) > _layer(file)
    ]
    assert wrong == []


def test_the_data_of_a_report_imports_nothing_of_ours() -> None:
    graph = graphs.python_graph(graphs.python_files())
    (model,) = [file for file in graph if file.match("_report/model.py")]
    assert graph[model] == set()
