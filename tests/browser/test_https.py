"""HTTPS in a real browser that trusts the authority of the table, and nothing else that is wrong."""

from __future__ import annotations

import base64
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization

from api.https.certificates import AUTHORITY_FILE
from api.https.setting import FOLDER
from bench.ports import free_port
from tests.browser.test_fair_dice import seen

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@dataclass
class SecureTable:
    port: int
    state: Path
    process: subprocess.Popen[bytes]

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}"

    def key_hash(self) -> str:
        """As ``--ignore-certificate-errors-spki-list`` takes it: a chain with this key is accepted, as if somebody had
        installed the certificate."""
        found = x509.load_pem_x509_certificate((self.state / FOLDER / "server.pem").read_bytes())
        public = found.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return base64.b64encode(hashlib.sha256(public).digest()).decode()


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory, chromium: Path) -> Iterator[SecureTable]:
    port, state = free_port(), tmp_path_factory.mktemp("https") / "state"
    state.mkdir()
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "simulate", "--http-port", str(port), "--tls"]
    log = (state.parent / "service.log").open("ab")
    process = subprocess.Popen(command, env={**os.environ, "JANTAKU_STATE_DIR": str(state)}, stdout=log, stderr=log)
    try:
        end = time.monotonic() + 40
        while "listening on https" not in (state.parent / "service.log").read_text(errors="replace"):
            assert process.poll() is None and time.monotonic() < end, (state.parent / "service.log").read_text()
            time.sleep(0.1)
        yield SecureTable(port, state, process)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(15)
        log.close()


@pytest.fixture(scope="module")
def trusting(chromium: Path, secure: SecureTable, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            str(tmp_path_factory.mktemp("profile")), executable_path=str(chromium), locale="en",
            args=[f"--ignore-certificate-errors-spki-list={secure.key_hash()}", "--no-sandbox"],
        )  # fmt: skip
        yield context
        context.close()


def test_the_page_is_live_secure_and_installed_over_https(trusting: Any, secure: SecureTable) -> None:
    page = trusting.new_page()
    page.goto(secure.address + "/")
    page.wait_for_selector("#display button")
    assert page.evaluate("window.isSecureContext")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.close()


def test_the_guide_shows_the_fingerprint_and_a_code_that_leads_to_the_certificate(
    trusting: Any, secure: SecureTable
) -> None:
    page = trusting.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.set_viewport_size({"width": 800, "height": 1400})
    page.goto(secure.address + "/trust")
    authority = x509.load_pem_x509_certificate((secure.state / FOLDER / AUTHORITY_FILE).read_bytes())
    der = authority.public_bytes(serialization.Encoding.DER)
    assert hashlib.sha256(der).hexdigest().upper() in (page.locator("code").first.text_content() or "").replace(":", "")
    (code,) = seen(page)
    assert code.startswith("http://") and code.endswith("/ca.crt")
    assert complaints == []
    page.close()


def test_the_guide_fits_a_phone(trusting: Any, secure: SecureTable) -> None:
    page = trusting.new_page()
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(secure.address + "/trust")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()


def test_a_page_that_cannot_reach_the_table_leads_to_the_guide_to_its_certificate(
    trusting: Any, secure: SecureTable
) -> None:
    page = trusting.new_page()
    page.goto(secure.address + "/")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    secure.process.send_signal(signal.SIGTERM)
    secure.process.wait(15)
    page.reload()
    link = page.get_by_role("link", name="Install the certificate")
    link.wait_for()
    assert link.get_attribute("href") == f"http://localhost:{secure.port}/trust"
    page.close()
