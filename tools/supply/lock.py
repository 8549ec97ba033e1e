"""``make lock``: the lock file of each part from the ranges in ``pyproject.toml``. Asks the package index.

Versions that still fit stay; ``--upgrade`` takes the newest that fit. One lock serves every Python and every machine
that the project names, because each line carries the marker of where it applies.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.supply.parts import BUILD, FOLDER, ROOT, RUN, SHIPPED, Part, parts
from tools.supply.shipped import record

TIMEOUT_S: Final = 300
OLDEST: Final = "3.11"
HEADER: Final = """\
# Made by `make lock` from the ranges in pyproject.toml; do not edit. What is here and why: requirements/README.md.
"""
AGREE_WITH: Final = (RUN, "dev")
"""An environment holds any extra beside these, so all locks must name the same versions."""

_UV: Final = (
    sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", f"--python-version={OLDEST}",
    "--generate-hashes", "--no-header", "--no-emit-index-url", "--no-emit-find-links", "--no-config",
)  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    FOLDER.mkdir(exist_ok=True)
    done: list[Part] = []
    for part in parts().values():
        _compile(part, done, upgrade="--upgrade" in arguments)
        done.append(part)
    record([part.lock for part in done if part.name in SHIPPED])
    return 0


def _compile(part: Part, done: Sequence[Part], *, upgrade: bool) -> None:
    """Writes the lock of ``part``, if it changes: a newer file is installed again. Raises ``CalledProcessError``."""
    before = part.lock.read_text(encoding="utf-8") if part.lock.exists() else ""
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder) / part.lock.name
        new.write_text(before, encoding="utf-8")  # uv keeps the versions that it finds there
        agreed = [other.lock for other in done if other.name in AGREE_WITH]
        command = [*_UV, *_source(part), *(["--upgrade"] if upgrade else []), f"--output-file={new}"]
        command += [f"--constraints={lock.relative_to(ROOT)}" for lock in agreed]
        asked = "\n".join(str(requirement) for requirement in part.asked)
        subprocess.run(
            command, input=asked, text=True, check=True, cwd=ROOT, timeout=TIMEOUT_S, stdout=subprocess.DEVNULL
        )
        text = HEADER + new.read_text(encoding="utf-8").removeprefix(HEADER)
    if text != before:
        part.lock.write_text(text, encoding="utf-8")


def _source(part: Part) -> list[str]:
    if part.name == BUILD:
        return ["--no-annotate", "-"]
    return ["pyproject.toml"] if part.name == RUN else ["pyproject.toml", f"--extra={part.name}"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
