"""One version of a client, as the lab gets and drives it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lab.cells import Operation


@dataclass(frozen=True, eq=False)
class ClientSetup:
    """One version of a client: how to get it and what it can be asked for.

    Attributes:
        driver: a script of ``drivers/``, in Python or Java.
        packages: what its virtual environment holds, pinned.
        paths: the operations of each access path.
        maven: packages of a client on the JVM.
        read_only: access paths that no version writes through.
        quick: whether the bounded part of the lab runs it.
        seconds: how long one answer may take.
        raced: what it does beside another writer, by access path; what it writes where left out.
    """

    client: str
    version: str
    driver: str
    packages: tuple[str, ...]
    paths: dict[str, tuple[Operation, ...]]
    maven: tuple[str, ...] = ()
    read_only: tuple[str, ...] = ()
    quick: bool = False
    seconds: int = 60
    raced: dict[str, tuple[Operation, ...]] = field(default_factory=dict)

    def at(self, version: str) -> ClientSetup:
        """Another version, which is got and driven in the same way; it is in no bounded run."""

        def of(package: str, sign: str) -> str:
            return package.replace(f"{sign}{self.version}", f"{sign}{version}")

        return replace(
            self,
            version=version,
            packages=tuple(of(package, "==") for package in self.packages),
            maven=tuple(of(package, ":") for package in self.maven),
            quick=False,
        )

    @property
    def races(self) -> dict[str, tuple[Operation, ...]]:
        """The operations of each access path that change a table."""
        writes: dict[str, tuple[Operation, ...]] = {
            path: tuple(operation for operation in operations if operation != "read")
            for path, operations in self.paths.items()
        }
        return self.raced or writes

    @property
    def name(self) -> str:
        """The name of its directory and of its file of observations."""
        return f"{self.client}-{self.version}"
