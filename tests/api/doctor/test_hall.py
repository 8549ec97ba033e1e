"""What the doctor says of the hall, from the file that the service keeps."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.doctor.hall import MISSED_SECONDS, hall
from api.uplink.errors import LinkTrouble
from api.uplink.state import FILE, LinkState, keep_link_state
from api.words.catalogue import say
from controller.config import Config, TableConfig
from controller.languages import LANGUAGES

NOW = datetime(2026, 3, 4, 5, 0, 0, tzinfo=UTC)
SECONDS = int(NOW.timestamp())


def found(folder: Path, **state: object) -> list[tuple[str, bool]]:
    keep_link_state(folder, LinkState.model_validate({"hall": "h-1", **state}))
    return [(one.verdict, bool(one.remedy)) for one in hall(Config(table=TableConfig(state_dir=folder)), NOW)]


def test_a_table_without_a_hall_or_with_a_file_that_is_none_says_nothing(tmp_path: Path) -> None:
    config = Config(table=TableConfig(state_dir=tmp_path))
    assert hall(config, NOW) == []
    (tmp_path / FILE).write_bytes(b"\xff{")
    assert hall(config, NOW) == []


@pytest.mark.parametrize(
    ("trouble", "since", "verdict"),
    [
        (None, 0, "ok"),
        (LinkTrouble.UNREACHABLE, SECONDS - 60, "ok"),
        (LinkTrouble.UNREACHABLE, SECONDS - MISSED_SECONDS, "warn"),
        (LinkTrouble.NOT_ENROLLED, SECONDS, "warn"),
        (LinkTrouble.CONFLICT, SECONDS, "bad"),
        (LinkTrouble.BATCH_REFUSED, SECONDS, "bad"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(
    tmp_path: Path, trouble: LinkTrouble | None, since: int, verdict: str
) -> None:
    assert found(tmp_path, trouble=trouble, since=since) == [(verdict, verdict != "ok")]


@pytest.mark.parametrize("trouble", LinkTrouble)
def test_every_trouble_has_words_and_a_remedy(trouble: LinkTrouble) -> None:
    for language in LANGUAGES:
        assert say(language, f"service.hall.{trouble.value}") and say(language, f"service.hall.{trouble.value}.do")
