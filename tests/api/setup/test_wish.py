"""What root takes of a wish: the values that may be, and nothing else of what lies in a folder that is not root's."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.card.settings import ForNetwork, ForTable
from api.setup.errors import BadWish
from api.setup.wish import LONGEST, WANTED, ForFirmware, Wish, WishBox, packed, unpacked

GOOD = (
    ForTable(name="Table 7 東", language="ja", time_zone="Asia/Tokyo", ruleset="riichi", profile="online"),
    ForNetwork(country="JP", name="Café; 麻", password=" pass\\word#["),
    ForFirmware("1.0.0", blank=True),
)


@pytest.mark.parametrize("wish", GOOD)
def test_a_wish_is_taken_once_as_it_was_put(tmp_path: Path, wish: Wish) -> None:
    box = WishBox(tmp_path)
    box.put(wish)
    assert (tmp_path / WANTED).stat().st_mode & 0o077 == 0
    assert box.is_there()
    assert box.take() == wish
    assert not box.is_left()
    with pytest.raises(BadWish):
        box.take()


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"table": {"name": "a\nb"}}, "table.name"), ({"table": {"name": "x" * 61}}, "table.name"),
        ({"table": {"name": 'a"\u0007'}}, "table.name"), ({"table": {"name": 7}}, "table.name"),
        ({"table": {"language": "klingon"}}, "table.language"),
        ({"table": {"time_zone": "../../etc/passwd"}}, "table.time_zone"),
        ({"table": {"ruleset": "snap"}}, "table.ruleset"), ({"table": {"profile": '"\n[x]'}}, "table.profile"),
        ({"table": {"state_dir": "/"}}, "table.state_dir"), ({"table": {}}, "nothing to change"),
        ({"network": {"country": "JP", "name": "x\n[ipv4]"}}, "network.name"),
        ({"network": {"country": "JP", "name": "x" * 33}}, "network.name"),
        ({"network": {"country": "Japan", "name": "x"}}, "network.country"),
        ({"network": {"country": "JP", "name": ""}}, "network.name"),
        ({"firmware": {"version": "1.0; reboot"}}, "firmware.version"), ({"firmware": {}}, "firmware.version"),
        ({"firmware": {"version": "1.0", "image": "/tmp/x"}}, "firmware.image"),
        ({"shell": {}}, "none of"), ({}, "none of"), ([], "none of"), ({"table": []}, "section"),
        ({"table": {"name": "a"}, "network": {}}, "none of"), ("x", "none of"), (None, "none of"),
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused_by_its_name(given: object, names: str) -> None:
    with pytest.raises(BadWish, match=names):
        unpacked(json.dumps(given).encode())


@pytest.mark.parametrize("password", ["short", "line\nbreak-in-it", "x" * 64, "ключ-не-ascii"])
def test_a_password_that_cannot_be_one_is_in_no_message(password: str) -> None:
    with pytest.raises(BadWish) as refused:
        unpacked(json.dumps({"network": {"country": "JP", "name": "x", "password": password}}).encode())
    assert "network.password must be" in refused.value.detail
    assert password not in str(refused.value) + repr(refused.value.__cause__) + repr(refused.value.detail)


def test_a_file_that_is_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    (tmp_path / WANTED).write_bytes(b'{"table": {"name": "' + b"x" * LONGEST + b'"}}')
    with pytest.raises(BadWish, match="longer"):
        WishBox(tmp_path).take()
    assert not WishBox(tmp_path).is_left()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(packed(GOOD[0]))
    (tmp_path / WANTED).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadWish):
        WishBox(tmp_path).take()
    assert (tmp_path / "elsewhere").exists()
    assert not WishBox(tmp_path).is_left()


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / WANTED)
    with pytest.raises(BadWish):
        WishBox(tmp_path).take()
    assert not WishBox(tmp_path).is_left()


def test_a_folder_in_its_place_is_no_wish(tmp_path: Path) -> None:
    (tmp_path / WANTED).mkdir()
    with pytest.raises(BadWish):
        WishBox(tmp_path).take()


@given(st.binary(max_size=200))
def test_bytes_are_a_wish_or_refused(content: bytes) -> None:
    try:
        assert unpacked(content)
    except BadWish as refused:
        assert refused.detail


@given(st.text(max_size=70), st.text(max_size=40))
def test_a_wish_that_is_taken_is_the_one_that_was_put(name: str, profile: str) -> None:
    wish = ForTable(name=name, profile=profile)
    try:
        assert unpacked(packed(wish)) == wish
    except BadWish:
        assert not name.isprintable() or len(name) > 60 or not profile.isascii() or not (name or profile) or profile
