"""Debian for a card, as an archive: first Debian's own packages, kept from one image to the next, then ours."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.packaging.image.computer import COMPUTERS, SUITE, Computer
from tools.packaging.program import ToolMissing, needed

HERE: Final = Path(__file__).resolve().parent
PYTHON: Final = "python3.13"
"""Of that Debian."""
PROGRAMS: Final = ("usr/lib/jantaku", "usr/lib/jantaku-compiled")
"""Whose modules are compiled to byte code: without it each start compiles a thousand of them anew, for the service may
not write there."""
TIMEOUT_S: Final = 2 * 3600
"""Programs of another machine run a tenth as fast, and a busy computer has little left for them."""
PACKAGES: Final = (
    "systemd", "systemd-sysv", "systemd-timesyncd", "libpam-systemd", "udev", "dbus", "kmod", "procps", "iproute2",
    "libnss-myhostname", "e2fsprogs", "fdisk", "dosfstools", "initramfs-tools", "busybox", "overlayroot", "zstd",
    "network-manager", "wpasupplicant", "wireless-regdb", "iw", "avahi-daemon", "avahi-utils", "openssh-server", "sudo",
    "python3", "ca-certificates", "avrdude", "adduser", "less", "nano-tiny",
)  # fmt: skip
DISPLAY: Final = ("cage", "chromium", "fonts-noto-cjk")
LEFT_OUT: Final = ("/usr/share/man/*", "/usr/share/locale/*", "/usr/share/doc/*")


@dataclass(frozen=True)
class Base:
    """What of Debian is on the card. ``display``: with what the table's own screen needs."""

    computer: Computer = COMPUTERS["arm64"]
    kernel: str = "backports"
    display: bool = False
    mirror: str = "http://deb.debian.org/debian"
    security: str = "http://deb.debian.org/debian-security"

    def sources(self) -> list[str]:
        parts = "main non-free-firmware"
        suites = (SUITE, f"{SUITE}-updates", f"{SUITE}-backports")
        found = [f"deb {self.mirror} {suite} {parts}" for suite in suites]
        return [*found, f"deb {self.security} {SUITE}-security {parts}"]

    def packages(self) -> tuple[str, ...]:
        of_it = (self.computer.kernels[self.kernel], *self.computer.packages)
        return (*of_it, *PACKAGES, *(DISPLAY if self.display else ()))


def base_archive(base: Base, folder: Path, *, fresh: bool) -> Path:
    """Debian's part, made when it is not in ``folder`` yet or ``fresh`` is asked for. Raises ``ToolMissing``,
    ``CalledProcessError``."""
    name = hashlib.sha256(
        "\n".join([base.computer.debian, *base.sources(), *base.packages(), *LEFT_OUT]).encode()
    ).hexdigest()[:12]
    target = folder / f"debian-{SUITE}-{base.computer.debian}-{name}.tar"
    if target.exists() and not fresh:
        return target
    folder.mkdir(parents=True, exist_ok=True)
    options = [f"--dpkgopt=path-exclude={place}" for place in LEFT_OUT]
    options += ["--dpkgopt=path-include=/usr/share/doc/*/copyright", '--setup-hook=mkdir -p "$1/boot/firmware"']
    part = target.with_suffix(".part.tar")
    _mmdebstrap(base.computer, part, [*options, f"--include={','.join(base.packages())}"], base.sources())
    part.replace(target)
    return target


def card_archive(computer: Computer, base: Path, apt: Path, address: str, target: Path) -> None:
    """The whole system: ``base`` with our packages out of ``apt``, a release's repository. ``address``: where the card
    finds later releases; empty: nowhere. Raises ``ToolMissing``, ``CalledProcessError``."""
    python = _python_here()
    later = "" if python is None else "byte-code-comes-later"
    programs = " ".join(f'"$1/{place}"' for place in PROGRAMS)
    compiles = f'"{python}" -m compileall -q -j 0 -s "$1" -p / {programs}'
    configure = f'chroot "$1" sh /configure.sh "{address}" "{later}"'
    options = [
        "--variant=custom", "--skip=update,cleanup/apt",
        f'--setup-hook=tar-in "{base}" /',
        '--customize-hook=mkdir -p "$1/release"',
        f'--customize-hook=sync-in "{apt}" /release',
        f'--customize-hook=upload "{HERE / "configure.sh"}" /configure.sh',
        f"--customize-hook={configure}",
        *([] if python is None else [f"--customize-hook={compiles}"]),
        f'--customize-hook=test -n "$(find "$1/{PROGRAMS[0]}/api/__pycache__" -name "cli.*.pyc")"',
        '--customize-hook=rm -rf "$1/release" "$1/configure.sh"',
        f'--customize-hook=upload "{HERE / "jantaku.toml"}" /boot/firmware/jantaku.toml',
    ]  # fmt: skip
    _mmdebstrap(computer, target, options, ["-"])


def _python_here() -> str | None:
    """The same version makes the same byte code here as on the card, in a tenth of the time that an emulated one takes.
    None where none runs: a name in the path may belong to a version manager that has chosen another version."""
    python = shutil.which(PYTHON)
    if python is None:
        return None
    tried = subprocess.run([python, "--version"], check=False, capture_output=True, timeout=60)
    return python if tried.returncode == 0 else None


def _mmdebstrap(computer: Computer, target: Path, options: list[str], sources: list[str]) -> None:
    program = needed("mmdebstrap", "mmdebstrap arch-test qemu-user-static")
    needed("arch-test", "arch-test")
    if not computer.is_here() and not computer.binfmt.exists():
        asks = "apt-get install qemu-user-static binfmt-support"
        raise ToolMissing(f"no programs for {computer.debian} run here; run: {asks}")
    variant = [] if any(option.startswith("--variant") for option in options) else ["--variant=minbase"]
    command = [program, f"--arch={computer.debian}", *variant, *options, SUITE, str(target), *sources]
    environment = {**os.environ, "INITRD": "No", "LC_ALL": "C.UTF-8", "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}
    subprocess.run(command, env=environment, check=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL)


def unshared(command: list[str]) -> None:
    """Runs ``command`` as root, or as what this user may take for root (user namespaces). Raises
    ``CalledProcessError``."""
    helper = [] if os.geteuid() == 0 else [shutil.which("mmdebstrap") or "mmdebstrap", "--unshare-helper"]
    subprocess.run([*helper, *command], check=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL)
