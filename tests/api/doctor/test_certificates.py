"""What ``jantaku doctor`` says of certificates and of updates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.doctor.certificates import certificates
from api.https.certificates import AUTHORITY_FILE, Certificates
from api.https.server_certificate import LIFE
from api.https.setting import folder_of, hosts_of
from api.updates.finding import updates
from api.updates.releases import Outcome, Plan, Releases
from controller.config import Config, TableConfig
from controller.listening import HttpConfig

BEGAN = datetime(2026, 5, 1, tzinfo=UTC)


def served(folder: Path, host: str = "0.0.0.0") -> Config:
    return Config(table=TableConfig(state_dir=folder), http=HttpConfig(host=host))


@pytest.mark.parametrize(
    ("later", "verdict"), [(timedelta(0), "ok"), (LIFE - timedelta(days=20), "warn"), (LIFE, "bad")]
)
def test_a_certificate_that_was_not_renewed_is_told_before_it_ends(
    later: timedelta, verdict: str, tmp_path: Path
) -> None:
    assert certificates(served(tmp_path), BEGAN) == [], "a table that was never started has none"
    hosts = hosts_of(HttpConfig(), "table7", ["192.168.1.20"])
    Certificates(folder_of(tmp_path), "Table 7", lambda: BEGAN, lambda: hosts)
    authority, server = certificates(served(tmp_path), BEGAN + later)
    assert (authority.verdict, server.verdict) == ("ok", verdict)
    assert (server.remedy == "") == (verdict == "ok")
    assert certificates(served(tmp_path, "127.0.0.1"), BEGAN + later) == [], "it does not encrypt"
    (folder_of(tmp_path) / AUTHORITY_FILE).write_bytes(b"half")
    assert certificates(served(tmp_path), BEGAN)[0].verdict == "bad"


def test_an_update_that_was_taken_back_or_cut_off_is_told(tmp_path: Path) -> None:
    releases = Releases(tmp_path)
    assert updates(releases, "1.0", None) == []
    releases.note(Outcome("1.1", None, "2026-05-01T03:00:00+00:00"))
    assert [one.verdict for one in updates(releases, "1.1", None)] == ["ok"]
    releases.note(Outcome("1.2", "1.1", "2026-05-02T03:00:00+00:00", "it does not answer"))
    (back,) = updates(releases, "1.1", None)
    assert back.verdict == "warn" and "it does not answer" in back.detail
    releases.keep_plan(Plan("1.3", "1.1"))
    (cut,) = updates(releases, "1.1", None)
    assert (cut.verdict, "recover" in cut.remedy) == ("bad", True)
