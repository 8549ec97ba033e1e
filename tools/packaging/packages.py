"""The packages: ``jantaku-common`` is the program, ``jantaku-compiled`` makes its rules engine faster, ``jantaku``
makes a table of a computer, ``jantaku-hall`` a hall.

One computer can be both; a hall alone runs no service of a table.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.packaging import deb, engine, program
from tools.packaging.dependencies import Machine, fetch, of_hall, of_table, unpack
from tools.packaging.texts import completion, man_pages
from tools.packaging.tree import PROGRAM, ROOT, epoch, write
from tools.supply.parts import FOLDER

IN_CHECKOUT: Final = "/opt/jantaku/.venv/bin/jantaku"
PYTHON: Final = "python3 (>= 3.11~), python3 (<< 3.12~) | python3 (>= 3.13~), python3 (<< 3.14~)"
"""Compiled modules in it are for those of Debian 12 and 13."""
LIBRARIES: Final = "libc6 (>= 2.34), libgcc-s1"
TABLE_HOME: Final = "/var/lib/jantaku"
HALL_HOME: Final = "/var/lib/jantaku-hall"
WAITING: Final = ("jantaku-update.path", "jantaku-setup.path")
"""Units that wait for what the service of a table wishes root to do."""
COMPILED: Final = Path("usr/lib/jantaku-compiled")
"""Where the launcher looks for a compiled engine."""


@dataclass(frozen=True)
class Content:
    """What packages are made of: the wheels that a table needs, those that a hall needs on top, the manual, and the
    public keys whose updates an installed program takes, hexadecimal. ``engines``: ``tools.packaging.engine``."""

    table: tuple[Path, ...]
    hall: tuple[Path, ...]
    manual: Path | None = None
    keys: tuple[str, ...] = ()
    engines: tuple[Path, ...] = ()


def fetched(
    machine: Machine, into: Path, manual: Path | None = None, keys: tuple[str, ...] = (), *, pure: bool = False
) -> Content:
    """Asks the package index, and compiles the rules engine unless it stays ``pure``. Raises
    ``CalledProcessError``, ``ToolMissing``."""
    wheels = tuple(fetch(of_table(), machine, into)), tuple(fetch(of_hall(), machine, into))
    return Content(*wheels, manual, keys, () if pure else engine.engine(machine))


def build(content: Content, machine: Machine, version: str, into: Path) -> list[Path]:
    """Their files. Raises what the tools raise."""
    time = epoch()
    with tempfile.TemporaryDirectory() as scratch:
        wanted = ALL if content.engines else tuple(package for package in ALL if package is not FASTER)
        trees = {package.name: Path(scratch) / package.name for package in wanted}
        _lay_common(trees["jantaku-common"], content, machine, version, time)
        if FASTER.name in trees:
            _lay_compiled(trees[FASTER.name], trees["jantaku-common"] / PROGRAM, content, machine)
        _lay_table(trees["jantaku"])
        _lay_hall(trees["jantaku-hall"], content, machine)
        return [
            deb.build(_versioned(package, version), trees[package.name], version, machine.debian, time, into)
            for package in wanted
        ]


def _versioned(package: deb.Package, version: str) -> deb.Package:
    fields = {key: value.replace("#VERSION#", version) for key, value in package.fields.items()}
    scripts = {step: text.replace("#VERSION#", version) for step, text in package.scripts.items()}
    return deb.Package(package.name, package.summary, package.description, fields, scripts, package.overrides)


def _lay_common(tree: Path, content: Content, machine: Machine, version: str, time: int) -> None:
    program.lay_program(tree / PROGRAM, version, machine, content.table)
    if content.manual is not None:
        shutil.copytree(content.manual, tree / PROGRAM / "manual")
    launcher = (Path(__file__).parent / "launcher.py").read_text(encoding="utf-8")
    write(tree / "usr/bin/jantaku", launcher, 0o755)
    for name, page in man_pages(version, time).items():
        write(tree / "usr/share/man/man1" / f"{name}.1.gz", deb.packed(page))
    write(tree / "usr/share/bash-completion/completions/jantaku", completion("bash"))
    write(tree / "usr/share/zsh/vendor-completions/_jantaku", completion("zsh"))
    _lay_unit(tree, "jantaku-update-recover", "jantaku-update")
    for key in content.keys:
        write(tree / PROGRAM / "release-keys" / f"{key[:16]}.pub", f"{key}\n")
    papers = tree / "usr/share/doc/jantaku-common"
    write(papers / "NEWS.md.gz", deb.packed((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    write(papers / "copyright", _copyright())


def _lay_compiled(tree: Path, common: Path, content: Content, machine: Machine) -> None:
    """A whole ``controller`` in a folder of its own, which the program uses if it is of the same source: whatever
    instant an upgrade is cut off at, no compiled module runs beside a source of another version."""
    shutil.copytree(common / "controller", tree / COMPILED / "controller")
    engine.lay(content.engines, tree / COMPILED, machine)
    for place in (common, tree / COMPILED):
        write(place / engine.STAMP, engine.source_digest(common) + "\n")
    write(tree / "usr/share/doc/jantaku-compiled/copyright", _copyright())


def _lay_table(tree: Path) -> None:
    rule = (ROOT / "hardware/udev/70-jantaku.rules").read_text(encoding="utf-8")
    write(tree / "usr/lib/udev/rules.d/70-jantaku.rules", rule)
    _lay_unit(tree, "jantaku", "jantaku-serve")
    _lay_unit(tree, "jantaku-backup", "jantaku-backup")
    _lay_unit(tree, "jantaku-update", "jantaku-update")
    _lay_unit(tree, "jantaku-setup", "jantaku-setup")
    for name in ("jantaku-backup.timer", *WAITING):
        write(tree / "usr/lib/systemd/system" / name, (ROOT / "systemd" / name).read_text(encoding="utf-8"))
    _lay_settings(tree, "table.toml")
    write(tree / "usr/share/doc/jantaku/copyright", _copyright())


def _lay_hall(tree: Path, content: Content, machine: Machine) -> None:
    unpack(content.hall, tree / PROGRAM)
    program.strip(tree / PROGRAM, machine)
    _lay_unit(tree, "jantaku-hall", "jantaku-hall")
    _lay_settings(tree, "hall.toml")
    write(tree / "usr/share/doc/jantaku-hall/copyright", _copyright())


def _lay_unit(tree: Path, name: str, page: str) -> None:
    """The unit of the checkout, for a program in its place. The group of the header is left out: only a Pi has it, and
    a unit that names a group which is not there does not start; the user is in it where there is one."""
    lines = (ROOT / "systemd" / f"{name}.service").read_text(encoding="utf-8").splitlines()
    text = "".join(
        f"Documentation=man:{page}(1)\n" if line.startswith("Documentation=") else f"{line}\n"
        for line in lines
        if not line.startswith("SupplementaryGroups=")
    )
    write(tree / f"usr/lib/systemd/system/{name}.service", text.replace(IN_CHECKOUT, "/usr/bin/jantaku"))


def _lay_settings(tree: Path, name: str) -> None:
    text = (ROOT / "systemd" / name).read_text(encoding="utf-8")
    write(tree / "etc/jantaku" / name, text.replace(f": copy to /etc/jantaku/{name}.", f", /etc/jantaku/{name}."))


def _copyright() -> str:
    """In Debian's machine-readable form: ours, and every package that lies in the same folder."""
    head = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Jantaku\n\n"
        "Files: *\nCopyright: 2026 The Jantaku authors\nLicense: Apache-2.0\n"
        " On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n"
        "Comment: Packages of others in /usr/lib/jantaku, each with its licence in its .dist-info folder:\n"
    )
    return head + "".join(f" {line}\n" for line in _others(json.loads((FOLDER / "shipped.json").read_text())))


