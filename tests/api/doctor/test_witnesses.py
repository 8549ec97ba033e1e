"""What ``jantaku doctor`` says of the tables that exchange heads with this one."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.doctor.witnesses import witnesses
from api.peers.errors import PeerTrouble
from api.peers.state import FILE, MISSED_SECONDS, PeerState, keep_states
from controller.config import Config, TableConfig
from controller.fairness.journal_head import JournalHead, sign_head
from controller.fairness.signing import TableKey
from controller.peers import PeerConfig
from controller.table.witness import FILE as HEADS

KEY = TableKey(bytes(range(32)))
PEER = PeerConfig("table-2", "http://127.0.0.1:8001", KEY.public.hex())
BEGAN = 1_800_000_000


def config(folder: Path, *peers: PeerConfig) -> Config:
    return Config(table=TableConfig(state_dir=folder), peers=peers)


def at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def known(folder: Path, **more: object) -> None:
    keep_states(folder / FILE, {PEER.key: PeerState.model_validate({"key": PEER.key, "since": BEGAN, **more})})


def test_a_table_without_peers_has_nothing_to_say(tmp_path: Path) -> None:
    assert witnesses(config(tmp_path), at(BEGAN)) == []


@pytest.mark.parametrize(("later", "verdict"), [(MISSED_SECONDS - 1, "ok"), (MISSED_SECONDS, "warn")])
def test_a_peer_that_has_not_answered_for_a_day_is_named(tmp_path: Path, later: int, verdict: str) -> None:
    known(tmp_path, reached=BEGAN + 60, trouble=PeerTrouble.UNREACHABLE, detail="no route")
    (found,) = witnesses(config(tmp_path, PEER), at(BEGAN + 60 + later))
    assert (found.verdict, "table-2" in found.detail) == (verdict, True)


@pytest.mark.parametrize("trouble", PeerTrouble)
def test_every_trouble_has_its_words_and_what_to_do(tmp_path: Path, trouble: PeerTrouble) -> None:
    known(tmp_path, reached=BEGAN, trouble=trouble, detail="why")
    (found,) = witnesses(config(tmp_path, PEER), at(BEGAN + 60))
    quiet = trouble in (PeerTrouble.UNREACHABLE, PeerTrouble.NO_HEAD)
    alarm = trouble in (PeerTrouble.FORKED, PeerTrouble.WENT_BACK)
    assert found.verdict == ("ok" if quiet else "bad" if alarm else "warn")
    assert quiet or ("why" in found.detail and found.remedy)


def test_two_histories_are_bad_whoever_has_signed_them(tmp_path: Path) -> None:
    heads = [sign_head(JournalHead(KEY.public, 5, 7, bytes([n]) * 32, "epoch"), KEY).text for n in (0, 1)]
    (tmp_path / HEADS).write_text("\n".join(heads) + "\n")
    (found,) = witnesses(config(tmp_path), at(BEGAN))
    assert (found.verdict, KEY.public.hex() in found.detail) == ("bad", True)
    known(tmp_path, reached=BEGAN)
    named, _ = witnesses(config(tmp_path, PEER), at(BEGAN))
    assert "table-2 has signed two histories" in named.detail
