"""The wheel holds what the pages bring with them, each library with its licence beside it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.supply.vendored import MANIFEST, vendored

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("api", "hall", "controller", "firmware_bridge", "hardware", "pyproject.toml", "README.md", "LICENSE")
BUILD = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel of this tree, with one more library of two files and a licence."""
    tree = tmp_path_factory.mktemp("tree")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, tree)
    library = tree / "api" / "web" / "vendor" / "one-more"
    (library / "deep").mkdir(parents=True)
    (library / "deep" / "one.js").write_text("export {};\n", encoding="utf-8")
    (library / "LICENSE").write_text("text\n", encoding="utf-8")
    (library / MANIFEST).write_text(json.dumps({"name": "one-more"}), encoding="utf-8")
    command = [sys.executable, "-c", BUILD, str(tree / "dist")]
    (tree / "dist").mkdir()
    subprocess.run(command, cwd=tree, check=True, capture_output=True, timeout=120)
    (made,) = (tree / "dist").glob("*.whl")
    with zipfile.ZipFile(made) as opened:
        return set(opened.namelist())


def test_a_library_is_in_it_with_its_licence(wheel: set[str]) -> None:
    folder = "api/web/vendor/one-more"
    assert {f"{folder}/deep/one.js", f"{folder}/LICENSE", f"{folder}/{MANIFEST}"} <= wheel


def test_every_file_of_every_manifest_is_in_it(wheel: set[str]) -> None:
    for library in vendored():
        folder = library.folder.relative_to(ROOT)
        assert {str(folder / path) for path in library.sha256} <= wheel


def test_the_licence_of_the_whole_is_in_it(wheel: set[str]) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)
