"""Libraries of the pages lie there as they were published; the check needs no Node tools."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools import vendor


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(vendor.FOLDER / "lit-html", tmp_path / "lit-html"))


def test_what_is_committed_is_what_was_published() -> None:
    assert [found for name in vendor.LIBRARIES for found in vendor.objections(name, vendor.FOLDER / name)] == []


def test_every_folder_of_a_library_is_known() -> None:
    assert sorted(path.name for path in vendor.FOLDER.iterdir()) == sorted(vendor.LIBRARIES)


def test_a_changed_file_is_found(copied: Path) -> None:
    file = copied / "lit-html.js"
    file.write_text(file.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert any("manifest.json" in found for found in vendor.objections("lit-html", copied))


def test_a_missing_file_is_found(copied: Path) -> None:
    (copied / "LICENSE").unlink()
    assert list(vendor.objections("lit-html", copied)) == ["lit-html: LICENSE is missing"]


def test_a_file_that_does_not_belong_there_is_found(copied: Path) -> None:
    (copied / "more.js").write_text("", encoding="utf-8")
    assert "lit-html: more.js does not belong here" in list(vendor.objections("lit-html", copied))


@pytest.mark.parametrize("target", ["lit-html", "./not-there.js", "../../../elsewhere.js"])
def test_an_import_that_a_browser_cannot_find_is_found(copied: Path, target: str) -> None:
    (copied / "lit-html.js").write_text(f'import{{a}}from"{target}";', encoding="utf-8")
    assert f"lit-html: lit-html.js imports {target!r}" in list(vendor.objections("lit-html", copied))
