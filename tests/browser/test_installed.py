"""The page as a tablet installs it: manifest, a shell without the table that says why and comes back, clean updates."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.ports import free_port
from tests.browser.conftest import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

SHELL = "body:has(#again:not([hidden]))"
WORDS = {"en": "The table cannot be reached", "zh-Hant": "無法連線到牌桌", "ja": "卓に接続できません"}


@pytest.fixture(scope="session")
def engine(chromium: Path) -> Path:
    """The whole browser: what shows pages only installs nothing."""
    return chromium


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Iterator[Service]:
    """A service of this file alone: it is stopped and started."""
    made = Service(free_port(), tmp_path_factory.mktemp("installed") / "state")
    made.state.mkdir()
    made.rest()
    made.start()
    yield made
    made.stop()


@contextmanager
def controlled(browser: Any, own: Service, language: str) -> Iterator[Any]:
    """A page that the service worker controls, in a browser of that language."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
    page = context.new_page()
    page.set_default_timeout(20000)
    page.goto(own.address + "/")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.goto(own.address + "/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    yield page
    context.close()


@pytest.fixture
def tablet(browser: Any, own: Service) -> Iterator[Any]:
    if own.process is None:
        own.start()
    with controlled(browser, own, "en") as page:
        yield page


def test_the_manifest_installs_the_page_under_the_tables_name(own: Service) -> None:
    with urllib.request.urlopen(f"{own.address}/manifest.webmanifest", timeout=5) as answer:
        assert answer.headers["content-type"] == "application/manifest+json"
        found = json.load(answer)
    assert {"name", "short_name", "start_url", "display", "lang"} <= found.keys()
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        with urllib.request.urlopen(own.address + icon["src"], timeout=5) as answer:
            picture = answer.read()
        width, height = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
        assert icon["sizes"] == f"{width}x{height}"


def test_chromium_finds_nothing_that_keeps_it_from_installing(tablet: Any) -> None:
    session = tablet.context.new_cdp_session(tablet)
    assert session.send("Page.getAppManifest")["errors"] == []
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []


def test_without_the_table_the_shell_says_why_in_the_readers_language_and_comes_back(
    browser: Any, own: Service
) -> None:
    with ExitStack() as tablets:
        pages = {language: tablets.enter_context(controlled(browser, own, language)) for language in WORDS}
        own.stop()
        for language, page in pages.items():
            page.reload()
            page.wait_for_selector(SHELL)
            assert page.locator("h1").text_content() == WORDS[language]
            assert page.evaluate("document.documentElement.lang") == language
        own.start()
        for page in pages.values():
            page.wait_for_selector("body:not(:has(#again))")
            assert page.locator("#again").count() == 0


def test_a_device_without_a_network_is_told_so(tablet: Any) -> None:
    tablet.context.set_offline(True)
    tablet.reload()
    tablet.wait_for_selector(SHELL)
    assert "not on the network" in (tablet.locator("#why").text_content() or "")
    tablet.context.set_offline(False)
    tablet.wait_for_selector("body:not(:has(#again))")


def test_the_page_that_checks_dice_works_without_a_network(tablet: Any, own: Service) -> None:
    tablet.goto(own.address + "/")
    tablet.context.set_offline(True)
    tablet.goto(own.address + "/verify?from=code")
    tablet.locator("#add").wait_for()
    assert tablet.evaluate("() => bytes.hex(sha2.sha256(new Uint8Array()))").startswith("e3b0c44298fc1c14")
    tablet.context.set_offline(False)


def test_one_visit_to_the_page_that_checks_dice_keeps_it(browser: Any, own: Service) -> None:
    """As a phone does that scanned its address and has seen no other page of the table."""
    if own.process is None:
        own.start()
    context = browser.new_context(locale="ja")
    page = context.new_page()
    page.goto(own.address + "/verify")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    context.set_offline(True)
    page.reload()
    page.locator("#add").wait_for()
    assert page.evaluate("document.documentElement.lang") == "ja"
    context.close()


def test_what_the_table_says_is_never_taken_from_a_store(tablet: Any, own: Service) -> None:
    tablet.evaluate("() => fetch('/api/v1/table').then((answer) => answer.json())")
    kept = tablet.evaluate("""async () => {
      const names = await caches.keys();
      const stores = await Promise.all(names.map((name) => caches.open(name)));
      const keys = await Promise.all(stores.map((store) => store.keys()));
      return keys.flat().map((request) => new URL(request.url).pathname);
    }""")
    assert kept
    assert [path for path in kept if path != "/verify" and not re.match(r"/web/[0-9a-f]{16}/", path)] == []
    own.stop()
    asked = "() => fetch('/api/v1/table').then((answer) => answer.status, () => 'no answer')"
    assert tablet.evaluate(asked) == "no answer"
    own.start()


def test_a_second_load_asks_for_the_page_alone_and_for_what_is_live(tablet: Any) -> None:
    asked: list[str] = []
    session = tablet.context.new_cdp_session(tablet)
    session.send("Network.enable")

    def note(event: Any) -> None:
        response = event["response"]
        if not response.get("fromServiceWorker") and not response.get("fromDiskCache"):
            asked.append(response["url"])

    session.on("Network.responseReceived", note)
    tablet.reload()
    tablet.wait_for_load_state()
    tablet.wait_for_timeout(500)
    assert [url for url in asked if "/web/" in url] == []


def test_a_new_version_is_brought_in_while_nobody_does_anything(tablet: Any) -> None:
    """Another version is one whose name the service gives differently; the page looks when it is seen again."""
    tablet.route("**/web/version", lambda route: route.fulfill(json={"version": "0" * 16}))
    tablet.clock.install()
    tablet.reload()
    tablet.evaluate("() => { window.loadedOnce = true; document.dispatchEvent(new Event('visibilitychange')); }")
    tablet.evaluate("() => { document.documentElement.dataset.busy = ''; }")
    tablet.clock.run_for(120_000)
    assert tablet.evaluate("() => window.loadedOnce") is True
    tablet.evaluate("() => { delete document.documentElement.dataset.busy; }")
    tablet.clock.fast_forward(60_000)
    tablet.wait_for_function("() => window.loadedOnce === undefined")
    tablet.evaluate("() => { window.loadedTwice = true; document.dispatchEvent(new Event('visibilitychange')); }")
    tablet.clock.run_for(120_000)
    assert tablet.evaluate("() => window.loadedTwice") is True  # once for each version
