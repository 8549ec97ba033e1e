"""The packages without what they are made of elsewhere: a few locked packages stand for all of them.

The long form, in a clean Debian of each version: tools/packaging/trial.sh.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

pytest.importorskip("shtab", reason="packages: enable with `make setup EXTRAS=packaging`")

from tools.packaging import deb, packages, release, repository
from tools.packaging.dependencies import MACHINES, of_hall, of_table, unpack
from tools.packaging.engine import STAMP, engine
from tools.packaging.image import card_package
from tools.packaging.tree import version_here

pytestmark = pytest.mark.skipif(
    shutil.which("dpkg-deb") is None or shutil.which("avr-gcc") is None,
    reason="packages: apt-get install dpkg gcc-avr avr-libc binutils-avr",
)
TIME = 1_790_000_000
VERSION = version_here()


PART = "controller/rules/hand/tiles.py"
"""What is compiled here; ``trial.sh`` installs all of it."""


class Made:
    """The packages, built twice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        machine = MACHINES["amd64"]
        content = packages.Content((), (), engines=engine(machine, (sysconfig.get_python_version(),), PART, plain=True))
        self.files = {path.name.partition("_")[0]: path for path in packages.build(content, machine, VERSION, folder)}
        self.again = packages.build(content, machine, VERSION, folder / "again")

    def members(self, name: str) -> dict[str, tarfile.TarInfo]:
        packed = subprocess.run(["dpkg-deb", "--fsys-tarfile", self.files[name]], capture_output=True, check=True)
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as tar:
            return {member.name.removeprefix("./"): member for member in tar}

    def unpacked(self, name: str, into: Path) -> Path:
        subprocess.run(["dpkg-deb", "--extract", self.files[name], into], check=True)
        return into

    def field(self, name: str, key: str) -> str:
        command = ["dpkg-deb", "--field", self.files[name], key]
        return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()

    def control(self, name: str, into: Path) -> Path:
        subprocess.run(["dpkg-deb", "--control", self.files[name], into], check=True)
        return into


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = str(TIME)
    level, deb.COMPRESSION = deb.COMPRESSION, ("-Zgzip", "-z1")  # what xz costs proves nothing
    try:
        yield Made(tmp_path_factory.mktemp("packages"))
    finally:
        deb.COMPRESSION = level
        os.environ.pop("SOURCE_DATE_EPOCH") if before is None else os.environ.update(SOURCE_DATE_EPOCH=before)


def test_two_builds_are_the_same_byte_for_byte(made: Made) -> None:
    for path in made.again:
        assert path.read_bytes() == (made.folder / path.name).read_bytes(), path.name


def _other_version(package: Path, into: Path) -> None:
    """The same package as one of a later version."""
    tree = into / package.stem
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    for path in (tree / "DEBIAN").iterdir():
        path.write_text(path.read_text(encoding="utf-8").replace(VERSION, f"{VERSION}.1"), encoding="utf-8")
    name = package.name.replace(VERSION, f"{VERSION}.1")
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--build", tree, into / name], check=True, capture_output=True)
    shutil.rmtree(tree)


