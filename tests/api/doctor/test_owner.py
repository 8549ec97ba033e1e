"""Commands that root runs on the folder of the service leave nothing there that the service cannot write."""

from __future__ import annotations

import os
import signal
import tarfile
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.cli import main
from api.commands.as_owner import as_owner, owner_of
from api.commands.exits import WrongUse
from api.commands.state import sole_owner
from controller.events.machine import TableEmptied
from controller.journal.store import Journal

SERVICE = 65_534
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="files change their owner only for root")


@pytest.fixture(scope="module", autouse=True)
def _everything_is_imported(tmp_path_factory: pytest.TempPathFactory) -> None:
    """In a folder of root's own, where nobody's rights change: another user may not be able to read the interpreter
    that runs the tests."""
    folder = tmp_path_factory.mktemp("of-root")
    written(folder)
    for words in ("backup {}/a.tar.gz", "restore {}/a.tar.gz", "journal verify", "doctor --port /dev/none"):
        main([*words.format(folder).split(), "--state-dir", str(folder)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    state = tmp_path / "state"
    state.mkdir()
    root = Path(os.environ.get("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir()))
    for parent in (tmp_path, *tmp_path.parents):
        if parent.is_relative_to(root) and parent != root:
            parent.chmod(0o711)  # as those of /var/lib/jantaku are
    os.chown(state, SERVICE, SERVICE)
    return state


def written(folder: Path) -> None:
    """A journal, as the service writes it."""
    with as_owner(folder), Journal(folder / "journal.db", now=lambda: NOW) as journal:
        journal.append([TableEmptied()])


@pytest.fixture
def closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """To a user who may not look into it, whoever runs the tests."""
    looked = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if folder in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return looked(path, follow_symlinks=follow_symlinks)

    written(folder)
    monkeypatch.setattr(Path, "stat", stat)
    return folder


@pytest.mark.parametrize(
    ("words", "status"),
    [("doctor --port /dev/none", 1), ("doctor --walk --port /dev/null", 1), ("journal verify", 2),
     ("backup x.tgz", 2), ("flash x.elf --port /dev/none", 2)],
)  # fmt: skip
def test_a_folder_that_only_the_service_may_read_says_whom_to_run_it_as(
    closed: Path, words: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words.split(), "--state-dir", str(closed)]) == status
    said = capsys.readouterr()
    assert "sudo -u jantaku" in said.out + said.err


def strangers(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.stat().st_uid != SERVICE]


def test_the_lock_and_what_is_written_under_it_belong_to_the_service(folder: Path) -> None:
    with sole_owner(folder):
        (folder / "firmware").mkdir()
        (folder / "firmware" / "good.elf").write_bytes(b"x")
    assert (folder / "journal.db.lock").exists() and strangers(folder) == []


def test_only_what_root_wrote_changes_hands(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "secret"
    elsewhere.write_text("of root")
    (folder / "link").hardlink_to(elsewhere)
    (folder / "guest").write_text("of somebody else")
    os.chown(folder / "guest", SERVICE - 1, SERVICE - 1)
    with sole_owner(folder):
        pass
    assert elsewhere.stat().st_uid == 0
    assert (folder / "guest").stat().st_uid == SERVICE - 1
    assert (folder / "journal.db.lock").stat().st_uid == SERVICE


def test_a_folder_of_root_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "guest").write_text("of somebody else")
    os.chown(tmp_path / "guest", SERVICE, SERVICE)
    with sole_owner(tmp_path):
        pass
    assert (tmp_path / "guest").stat().st_uid == SERVICE


def test_a_restored_state_belongs_to_the_service(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "first.tar.gz"
    written(folder)
    assert main(["backup", str(archive), "--state-dir", str(folder)]) == 0
    assert main(["restore", str(archive), "--state-dir", str(folder)]) == 0
    assert (folder / "journal.db").exists() and strangers(folder) == []


def test_reading_the_journal_leaves_nothing_of_root(folder: Path) -> None:
    written(folder)
    assert main(["journal", "verify", "--state-dir", str(folder)]) == 0
    assert strangers(folder) == []


# ---------------------------------------------------------------- root stays root


def test_within_the_folder_root_has_the_rights_of_its_owner_alone(folder: Path) -> None:
    with as_owner(folder):
        assert (os.geteuid(), os.getegid(), os.getgroups()) == (SERVICE, SERVICE, [SERVICE])
    assert os.geteuid() == 0


def test_root_is_back_also_after_an_error(folder: Path) -> None:
    groups = os.getgroups()
    with pytest.raises(ZeroDivisionError), as_owner(folder):
        _ = 1 // 0
    assert (os.geteuid(), os.getegid(), os.getgroups()) == (0, 0, groups)


def test_whoever_owns_a_part_of_the_way_decides_about_everything_below(folder: Path) -> None:
    below = folder / "inner"
    below.mkdir()
    assert below.stat().st_uid == 0
    assert owner_of(below).user == SERVICE
    assert owner_of(folder / "not" / "there").user == SERVICE


def test_a_link_of_somebody_else_makes_nobody_root(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/")
    os.lchown(link, SERVICE, SERVICE)
    assert owner_of(link / "root").user == SERVICE


def test_a_link_of_root_is_followed(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(folder.name)
    assert owner_of(link).user == SERVICE
    round_ = tmp_path / "round"
    round_.symlink_to("round")
    with pytest.raises(WrongUse, match="round"):
        owner_of(round_)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """What only root may read, with the names that the table's folder has."""
    hidden = tmp_path / "secret"
    (hidden / "firmware").mkdir(parents=True)
    (hidden / "firmware" / "good.elf").write_text("of root")
    (hidden / "journal.db").write_text("of root")
    hidden.chmod(0o700)
    return hidden


@pytest.fixture
def swapping(folder: Path, secret: Path) -> Iterator[None]:
    """The owner of the folder swaps a directory in it for a link to what root has, again and again."""
    written(folder)
    real = folder / "firmware"
    real.mkdir()
    (real / "good.elf").write_text("of the service")
    for path in (*folder.rglob("*"),):
        os.chown(path, SERVICE, SERVICE)
    attacker = os.fork()
    if attacker == 0:
        os.setgroups([])
        os.setgid(SERVICE)
        os.setuid(SERVICE)
        (folder / "link").symlink_to(secret / "firmware")
        while True:
            os.rename(real, folder / "aside")  # noqa: PTH104 - nothing here may be slow
            os.rename(folder / "link", real)  # noqa: PTH104
            os.rename(real, folder / "link")  # noqa: PTH104
            os.rename(folder / "aside", real)  # noqa: PTH104
    yield
    os.kill(attacker, signal.SIGKILL)
    os.waitpid(attacker, 0)


@pytest.mark.usefixtures("swapping")
def test_swapping_directories_wins_nothing_of_root(folder: Path, secret: Path, tmp_path: Path) -> None:
    for number in range(60):
        archive = tmp_path / f"{number}.tar.gz"
        if main(["backup", str(archive), "--state-dir", str(folder)]) == 0:
            with tarfile.open(archive) as packed:
                kept = [packed.extractfile(each) for each in packed if each.name.startswith("firmware")]
                assert b"of root" not in [file.read() for file in kept if file is not None]
        with sole_owner(folder):
            pass
        assert main(["doctor", "--port", "/dev/none", "--state-dir", str(folder)]) == 1
    assert {path.stat().st_uid for path in (secret, *secret.rglob("*"))} == {0}


def test_an_archive_can_be_read_by_its_owner_alone(folder: Path, tmp_path: Path) -> None:
    written(folder)
    assert main(["backup", str(tmp_path / "a.tar.gz"), "--state-dir", str(folder)]) == 0
    found = (tmp_path / "a.tar.gz").stat()
    assert (found.st_mode & 0o777, found.st_uid) == (0o600, 0)


def test_an_archive_that_only_root_may_read_can_be_restored(folder: Path, tmp_path: Path) -> None:
    written(folder)
    kept = tmp_path / "of root"
    kept.mkdir(mode=0o700)
    assert main(["backup", str(kept / "a.tar.gz"), "--state-dir", str(folder)]) == 0
    assert main(["restore", str(kept / "a.tar.gz"), "--state-dir", str(folder)]) == 0
    assert strangers(folder) == []
