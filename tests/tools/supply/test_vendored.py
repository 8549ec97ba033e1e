"""What the pages bring with them: a manifest and its folder agree, or the error says which file does not."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from tools.supply.vendored import VendorError, vendored

CODE = b"export const one = 1;\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    (tmp_path / "lib" / "deep" / "one.js").write_bytes(CODE)
    write(tmp_path, {"name": "lib", "version": "1.2.3", "licence": "MIT", "files": {"deep/one.js": sha256(CODE)}})
    return tmp_path


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write(folder: Path, manifest: dict[str, object]) -> None:
    (folder / "lib" / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def test_a_library_is_read_with_the_hashes_of_its_files(folder: Path) -> None:
    (one,) = vendored(folder)
    assert (one.name, one.version, one.licence, one.sha256) == ("lib", "1.2.3", "MIT", {"deep/one.js": sha256(CODE)})


def test_without_a_folder_there_is_none(tmp_path: Path) -> None:
    assert vendored(tmp_path / "none") == ()


def test_a_file_that_was_changed_is_an_error(folder: Path) -> None:
    (folder / "lib" / "deep" / "one.js").write_bytes(CODE + b"//")
    with pytest.raises(VendorError, match=r"deep/one.js is not the file that manifest.json names"):
        vendored(folder)


def test_a_file_that_is_gone_is_an_error(folder: Path) -> None:
    (folder / "lib" / "deep" / "one.js").unlink()
    with pytest.raises(VendorError, match=r"deep/one.js is named by manifest.json and is not there"):
        vendored(folder)


def test_a_file_that_the_manifest_does_not_name_is_an_error(folder: Path) -> None:
    (folder / "lib" / "two.js").write_bytes(CODE)
    with pytest.raises(VendorError, match=r"two.js is not in manifest.json"):
        vendored(folder)


def test_a_file_outside_of_every_library_is_an_error(folder: Path) -> None:
    (folder / "bare.js").write_bytes(CODE)
    with pytest.raises(VendorError, match=r"bare.js belongs to no manifest.json"):
        vendored(folder)


@pytest.mark.parametrize("key", ["name", "version", "licence", "files"])
def test_a_manifest_that_says_less_is_an_error(folder: Path, key: str) -> None:
    manifest = {"name": "lib", "version": "1.2.3", "licence": "MIT", "files": {"deep/one.js": sha256(CODE)}}
    write(folder, {name: value for name, value in manifest.items() if name != key})
    with pytest.raises(VendorError, match=f"manifest.json does not say {key}"):
        vendored(folder)