def _others(packages: Iterable[dict[str, str]]) -> Iterator[str]:
    for one in packages:
        yield f"{one['name']} {one['version']}: {one['licence']}"


COMMON: Final = deb.Package(
    "jantaku-common",
    "program of automatic mahjong tables and their halls",
    "The command jantaku with all that it needs, and the firmware of a table's\nboard, ready made. The packages jantaku"
    " and jantaku-hall make a table or a\nhall of a computer.",
    {
        "Depends": f"{PYTHON}, {LIBRARIES}",
        "Recommends": "jantaku-compiled (= #VERSION#)",
        "Suggests": "jantaku | jantaku-hall",
    },
    {
        "preinst": deb.script("preinst", "idle"),
        "postinst": deb.script("postinst", "release", "compiled", "recover", package="jantaku-common", folder=PROGRAM),
        "prerm": deb.script("prerm", "compiled", package="jantaku-common", folder=PROGRAM),
        "postrm": deb.script("postrm", "unit", "releases", unit="jantaku-update-recover.service"),
    },
    (
        "statically-linked-binary *atmega2560*",  # the image for the chip, whose symbols name its build
        "unstripped-binary-or-object *atmega2560*",
        "binary-from-other-architecture *atmega2560*",
        "embedded-javascript-library *manual/_static/*",  # of the theme, which searches without a network
    ),
)
FASTER: Final = deb.Package(
    "jantaku-compiled",
    "compiled rules engine of mahjong tables",
    "The rules engine of jantaku, compiled from its own source: the same answers,\nsooner. Without it the engine runs"
    " as plain Python.",
    {"Depends": f"jantaku-common (= #VERSION#), {LIBRARIES}"},
    {
        "preinst": deb.script("preinst", "idle"),
        "postinst": deb.script("postinst", "tried", "compiled", package="jantaku-compiled", folder=COMPILED),
        "prerm": deb.script("prerm", "compiled", package="jantaku-compiled", folder=COMPILED),
    },
)
TABLE: Final = deb.Package(
    "jantaku",
    "controller of an automatic mahjong table",
    "One service per table: it drives the board, rolls the dice, builds the next\nwall while you play, and scores and"
    " explains every hand.",
    {
        "Depends": "jantaku-common (= #VERSION#), adduser, udev",
        "Recommends": "avrdude, avahi-utils, python3-rpi-lgpio | python3-rpi.gpio",
    },
    {
        "preinst": deb.script("preinst", "idle"),
        "postinst": deb.script(
            "postinst", "user", "header", "unit", *(f"unit@{unit}" for unit in WAITING), user="jantaku",
            home=TABLE_HOME, gecos="mahjong table", unit="jantaku.service",
        ),
        "prerm": deb.script("prerm", "timer", *(f"unit@{unit}" for unit in WAITING), "unit", unit="jantaku.service"),
        "postrm": deb.script(
            "postrm", "unit", *(f"unit@{unit}" for unit in WAITING), "timer", "user", user="jantaku", home=TABLE_HOME,
            unit="jantaku.service",
        ),
    },
)  # fmt: skip
HALL: Final = deb.Package(
    "jantaku-hall",
    "hall of automatic mahjong tables",
    "What a parlour or a tournament has beside its tables: floor, queue, prices,\npeople, tournaments, screens, and the"
    " journals of all tables.",
    {
        "Depends": f"jantaku-common (= #VERSION#), {LIBRARIES}, adduser",
        "Recommends": "avahi-utils",
        "Suggests": "postgresql, python3-psycopg",
    },
    {
        "preinst": deb.script("preinst", "idle"),
        "postinst": deb.script(
            "postinst", "compiled", "user", "unit", package="jantaku-hall", folder=PROGRAM, user="jantaku-hall",
            home=HALL_HOME,
            gecos="hall of mahjong tables", unit="jantaku-hall.service",
        ),
        "prerm": deb.script(
            "prerm", "unit", "compiled", package="jantaku-hall", folder=PROGRAM, unit="jantaku-hall.service"
        ),
        "postrm": deb.script(
            "postrm", "unit", "user", user="jantaku-hall", home=HALL_HOME, unit="jantaku-hall.service"
        ),
    },
    ("embedded-library * [usr/lib/jantaku/pillow.libs/*]",),  # in Pillow's wheel, as its lock holds it
)  # fmt: skip
ALL: Final = (COMMON, FASTER, TABLE, HALL)
