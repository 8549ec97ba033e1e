"""At every size and in every language scores, sentence, button and light are seen, and nothing lies on top of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from tests.browser.boxes import DIGITS, SIZES, at, digits, findings, pictured
from tests.browser.conftest import Service
from tests.browser.test_tablet import NAMES, in_state, no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(240)]

LONG_NAMES = (
    "Wilhelmine Freifrau von Hohenfels-Traut.",
    "長谷川小次郎左衛門",
    "Maximiliane Überschär",
    "ฉัตรชัย วงศ์สวัสดิ์",
)


def riichi(service: Service, names: tuple[str, ...] = NAMES) -> None:
    """A hand of riichi is played, without recorded dice; one player has declared riichi."""
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(names)]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "given", "first_dealer": 1})
    service.post("/matches/current/hands", {})
    service.post("/matches/current/hands/current/declarations", {"seat": 1, "declaration": "riichi"})


def won(service: Service) -> None:
    """The hand was won: nets stand beside the names."""
    riichi(service, LONG_NAMES)
    win = {"winner": 2, "source": "self-draw", "total": 3, "fu": 40}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})


def throwing(service: Service) -> None:
    """Seats are thrown for."""
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(LONG_NAMES)]
    service.post("/matches", {"ruleset": "riichi", "seats": seats, "seating": "dice"})


def tied(service: Service) -> None:
    """Two of those who threw for their seats throw again."""
    throwing(service)
    for seat, faces in ((0, [6, 4]), (1, [6, 4]), (2, [2, 1]), (3, [4, 2])):
        service.post("/dice/rolls", {"purpose": "seats", "seat": seat, "faces": faces})


def moving(service: Service) -> None:
    """Seats are drawn, and people change theirs."""
    tied(service)
    for seat, faces in ((0, [5, 4]), (1, [6, 5])):
        service.post("/dice/rolls", {"purpose": "seats", "seat": seat, "faces": faces})


STATES = {
    "waiting": no_match,
    "dealing": playing,
    "playing": riichi,
    "long names": lambda service: riichi(service, LONG_NAMES),
    "result": won,
    "tie": tied,
    "moves": moving,
}


def shown(page: Any, service: Service, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('jantaku.language', '{language}')")
    page.goto(service.address)
    in_state(page, f"s.seq >= {service.table()['seq']} && document.querySelector('.sentence')")
    page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_cut_covered_or_off_the_screen(page: Any, service: Service, state: str, language: str) -> None:
    STATES[state](service)
    shown(page, service, language)
    found = {}
    for size in SIZES:
        at(page, size)
        pictured(page, state, language)
        found[size] = findings(page)
    assert {size: each for size, each in found.items() if each} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_covers_neither_score_nor_bar(page: Any, service: Service, language: str) -> None:
    riichi(service, LONG_NAMES)
    page.expected.append("409")
    shown(page, service, language)
    page.route("**/api/v1/matches/current/hands/current/declarations", lambda route: refuse(route, language))
    page.locator(".rail.seat-2 .plate").click()
    page.locator(".acts button:not(.more)").first.click()
    page.locator(".toast.bad").wait_for()
    found = {}
    for size in SIZES:
        at(page, size)
        pictured(page, "note", language)
        found[size] = findings(page) or [*["no note"][page.locator(".toast").count() :]]
    assert {size: each for size, each in found.items() if each} == {}


def refuse(route: Any, language: str) -> None:
    """As the service refuses what came too late."""
    words = catalogue(language)
    code = "stale-hand"
    body = {
        "type": f"/docs#{code}", "title": words[f"error.{code}"], "status": 409, "code": code,
        "detail": words[f"error.{code}"], "remedy": words[f"error.{code}.remedy"],
    }  # fmt: skip
    route.fulfill(status=409, content_type="application/problem+json", body=json.dumps(body))


@pytest.mark.parametrize("state", ["playing", "dealing"])
def test_scores_are_as_large_as_they_were_drawn(page: Any, service: Service, state: str) -> None:
    STATES[state](service)
    shown(page, service, "en")
    for size, (playing_px, dealing_px) in DIGITS.items():
        at(page, size)
        least = playing_px if state == "playing" else dealing_px
        assert [size for height in digits(page) if height < least - 1] == []


def test_an_emergency_stop_changes_the_whole_frame_and_leaves_the_scores(page: Any, service: Service) -> None:
    riichi(service)
    shown(page, service, "en")
    wood = "getComputedStyle(document.querySelector('.rail')).backgroundColor"
    calm = page.evaluate(wood)
    page.evaluate(
        """() => {
        const { state } = window.tablet;
        const mechanism = { ...state.mechanism, latches: ["emergency-stop-pressed"], emergency_stop: "pressed" };
        const light = { kind: "stopped", key: "prompt.stop-pressed", args: {} };
        const sentence = { key: "say.prompt.stop-pressed", args: {}, voice: "machine" };
        window.tablet.take({ ...state, mechanism, light, sentence });
        window.tablet.take = window.tablet.measure = () => {}; // the real table, which is not stopped, speaks on
    }"""
    )
    for size in SIZES:
        at(page, size)
        pictured(page, "emergency stop")
        assert page.evaluate(wood) != calm, size
        assert page.locator(".foot .lit").inner_text().split() == ["Stopped"], size
        assert page.locator(".rail .score").count() == 4, size
        assert findings(page) == [], size
