"""Tests where the jars of a wheel are unpacked."""

from __future__ import annotations

import errno
import sys
import zipfile
from pathlib import Path

import pytest

from deltaward import ConfigurationError
from deltaward._session import unpack as unpacking
from deltaward._session.unpack import unpack
from pack_jars import pack


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    jars = [tmp_path / "one.jar", tmp_path / "two.jar"]
    for jar in jars:
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as content:
            content.writestr("name", jar.name)
    packed = tmp_path / "jars.tar.xz"
    pack(jars, packed)
    return packed


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    return place


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    unpacking._temporary_folder.cache_clear()
    return place


def _name_in(jar: Path | None) -> str:
    assert jar
    with zipfile.ZipFile(jar) as content:
        return content.read("name").decode()


def test_a_jar_is_unpacked_into_the_cache_once(archive: Path, cache: Path) -> None:
    jar = unpack(archive, "two.jar")
    assert jar
    assert jar.is_relative_to(cache / "deltaward")
    assert _name_in(jar) == "two.jar"
    before = jar.stat()
    assert unpack(archive, "two.jar") == jar
    assert jar.stat() == before
    assert list(jar.parent.iterdir()) == [jar]


@pytest.mark.usefixtures("cache")
def test_another_build_of_the_same_version_has_a_copy_of_its_own(
    archive: Path, tmp_path: Path
) -> None:
    first = unpack(archive, "one.jar")
    other = tmp_path / "one.jar"
    with zipfile.ZipFile(other, "w") as content:
        content.writestr("name", "built later")
    pack([other], archive)
    assert _name_in(unpack(archive, "one.jar")) == "built later"
    assert _name_in(first) == "one.jar"


@pytest.mark.usefixtures("cache")
def test_a_jar_that_the_archive_lacks_is_not_found(archive: Path) -> None:
    assert unpack(archive, "three.jar") is None


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_folder(
    archive: Path, cache: Path, temporary: Path
) -> None:
    cache.write_text("a file where the folder should be")
    jar = unpack(archive, "one.jar")
    assert jar
    assert jar.is_relative_to(temporary)
    assert _name_in(jar) == "one.jar"
    assert unpack(archive, "one.jar") == jar


def test_a_user_without_a_home_gets_a_temporary_folder(
    archive: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    jar = unpack(archive, "one.jar")
    assert jar
    assert jar.is_relative_to(temporary)


def test_half_a_jar_is_never_in_the_cache(
    archive: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_files: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(unpacking, "copyfileobj", full)
        with pytest.raises(OSError, match="No space left"):
            unpack(archive, "one.jar")
    assert [path for path in cache.rglob("*") if not path.is_dir()] == []
    assert _name_in(unpack(archive, "one.jar")) == "one.jar"


@pytest.mark.usefixtures("cache")
def test_a_python_without_lzma_is_told_so(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(ConfigurationError, match="lzma module is not available"):
        unpack(archive, "one.jar")
