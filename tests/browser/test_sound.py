"""Sounds of the display: none until somebody chooses them, and then for what is new at the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Service
from tests.browser.display import menu
from tests.browser.test_tablet import in_state, opened, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

RECORDED = """
window.tones = []; window.spoken = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  tones.push(this.frequency.value);
  return start.apply(this, when);
};
speechSynthesis.speak = (said) => spoken.push(`${said.lang}: ${said.text}`);
"""
"""What the page would let be heard: the tones that it starts, and the sentences that it speaks."""
STICK = 587
RIICHI = {"seat": 1, "declaration": "riichi"}


@pytest.fixture
def listening(page: Any, service: Service) -> Any:
    """The display of a hand of riichi, whose sounds are written down."""
    playing(service)
    service.post("/matches/current/abandon", {"who": "test", "why": "another game"})
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(("Anna", "Ken", "Mei-Ling", "Yuki"))]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given", "first_dealer": 0})
    service.post("/matches/current/hands", {})
    page.add_init_script(RECORDED)
    opened(page, service)
    in_state(page, "s.match?.phase === 'play' && s.match.ruleset === 'riichi'")
    return page


def choose(page: Any, sound: str) -> None:
    dialog = menu(page)
    dialog.get_by_role("radio", name=sound, exact=True).click()
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    page.evaluate("() => { tones.length = spoken.length = 0; }")


def lay(page: Any, service: Service) -> None:
    service.post("/matches/current/hands/current/declarations", RIICHI)
    in_state(page, "s.match.declared.length === 1")


def test_nothing_is_heard_until_somebody_chooses_it(listening: Any, service: Service) -> None:
    lay(listening, service)
    assert listening.evaluate("() => [tones, spoken]") == [[], []]


def test_a_stick_is_heard_as_one_soft_tone_and_nothing_is_spoken(listening: Any, service: Service) -> None:
    choose(listening, "Soft tones")
    lay(listening, service)
    assert listening.evaluate("() => [tones, spoken]") == [[STICK], []]


def test_a_new_sentence_is_spoken_in_the_language_of_the_page(listening: Any, service: Service) -> None:
    choose(listening, "Tones and spoken sentences")
    service.post("/matches/current/hands/current/result", {"kind": "draw"})
    in_state(listening, "s.match.phase === 'roll'")
    said = listening.evaluate("() => spoken")
    sentence = listening.locator(".foot .sentence").inner_text()
    assert said[-1:] == [f"en: {sentence}"]


def test_the_choice_stays_on_the_device(listening: Any, service: Service) -> None:
    choose(listening, "Soft tones")
    listening.reload()
    listening.wait_for_selector(".felt")
    radio = menu(listening).get_by_role("radio", name="Soft tones")
    assert radio.get_attribute("aria-checked") == "true"
