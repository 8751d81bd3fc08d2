"""How the lab installs and drives one version of a client."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lab.cells import Operation


@dataclass(frozen=True, eq=False)
class ClientSetup:
    """One version of a client: how to install it, and which operations it has.

    Attributes:
        driver: a script of ``drivers/``, in Python or Java.
        packages: the pinned packages of its virtual environment.
        paths: the operations of each access path.
        maven: the Maven packages of a client on the JVM.
        read_only: access paths that no version writes through.
        quick: whether the lab's step ``quick`` runs it.
        seconds: how long one answer may take.
        raced: the operations to race against Spark, by access path; by default, all that write.
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
        """Returns the setup of another version, which the step ``quick`` does not run."""

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
        """The operations to race against Spark, by access path."""
        writes: dict[str, tuple[Operation, ...]] = {
            path: tuple(each for each in operations if each not in ("read", "replace"))
            for path, operations in self.paths.items()
        }
        return self.raced or writes

    @property
    def name(self) -> str:
        """The name of its directory and of its file of observations."""
        return f"{self.client}-{self.version}"
