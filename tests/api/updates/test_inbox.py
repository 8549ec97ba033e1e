"""Updates that wait in a state folder, the wish to put one in, and what root takes from there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from api.cli import main
from api.commands import update, update_state
from api.commands.update_wanted import brought, wish_of
from api.updates import bundle
from api.updates.errors import BadBundle, NotNow
from api.updates.here import machine
from api.updates.inbox import WISH, Inbox, is_newer
from api.updates.releases import Releases

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
PUBLIC = KEY.public_key().public_bytes_raw().hex()
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """An update file beside the state folder."""
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "one.py").write_text("pass")

    def made(version: str, key: Ed25519PrivateKey = KEY, machine: str = machine()) -> Path:
        about = {"version": version, "machine": machine}
        return bundle.write(tmp_path / "program", about, key, tmp_path / "made", 1_790_000_000)

    return made


@pytest.fixture
def state(tmp_path: Path) -> Path:
    (tmp_path / "state").mkdir()
    return tmp_path / "state"


def bring(inbox: Inbox, path: Path) -> bundle.Bundle:
    with inbox.new_part() as part:
        part.write(path.read_bytes())
        return inbox.take_in(part)


def test_the_newest_that_was_brought_waits_and_older_ones_go(make: Make, state: Path) -> None:
    inbox = Inbox(state, [PUBLIC], machine())
    for version in ("1.9", "1.10", "1.2"):
        bring(inbox, make(version))
    newest = inbox.newest("1.9")
    assert newest is not None and newest.manifest.version == "1.10"
    assert inbox.newest("1.10") is None
    assert "1.9" not in [one.manifest.version for one in inbox.waiting()]


def test_what_nobody_trusted_has_signed_or_is_for_another_machine_is_not_taken_in(make: Make, state: Path) -> None:
    inbox = Inbox(state, [PUBLIC], machine())
    stranger = Ed25519PrivateKey.from_private_bytes(bytes(32))
    for path in (make("2.0", stranger), make("2.0", machine="riscv64")):
        with pytest.raises(BadBundle):
            bring(inbox, path)
    assert inbox.waiting() == []


def test_a_wish_is_taken_once(state: Path) -> None:
    inbox = Inbox(state, (), None)
    inbox.wish("1.2.3")
    assert inbox.is_wished()
    assert wish_of(state) == "1.2.3"
    with pytest.raises(NotNow):
        wish_of(state)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version": 7}', b'{"version": "../../etc"}', b"x" * 999])
def test_a_wish_that_is_none_is_gone_and_comes_to_nothing(content: bytes, state: Path) -> None:
    (state / WISH).write_bytes(content)
    with pytest.raises(NotNow):
        wish_of(state)
    assert not (state / WISH).exists(), "systemd would wait for it for ever"


def test_root_works_on_a_copy_that_nobody_can_exchange(make: Make, state: Path, tmp_path: Path) -> None:
    bring(Inbox(state, [PUBLIC], machine()), make("2.0"))
    with brought(state, "2.0", tmp_path / "root", [PUBLIC]) as found:
        shutil.rmtree(state / "updates")
        assert found.path.parent.parent == tmp_path / "root"
        assert found.path.parent.stat().st_mode & 0o777 == 0o700
        bundle.unpack(found, tmp_path / "out")
    assert list((tmp_path / "root").iterdir()) == []
    with pytest.raises(BadBundle, match="not brought"), brought(state, "2.0", tmp_path / "root", [PUBLIC]):
        pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root acts as somebody else")
def test_a_link_in_the_place_of_an_update_reaches_only_what_its_owner_reaches(make: Make, tmp_path: Path) -> None:
    secret = make("2.0")
    with TemporaryDirectory() as reached:
        state, folder = Path(reached), Path(reached, "updates")
        folder.mkdir()
        (folder / secret.name).symlink_to(secret)
        for path in (state, folder):
            os.chown(path, 65534, 65534)
        assert Inbox(state, [PUBLIC], machine()).of("2.0", machine()) is not None, "root itself would reach it"
        with pytest.raises(BadBundle, match="not brought"), brought(state, "2.0", tmp_path / "root", [PUBLIC]):
            pass


def test_versions_are_compared_by_their_numbers() -> None:
    assert is_newer("1.10", "1.9")
    assert not is_newer("1.9", "1.9")


def test_every_action_of_the_command_does_something() -> None:
    assert set(update._ACTIONS) | set(update_state._ACTIONS) == set(update.ACTIONS)
    assert set(update_state._ACTIONS) == set(update.OF_THE_SYSTEM)


@pytest.fixture
def releases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    """Those that the command finds, which takes us for root."""
    found = Releases(tmp_path / "opt")
    monkeypatch.setattr("api.updates.releases.Releases", lambda: found)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return found


def test_without_a_wish_nothing_is_put_in(state: Path, releases: Releases, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "wanted", "--state-dir", str(state)]) == 1
    assert "nobody wants an update" in capsys.readouterr().err
    assert releases.last() is None


def test_an_update_is_under_way_before_its_wish_is_gone(
    state: Path, releases: Releases, monkeypatch: pytest.MonkeyPatch
) -> None:
    inbox, seen = Inbox(state, [], None), list[tuple[bool, bool]]()

    def looks(*_: object) -> None:
        seen.append((inbox.is_wished(), releases.under_way()))
        raise BadBundle("looked at")

    monkeypatch.setattr("api.commands.update_wanted.brought", looks)
    monkeypatch.setattr(update, "_keys", lambda: [PUBLIC])
    monkeypatch.setattr("api.service.version.version", lambda: "1.0")
    inbox.wish("2.0")
    assert main(["update", "wanted", "--state-dir", str(state)]) == 1
    assert seen == [(False, True)]
    assert not releases.under_way()
    last = releases.last()
    assert last is not None and (last.version, last.why) == ("2.0", "looked at")
