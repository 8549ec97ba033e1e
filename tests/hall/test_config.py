"""The configuration of a hall."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from controller.config_file import ConfigError
from hall.config import SECTIONS, Config, load, parse


def test_an_empty_file_is_a_hall_with_a_file_of_its_own() -> None:
    config = parse("")
    assert config == Config()
    assert config.store_url == "sqlite:////var/lib/jantaku-hall/hall.db"
    assert (config.http.host, config.http.port) == ("127.0.0.1", 8100)


def test_a_section_without_a_port_listens_on_that_of_halls() -> None:
    assert parse('[http]\nhost = "0.0.0.0"').http.port == 8100
    assert parse("[http]\nport = 9000").http.port == 9000


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ('[hall]\nname = "A"\nstore = "mysql://x"', 3, "hall.store must be an address"),
        ('[hall]\ncurrency = "euro"', 2, "hall.currency must be a currency"),
        ("[hall]\nday_ends = 13", 2, "hall.day_ends must be 0 to 12"),
        ("[table]\nname = 1", 1, "unknown section [table]"),
        ("[http]\nport = 70000", 2, "http.port must be 0 to 65535"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    assert caught.value.line == line
    assert says in str(caught.value)


def test_the_environment_names_the_folder_of_the_state(tmp_path: Path) -> None:
    file = tmp_path / "hall.toml"
    file.write_text('[hall]\nname = "Club"\n', encoding="utf-8")
    config = load(file, {"JANTAKU_HALL_STATE_DIR": str(tmp_path / "state")})
    assert config.hall.name == "Club"
    assert config.store_url == f"sqlite:///{tmp_path}/state/hall.db"


def test_the_file_that_is_delivered_has_every_key_and_the_defaults() -> None:
    text = (Path(__file__).parents[2] / "systemd" / "hall.toml").read_text(encoding="utf-8")
    assert parse(text) == Config()
    for name, kind in SECTIONS.items():
        assert f"[{name}]" in text
        missing = [one.name for one in fields(kind) if not re.search(rf"^(# )?{one.name} = ", text, re.MULTILINE)]
        assert missing == []
