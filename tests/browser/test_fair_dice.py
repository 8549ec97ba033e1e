"""The codes on the tablet are read back from a picture of its screen, and a verifier accepts what they say."""

from __future__ import annotations

import base64
import urllib.request
from typing import Any

import pytest
import zxingcpp

from controller.fairness.discrepancies import ProofVerdict
from controller.fairness.proof import verify
from tests.browser.conftest import Service
from tests.browser.display import from_menu, menu
from tests.browser.test_tablet import in_state, no_match, opened

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


GREY = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  const red = Uint8Array.from({ length: data.length / 4 }, (_, k) => data[4 * k]);
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(new Blob([red]));
  });
  return [picture.width, picture.height, url.split(",")[1]];
}"""
"""Width, height, and the red part of every pixel of a PNG in base64."""


def log_of(service: Service) -> list[str]:
    with urllib.request.urlopen(f"{service.address}/api/v1/dice/log", timeout=5) as answer:
        return answer.read().decode().splitlines()


def seen(page: Any) -> list[str]:
    """The texts of the QR codes in a picture of the screen."""
    width, height, grey = page.evaluate(GREY, base64.b64encode(page.screenshot()).decode())
    pixels = memoryview(base64.b64decode(grey)).cast("B", (height, width))
    return [each.text for each in zxingcpp.read_barcodes(pixels)]


def codes(page: Any) -> list[str]:
    """The texts of all QR codes on the screen, from a screenshot."""
    page.wait_for_function("() => [...document.querySelectorAll('img.qr')].every(one => one.complete)")
    found = []
    for place in page.locator("img.qr").all():
        place.scroll_into_view_if_needed()
        found += seen(page)
    return list(dict.fromkeys(found))


def anchor_and_roll(page: Any, service: Service) -> list[str]:
    """Their texts, the anchor once from the menu and once beside the roll."""
    menu(page).locator(".anchor img.qr").wait_for()
    (anchor,) = codes(page)
    page.keyboard.press("Escape")
    service.post("/dice/rolls", {"purpose": "free", "dice": 2})
    in_state(page, "s.dice?.algorithm === 'jantaku-dice-1'")
    from_menu(page, "Check the dice")
    page.wait_for_selector("dialog img.qr")
    return list(dict.fromkeys([anchor, *codes(page)]))


def test_the_anchor_and_a_roll_are_read_from_the_screen_and_verified(page: Any, service: Service) -> None:
    no_match(service)
    opened(page, service)
    texts = anchor_and_roll(page, service)
    if len(texts) != 2:  # the day of UTC has ended in between, and the table has a new anchor
        page.keyboard.press("Escape")
        texts = anchor_and_roll(page, service)
    assert len(texts) == 2
    assert set(texts) <= set(log_of(service))
    found = verify(log_of(service))
    assert found.verdict == ProofVerdict.GOOD
    assert found.anchors in (1, 2)  # the second is that of a day that began while the tests run
    scanned = verify(texts)
    assert (scanned.anchors, scanned.rolls) == (1, 1)


def test_the_verifier_is_served_with_its_own_policy_and_checks_the_log(page: Any, service: Service) -> None:
    service.post("/dice/rolls", {"purpose": "free", "dice": 2})
    page.goto(service.address + "/verify")
    report = page.evaluate("lines => proof.verify(lines).then(found => found.report)", log_of(service))
    assert report["verdict"] == "good"
