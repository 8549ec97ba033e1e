"""The package ``jantaku-card``: what makes a card with Debian on it start as a table by itself. All of it is in
``files``, as it lies on the card."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

from tools.packaging import deb
from tools.packaging.tree import epoch, write

HERE: Final = Path(__file__).resolve().parent
UNITS: Final = (
    "jantaku-card.service",
    "jantaku-card-clock.service",
    "jantaku-card-grow.service",
    "jantaku-card-screen.service",
    "jantaku-display.service",
)


def card_package(version: str) -> deb.Package:
    return deb.Package(
        "jantaku-card",
        "card of a computer that is nothing but a mahjong table",
        "Settings from a file on the card, growth to its whole size, a clock that does\nnot go back, logs in memory,"
        " updates from a stick, and the display of the\ntable on this computer's own screen. For the images that bring"
        " it: it takes\nthe computer over.",
        {
            "Depends": f"jantaku (>= {version}), adduser, e2fsprogs, fdisk, mount, openssh-server, overlayroot, sudo,"
            " systemd (>= 254), systemd-timesyncd",
            "Recommends": "network-manager, avahi-daemon, iw",
            "Suggests": "cage, chromium",
        },
        {
            "postinst": deb.script("postinst", "card", *(f"unit@{unit}" for unit in UNITS)),
            "prerm": deb.script("prerm", *(f"unit@{unit}" for unit in UNITS)),
            "postrm": deb.script("postrm", *(f"unit@{unit}" for unit in UNITS)),
        },
        (
            # it grows the partition before anything on it is mounted
            "systemd-service-file-refers-to-unusual-wantedby-target local-fs.target *",
        ),
    )


def build(version: str, into: Path, scratch: Path) -> Path:
    """``into/jantaku-card_VERSION_all.deb``. ``scratch``: an empty folder. Raises what the tools raise."""
    tree = scratch / "jantaku-card"
    shutil.copytree(HERE / "files", tree)
    write(
        tree / "usr/share/doc/jantaku-card/copyright",
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Jantaku\n\n"
        "Files: *\nCopyright: 2026 The Jantaku authors\nLicense: Apache-2.0\n"
        " On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n",
    )
    return deb.build(card_package(version), tree, version, "all", epoch(), into)