@pytest.fixture(scope="module")
def two_versions(made: Made, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As ``trial.sh`` wants them."""
    folder = tmp_path_factory.mktemp("versions")
    for name in ("old", "new"):
        (folder / name).mkdir()
    for path in made.files.values():
        shutil.copy(path, folder / "old")
        _other_version(path, folder / "new")
    return folder


PUT_IN: Final = 9
"""What ``trial.sh --chroot`` looks at."""


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("udevadm") is None,
    reason="packages put in: needs root, and apt-get install udev adduser",
)
def test_packages_are_put_in_upgraded_and_purged_in_this_debian_and_leave_nothing(two_versions: Path) -> None:
    trial = Path(packages.__file__).with_name("trial.sh")
    done = subprocess.run(
        ["bash", trial, "--chroot", "/", two_versions], env=os.environ | {"LOCKED": sysconfig.get_path("purelib")},
        capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["ok"] * PUT_IN, done.stdout


STARTED: Final = 9
"""What ``trial.sh --start`` looks at."""


@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("linux.uml") is None or shutil.which("insmod") is None,
    reason="packages started: needs root, and apt-get install user-mode-linux kmod systemd curl adduser udev",
)
@pytest.mark.timeout(1000)
def test_systemd_starts_table_and_hall_and_holds_the_table_to_its_unit(two_versions: Path) -> None:
    """Under a kernel that is a program of this computer, with this Debian below what is put in."""
    trial = Path(packages.__file__).with_name("trial.sh")
    done = subprocess.run(
        ["bash", trial, "--start", two_versions], env=os.environ | {"LOCKED": sysconfig.get_path("purelib")},
        capture_output=True, text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    said = [word for word, *_ in map(str.split, done.stdout.splitlines()) if word in ("ok", "FAILED")]
    assert said == ["ok"] * STARTED, done.stdout


def test_a_package_brings_all_that_a_computer_needs_to_be_a_table(made: Made) -> None:
    assert {
        "usr/lib/systemd/system/jantaku.service", "usr/lib/udev/rules.d/70-jantaku.rules", "etc/jantaku/table.toml",
    } <= set(made.members("jantaku"))  # fmt: skip
    assert {
        "usr/bin/jantaku", "usr/lib/jantaku/api/cli.py", "usr/lib/jantaku/api/web/tablet/tablet.html",
        "usr/share/man/man1/jantaku.1.gz", "usr/share/man/man1/jantaku-serve.1.gz",
        "usr/share/bash-completion/completions/jantaku", "usr/share/zsh/vendor-completions/_jantaku",
        "usr/share/doc/jantaku-common/copyright", f"usr/lib/jantaku/jantaku-{VERSION}.dist-info/METADATA",
    } <= set(made.members("jantaku-common"))  # fmt: skip
    assert {"usr/lib/systemd/system/jantaku-hall.service", "etc/jantaku/hall.toml"} <= set(made.members("jantaku-hall"))


def test_no_file_is_in_two_packages(made: Made) -> None:
    files = [name for package in made.files for name, member in made.members(package).items() if member.isfile()]
    assert len(files) == len(set(files))


def test_every_file_is_roots_of_one_time_and_writable_by_nobody_else(made: Made) -> None:
    for package in made.files:
        for name, member in made.members(package).items():
            assert (member.uid, member.gid, member.mtime) == (0, 0, TIME), name
            assert not stat.S_IMODE(member.mode) & 0o022, name


def test_settings_are_conffiles_so_that_an_upgrade_keeps_edits(made: Made, tmp_path: Path) -> None:
    assert (made.control("jantaku", tmp_path / "table") / "conffiles").read_text() == "/etc/jantaku/table.toml\n"
    assert (made.control("jantaku-hall", tmp_path / "hall") / "conffiles").read_text() == "/etc/jantaku/hall.toml\n"


def test_scripts_are_shell_without_a_word_left_open(made: Made, tmp_path: Path) -> None:
    for package in made.files:
        folder = made.control(package, tmp_path / package)
        steps = [path for path in folder.iterdir() if path.name in ("preinst", "postinst", "prerm", "postrm")]
        assert steps
        for step in steps:
            assert step.stat().st_mode & 0o111, step
            subprocess.run(["sh", "-n", step], check=True)
            assert "#UNIT#" not in step.read_text()
            assert not [
                word for word in ("USER", "HOME", "PACKAGE", "FOLDER", "GECOS") if f"#{word}#" in step.read_text()
            ]


def test_each_package_refuses_an_upgrade_in_use_so_that_none_is_half_put_in(made: Made, tmp_path: Path) -> None:
    for package in made.files:
        assert "jantaku update idle" in (made.control(package, tmp_path / package) / "preinst").read_text()


def test_packages_of_one_version_belong_together(made: Made) -> None:
    for package in ("jantaku", "jantaku-hall", "jantaku-compiled"):
        assert f"jantaku-common (= {VERSION})" in made.field(package, "Depends")


def test_the_unit_starts_the_installed_program_and_needs_no_group_of_a_pi(made: Made, tmp_path: Path) -> None:
    for package, command in (("jantaku", "serve"), ("jantaku-hall", "hall")):
        unit = made.unpacked(package, tmp_path / package) / f"usr/lib/systemd/system/{package}.service"
        text = unit.read_text()
        assert f"ExecStart=/usr/bin/jantaku {command} --config /etc/jantaku/" in text
        assert "/opt" not in text
        assert "SupplementaryGroups" not in text


def test_the_installed_program_has_its_board_and_its_chip_image_ready_made(made: Made, tmp_path: Path) -> None:
    program = made.unpacked("jantaku-common", tmp_path) / "usr/lib/jantaku"
    asks = (
        "import shutil; shutil.which = lambda *_: None\n"
        "from hardware.firmware.build import host_library, shipped_image\n"
        "from api.flashing.image import load\n"
        "print(host_library()); print(load(shipped_image()).name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asks], cwd=tmp_path, env={"PYTHONPATH": str(program)}, capture_output=True, text=True,
        check=True, timeout=60,
    )  # fmt: skip
    library, image = done.stdout.splitlines()
    assert Path(library).is_relative_to(program)
    assert image.startswith("build ")


def test_the_compiled_engine_is_used_beside_the_source_that_it_was_made_from_and_no_other(
    made: Made, tmp_path: Path
) -> None:
    for package in ("jantaku-common", "jantaku-compiled"):
        made.unpacked(package, tmp_path)
    launcher = (tmp_path / "usr/bin/jantaku").read_text().replace('"/usr/lib', f'"{tmp_path}/usr/lib')
    asks = "from controller.rules.hand import tiles; print(tiles.__file__, tiles.read_tiles('1m'))"
    program = launcher.partition("from api.cli")[0] + asks

    def imported() -> str:
        command = [sys.executable, "-sP", "-c", program]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout

    used = imported()
    assert used.startswith(f"{tmp_path}/usr/lib/jantaku-compiled/")
    assert ".so " in used
    (tmp_path / "usr/lib/jantaku" / STAMP).write_text("of another version\n")
    assert imported().startswith(f"{tmp_path}/usr/lib/jantaku/controller/rules/hand/tiles.py ")
    assert used.partition(" ")[2] == imported().partition(" ")[2]


def test_a_hall_brings_nothing_that_a_table_has_already() -> None:
    table, hall = ({one.name for one in part} for part in (of_table(), of_hall()))
    assert not table & hall
    assert {"pydantic-core", "paho-mqtt"} <= table
    assert {"sqlalchemy", "argon2-cffi"} <= hall


def test_of_a_source_archive_the_modules_are_taken_with_metadata_and_licence(tmp_path: Path) -> None:
    archive = tmp_path / "cobs-1.2.2.tar.gz"
    inside = {
        "PKG-INFO": b"Name: cobs", "LICENSE.txt": b"MIT", "setup.py": b"raise SystemExit", "src/ext/_cobs_ext.c": b"",
        "src/cobs/__init__.py": b"#!/bin/sh\n", "src/cobs/cobs/test.py": b"", "src/cobs/cobs/_cobs_py.py": b"pass",
    }  # fmt: skip
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in inside.items():
            member = tarfile.TarInfo(f"cobs-1.2.2/{name}")
            member.size = len(content)
            tar.addfile(member, BytesIO(content))
    unpack([archive], tmp_path / "lib")
    found = {str(path.relative_to(tmp_path / "lib")) for path in (tmp_path / "lib").rglob("*") if path.is_file()}
    assert (tmp_path / "lib/cobs/__init__.py").read_bytes() == b"#\n"
    assert found == {
        "cobs/__init__.py", "cobs/cobs/_cobs_py.py", "cobs-1.2.2.dist-info/METADATA",
        "cobs-1.2.2.dist-info/licenses/LICENSE.txt",
    }  # fmt: skip


def test_a_repository_lists_each_package_with_its_sum_and_the_release_each_list(made: Made, tmp_path: Path) -> None:
    repository.lay(made.files.values(), tmp_path, TIME, None)
    listed = (tmp_path / "dists/stable/main/binary-amd64/Packages").read_text()
    release_text = (tmp_path / "dists/stable/Release").read_text()
    assert sorted(line for line in listed.splitlines() if line.startswith("Package:")) == [
        "Package: jantaku", "Package: jantaku-common", "Package: jantaku-compiled", "Package: jantaku-hall",
    ]  # fmt: skip
    for place in (line.removeprefix("Filename: ") for line in listed.splitlines() if line.startswith("Filename:")):
        assert release.hashlib.sha256((tmp_path / place).read_bytes()).hexdigest() in listed
    assert release.hashlib.sha256(listed.encode()).hexdigest() in release_text


@pytest.mark.skipif(shutil.which("gpg") is None, reason="signed repository: apt-get install gnupg")
def test_a_repository_is_signed_so_that_a_changed_one_is_refused(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(tmp_path / "home"))
    new_key = ["gpg", "--batch", "--passphrase", "", "--faked-system-time", str(TIME - 10), "--quick-generate-key",
               "Trial <trial@jantaku.invalid>", "ed25519", "sign", "never"]  # fmt: skip
    subprocess.run(new_key, check=True, capture_output=True, timeout=60)
    with pytest.raises(repository.KeyUnfit, match="later SOURCE_DATE_EPOCH"):
        repository.check_key("Trial", TIME - 20)
    repository.check_key("Trial", TIME)
    repository.lay(made.files.values(), tmp_path / "apt", TIME, "Trial")
    suite = tmp_path / "apt/dists/stable"
    check = ["gpgv", "--keyring", tmp_path / "apt" / repository.KEYRING, suite / "Release.gpg", suite / "Release"]
    assert subprocess.run(check, capture_output=True, check=False).returncode == 0
    (suite / "Release").write_text((suite / "Release").read_text().replace("SHA256", "SHA512"))
    assert subprocess.run(check, capture_output=True, check=False).returncode != 0
    subprocess.run(["gpgconf", "--kill", "all"], check=False, capture_output=True)


def test_the_source_archive_is_the_same_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(TIME))
    first, second = (release.lay_sources("7.8.9", tmp_path / name) for name in ("first", "second"))
    assert first.name == "jantaku-7.8.9.tar.gz"
    assert first.read_bytes() == second.read_bytes()


def test_the_package_of_a_card_has_scripts_that_a_shell_reads_and_the_same_bytes_twice(tmp_path: Path) -> None:
    first = card_package.build(VERSION, tmp_path, tmp_path / "a")
    assert card_package.build(VERSION, tmp_path / "again", tmp_path / "b").read_bytes() == first.read_bytes()
    subprocess.run(["dpkg-deb", "--raw-extract", first, tmp_path / "all"], check=True)
    scripts = [tmp_path / "all/DEBIAN" / step for step in ("postinst", "prerm", "postrm")]
    scripts += sorted((tmp_path / "all/usr/lib/jantaku-card/bin").iterdir())
    for script in (*scripts, Path(card_package.__file__).parent / "configure.sh"):
        subprocess.run(["sh", "-n", script], check=True)
        assert "#UNIT#" not in script.read_text(encoding="utf-8")
    for program in (tmp_path / "all/usr/lib/jantaku-card/bin").iterdir():
        assert program.stat().st_mode & 0o111, f"{program.name} cannot be run"
    assert (tmp_path / "all/etc/sudoers.d/jantaku-card").stat().st_mode & 0o777 == 0o440
    units = {path.name: path.read_text() for path in (tmp_path / "all/usr/lib/systemd/system").glob("*.service")}
    assert set(card_package.UNITS) <= units.keys()
    for name, text in units.items():
        alone = "PrivateMounts=yes" not in text or text.count("\nExec") == 1
        assert alone, f"{name}: what one command mounts in a namespace of its own, the next does not see"
