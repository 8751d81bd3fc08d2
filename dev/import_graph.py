"""Prints how the files of the product depend on each other: cycles, the longest chain, and who imports Delta.

Scala files are matched by the names that they define at the top level, so a name that two files define counts for both
unless the package or an import tells them apart. Python files are matched by their imports.

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
IMPORT = re.compile(r"^\s*import (io\.deltaward|org\.apache\.spark\.sql\.delta\.deltaward)\.([\w.]*?)\.?(\{[^}]*\}|\w+|_)$", re.MULTILINE)
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', re.DOTALL)

Graph = dict[Path, set[Path]]


def scala_graph(files: list[Path]) -> Graph:
    texts = {file: NOT_CODE.sub(" ", file.read_text()) for file in files}
    packages = {file: PACKAGE.search(text).group(1) for file, text in texts.items()}
    definers: dict[tuple[str, str], set[Path]] = defaultdict(set)
    for file, text in texts.items():
        for name in DEFINITION.findall(text):
            definers[packages[file], name].add(file)
    graph: Graph = {}
    for file, text in texts.items():
        words = set(re.findall(r"\b[A-Z]\w*", text))
        wanted = {(packages[file], word) for word in words}
        for root, middle, last in IMPORT.findall(text):
            package = f"{root}.{middle}" if middle else root
            wanted |= {(package, name) for name in (words if last == "_" else re.findall(r"\w+", last))}
        graph[file] = {to for key in wanted for to in definers.get(key, ())} - {file}
    return graph


def python_graph(files: list[Path]) -> Graph:
    root = ROOT / "python"
    modules = {
        ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }
    graph: Graph = {}
    for file in files:
        found: set[Path] = set()
        # An import within a function runs later, and can close no cycle when the package is imported.
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                found |= {modules[name] for name in names if name in modules}
                if not any(name in modules for name in names) and node.module in modules:
                    found.add(modules[node.module])
            elif isinstance(node, ast.Import):
                found |= {modules[alias.name] for alias in node.names if alias.name in modules}
        graph[file] = found - {file}
    return graph


def components(graph: Graph) -> list[list[Path]]:
    """Returns the strongly connected components (Tarjan), each after those that it depends on."""
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


def longest_chain(graph: Graph, parts: list[list[Path]]) -> list[Path]:
    """Returns a longest chain of files, each of which depends on the next; a cycle counts once."""
    best: dict[Path, list[Path]] = {}
    for part in parts:
        below = {to for node in part for to in graph[node]} - set(part)
        tail = max((best[to] for to in below), key=len, default=[])
        for node in part:
            best[node] = [node, *tail]
    return max(best.values(), key=len, default=[])


def report(title: str, graph: Graph) -> None:
    parts = components(graph)
    chain = longest_chain(graph, parts)
    print(f"{title}: {len(graph)} files, longest chain {len(chain)}")
    print("  " + " -> ".join(file.stem for file in chain))
    for part in parts:
        if len(part) > 1:
            print(f"  cycle: {', '.join(sorted(file.stem for file in part))}")


def importers_of_delta(files: list[Path]) -> dict[str, int]:
    counts: dict[str, int] = defaultdict(int)
    for file in files:
        text = file.read_text()
        if re.search(r"^import (io\.delta\.|org\.apache\.spark\.sql\.delta\.(?!deltaward))", text, re.MULTILINE):
            counts[PACKAGE.search(text).group(1)] += 1
    return dict(sorted(counts.items()))


def main() -> None:
    scala = sorted(
        file for part in ("core", "spark") for file in (ROOT / "scala" / part / "src/main").glob("scala*/**/*.scala")
    )
    python = sorted((ROOT / "python").glob("deltaward/**/*.py"))
    report("Scala", scala_graph(scala))
    report("Python", python_graph(python))
    print("Files that import Delta, by package:")
    for package, count in importers_of_delta(scala).items():
        print(f"  {package}: {count}")


if __name__ == "__main__":
    main()
