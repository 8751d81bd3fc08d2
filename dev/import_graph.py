"""Prints how files depend on each other: cycles, the longest chain, and who imports Delta.

A Scala file depends on another if it uses a name that the other defines at the top level, in the
same package or by an import. A Python file depends on the files that it imports.

    python dev/import_graph.py
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEFINITION = re.compile(
    r"^(?:(?:final|sealed|abstract|case|implicit|private(?:\[\w+\])?|protected)\s+)*"
    r"(?:class|object|trait|type)\s+(\w+)",
    re.MULTILINE,
)
PACKAGE = re.compile(r"^package ([\w.]+)", re.MULTILINE)
OURS = r"io\.deltaward|org\.apache\.spark\.sql\.delta\.deltaward"
IMPORT = re.compile(rf"^\s*import ((?:{OURS})(?:\.[a-z]\w*)*)\.(\{{[^}}]*\}}|\w+)", re.MULTILINE)
OF_DELTA = re.compile(
    r"^import (io\.delta\.|org\.apache\.spark\.sql\.delta\.(?!deltaward))", re.MULTILINE
)
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)

Graph = dict[Path, set[Path]]


def _package(text: str) -> str:
    found = PACKAGE.search(text)
    return found.group(1) if found else ""


def scala_graph(files: list[Path]) -> Graph:
    """Returns the files that each Scala file depends on."""
    texts = {file: NOT_CODE.sub(" ", file.read_text()) for file in files}
    definers: dict[tuple[str, str], set[Path]] = defaultdict(set)
    for file, text in texts.items():
        for name in DEFINITION.findall(text):
            definers[_package(text), name].add(file)
    graph: Graph = {}
    for file, text in texts.items():
        words = set(re.findall(r"\b[A-Z]\w*", text))
        wanted = {(_package(text), word) for word in words}
        for package, selected in IMPORT.findall(text):
            names = words if selected == "_" else re.findall(r"\w+", selected)
            wanted |= {(package, name) for name in names}
        graph[file] = {to for key in wanted for to in definers.get(key, ())} - {file}
    return graph


def python_graph(files: list[Path]) -> Graph:
    """Returns the files that each Python file imports when it is imported itself."""
    modules = {
        ".".join(file.relative_to(ROOT / "python").with_suffix("").parts): file for file in files
    }
    graph: Graph = {}
    for file in files:
        names: set[str] = set()
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        graph[file] = {modules[name] for name in names if name in modules} - {file}
    return graph


def components(graph: Graph) -> list[list[Path]]:
    """Returns the strongly connected components (Tarjan), each after its dependencies."""
    index: dict[Path, int] = {}
    low: dict[Path, int] = {}
    stack: list[Path] = []
    found: list[list[Path]] = []

    def visit(node: Path) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in graph[node]:
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            place = stack.index(node)
            found.append(stack[place:])
            del stack[place:]

    for node in graph:
        if node not in index:
            visit(node)
    return found


def longest_chain(graph: Graph) -> list[Path]:
    """Returns a longest chain of files, each of which depends on the next. A cycle counts once."""
    best: dict[Path, list[Path]] = {}
    for part in components(graph):
        below = {to for node in part for to in graph[node]} - set(part)
        tail = max((best[to] for to in below), key=len, default=[])
        for node in part:
            best[node] = [node, *tail]
    return max(best.values(), key=len, default=[])


def importers_of_delta(files: list[Path]) -> dict[str, int]:
    """Returns the number of files that import Delta, by package."""
    counts: dict[str, int] = defaultdict(int)
    for file in files:
        text = file.read_text()
        if OF_DELTA.search(text):
            counts[_package(text)] += 1
    return dict(sorted(counts.items()))


def _print(title: str, graph: Graph) -> None:
    chain = longest_chain(graph)
    print(f"{title}: {len(graph)} files, longest chain {len(chain)}")
    print("  " + " -> ".join(file.stem for file in chain))
    for part in components(graph):
        if len(part) > 1:
            print(f"  cycle: {', '.join(sorted(file.stem for file in part))}")


def scala_files() -> list[Path]:
    """Returns the product's Scala files, of all lines."""
    return sorted(
        file
        for part in ("core", "spark")
        for file in (ROOT / "scala" / part / "src/main").glob("scala*/**/*.scala")
    )


def python_files() -> list[Path]:
    """Returns the product's Python files."""
    return sorted((ROOT / "python").glob("deltaward/**/*.py"))


def main() -> None:
    """Prints the graphs of both languages."""
    _print("Scala", scala_graph(scala_files()))
    _print("Python", python_graph(python_files()))
    print("Files that import Delta, by package:")
    for package, count in importers_of_delta(scala_files()).items():
        print(f"  {package}: {count}")


if __name__ == "__main__":
    main()
