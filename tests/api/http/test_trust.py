"""The guide for devices: in the reader's language, with the fingerprint, and for a plain table without steps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from api.https.certificates import Certificates
from api.https.setting import hosts_of
from controller.languages import LANGUAGES
from controller.listening import HttpConfig
from tests.api.conftest import Opened


@dataclass
class Asked:
    answer: Any
    certificates: Certificates | None


def asked(house: Opened, path: str, folder: Path | None, **headers: str) -> Asked:
    async def scenario() -> Asked:
        async with house(names=("table7.local",), any_address=True) as h:
            if folder is not None:
                hosts = hosts_of(HttpConfig(), "table7", ["192.168.1.20"])
                h.runtime.certificates = Certificates(folder, "Table 7", lambda: datetime.now(UTC), lambda: hosts)
            return Asked(await h.http.get(path, headers=headers), getattr(h.runtime, "certificates", None))

    return asyncio.run(scenario())


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_in_the_readers_language_and_shows_the_fingerprint(house: Opened, tmp_path: Path, language: str) -> None:
    found = asked(house, "/trust", tmp_path / "https", **{"Accept-Language": language, "Host": "table7.local:8000"})
    assert found.certificates is not None
    assert f'<html lang="{language}">' in found.answer.text
    assert found.certificates.authority.fingerprint in found.answer.text
    assert "https://table7.local:8000/" in found.answer.text
    assert "trust." not in found.answer.text


def test_nothing_but_its_own_style_may_load(house: Opened, tmp_path: Path) -> None:
    policy = asked(house, "/trust", tmp_path / "https").answer.headers["content-security-policy"]
    assert "'sha256-" in policy
    assert "unsafe" not in policy


def test_at_the_table_itself_it_names_the_address_for_others(house: Opened, tmp_path: Path) -> None:
    text = asked(house, "/trust", tmp_path / "https", Host="127.0.0.1:8000").answer.text
    assert "https://192.168.1.20:8000/" in text
    assert "needs no certificate" in text


def test_a_plain_table_says_so_and_has_no_certificate(house: Opened) -> None:
    assert "plain HTTP" in asked(house, "/trust", None).answer.text
    assert asked(house, "/ca.crt", None).answer.status_code == 404
