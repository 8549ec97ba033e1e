"""A lock file holds one exact version of each package and the SHA-256 of its files; less is an error with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from packaging.version import Version

from tools.supply.lockfile import LockError, read
from tools.supply.parts import parts

HASH = "--hash=sha256:" + "0" * 63


def lock(folder: Path, text: str) -> Path:
    path = folder / "some.lock"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_package_has_its_version_its_marker_and_all_its_hashes(tmp_path: Path) -> None:
    text = f"# made\nA.b==1.2 ; python_version < '3.13' \\\n    {HASH}1 \\\n    {HASH}2\n    # via\n    #   other\n"
    (one,) = read(lock(tmp_path, text))
    assert (one.name, one.version, one.sha256) == ("a-b", Version("1.2"), ("0" * 63 + "1", "0" * 63 + "2"))
    assert one.applies({"python_version": "3.11"})
    assert not one.applies({"python_version": "3.13"})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a==1.2", "has no SHA-256 hash"),
        ("a==1.2 --hash=md5:00", "has a hash that is not SHA-256"),
        (f"a>=1.2 {HASH}1", "not one exact version"),
        (f"a==1.* {HASH}1", "not one exact version"),
        (f"a {HASH}1", "not one exact version"),
        (f"a @ file:///a.whl {HASH}1", "not one exact version"),
        ("--index-url=here", "not a requirement"),
    ],
)
def test_a_line_that_says_less_is_named(tmp_path: Path, line: str, why: str) -> None:
    with pytest.raises(LockError, match=f"some.lock: .*: {why}"):
        read(lock(tmp_path, line + "\n"))


@pytest.mark.parametrize("name", parts())
def test_no_lock_names_an_address(name: str) -> None:
    assert "://" not in parts()[name].lock.read_text(encoding="utf-8")
