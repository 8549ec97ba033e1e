"""The guides for technicians and operators: what they tell people to type is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api import cli
from controller.config import load, parse

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_SPAN = re.compile(r"`([^`]+)`")
_VALUE = {"IMAGE.elf": "x.elf", "FILE": "x", "NAME=VALUE": "a=1", "IMAGE": "x.elf", "N": "16", "R": "5"}


def typed(program: str) -> list[tuple[str, str]]:
    """(page, words) for everything in the pages that begins with this program, also behind sudo."""
    found = []
    for page in PAGES:
        parts = page.read_text(encoding="utf-8").split("```")
        spans = [span for part in parts[::2] for span in _SPAN.findall(part)]
        spans += [line.partition("#")[0] for block in parts[1::2] for line in block.splitlines()]
        lines = [re.sub(r"^sudo (-u \S+ )?", "", " ".join(each.split())) for span in spans for each in span.split("&&")]
        found += [(page.name, line) for line in lines if line.startswith(f"{program} ")]
    return found


@pytest.mark.parametrize(("page", "words"), typed("jantaku"))
def test_a_command_of_a_guide_is_understood(page: str, words: str) -> None:
    given = [_VALUE.get(word, word) for word in words.split()[1:] if word != "..."]
    assert set(given[:1]) <= set(cli.COMMANDS)
    if given[1:]:  # the name of a command alone is spoken of, not typed
        assert cli.parser(given).parse_args(given).command == given[0]


def test_the_guides_were_searched() -> None:
    assert {"doctor", "flash", "simulate", "backup"} <= {words.split()[1] for _, words in typed("jantaku")}


@pytest.mark.parametrize(("page", "words"), typed("make"))
def test_a_target_of_a_guide_is_one_of_the_makefile(page: str, words: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for word in words.split()[1:]:
        name, is_variable, _ = word.partition("=")
        pattern = rf"^{name} \?=" if is_variable else rf"^{name}:"
        assert re.search(pattern, makefile, re.MULTILINE), word


def test_files_that_the_bring_up_names_are_there() -> None:
    text = (ROOT / "docs" / "bring-up.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:systemd|hardware)/[\w./-]+\.\w+", text))
    assert len(named) >= 3 and [name for name in named if not (ROOT / name).exists()] == []


def test_the_folders_of_the_bring_up_are_those_of_the_unit() -> None:
    text, unit = ((ROOT / name).read_text(encoding="utf-8") for name in ("docs/bring-up.md", "systemd/jantaku.service"))
    for place in ("/opt/jantaku", "/var/lib/jantaku", "/etc/jantaku/table.toml"):
        assert place in text and place in unit
    assert "--groups dialout,gpio" in text and "SupplementaryGroups=dialout gpio" in unit


def test_the_example_of_the_panel_may_be_taken_out_of_its_comment(tmp_path: Path) -> None:
    """Step 6 of the bring-up."""
    text = (ROOT / "systemd" / "table.toml").read_text(encoding="utf-8")
    head, panel = text.split("# [panel]\n")
    config = parse(head + "[panel]\n" + re.sub(r"^# ", "", panel, flags=re.MULTILINE))
    assert config.panel is not None and config.panel.motor_power == 17
    (tmp_path / "table.toml").write_text(text, encoding="utf-8")
    assert load(tmp_path / "table.toml", {}).panel is None
