"""The page of dice statistics in a real browser: what it counts, what it says of it, and that it follows the table."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest

from controller.languages import LANGUAGES
from tests.browser.conftest import Service
from tests.browser.test_tablet import no_match, playing

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

ROLLS = 40
"""Of two dice: enough for a test of faces and of no other outcome."""


@pytest.fixture(scope="module")
def rolled(service: Service) -> Service:
    """A table with rolls of its own, and one that somebody threw."""
    for _ in range(ROLLS):
        service.post("/dice/rolls", {"purpose": "free", "dice": 2})
    service.post("/dice/rolls", {"purpose": "free", "faces": [6, 6]})
    return service


def opened(page: Any, service: Service) -> None:
    page.goto(f"{service.address}/dice")
    page.locator("#rolled [data-test=faces]").wait_for()


def statistics(service: Service) -> Any:
    with urllib.request.urlopen(f"{service.address}/api/v1/dice/statistics", timeout=5) as answer:
        return json.load(answer)


def of_test(found: Any, kind: str, name: str) -> Any:
    return next(test for test in found[kind]["tests"] if test["name"] == name)


def numbers(page: Any, test: str, column: int) -> list[str]:
    texts: list[str] = page.locator(f"#rolled [data-test={test}] tbody tr td:nth-child({column})").all_inner_texts()
    return texts


def test_faces_stand_beside_what_fair_dice_would_show(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    faces = of_test(statistics(rolled), "table", "faces")["observed"]
    assert numbers(page, "faces", 2) == [str(each) for each in faces]
    assert {float(each) for each in numbers(page, "faces", 3)} == {round(sum(faces) / 6, 1)}


def test_all_36_pairs_are_shown_by_first_and_second_die(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    shown = page.locator("#rolled .pairs tbody tr td").all_inner_texts()
    assert [int(each) for each in shown] == of_test(statistics(rolled), "table", "pairs")["observed"]


def test_rolls_thrown_by_hand_are_counted_apart(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    by_hand = page.locator("#thrown [data-test=faces] tbody tr td:nth-child(2)").all_inner_texts()
    assert by_hand == [str(each) for each in of_test(statistics(rolled), "by_hand", "faces")["observed"]]


def test_the_wall_of_a_break_is_counted_from_the_throwers_own(page: Any, rolled: Service) -> None:
    playing(rolled, [3, 4, 1])
    no_match(rolled)
    opened(page, rolled)
    row = page.locator("#thrown [data-test=walls-of-three] tbody tr", has_text="to the left")
    counted = of_test(statistics(rolled), "by_hand", "walls-of-three")["observed"][3]
    assert row.locator("td").first.inner_text() == str(counted)


def test_the_chance_and_the_smallest_bias_are_said_in_words(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    assert "fair dice" in page.locator("#rolled [data-test=faces] .verdict").inner_text()
    assert "80 times in 100" in page.locator("#rolled [data-test=faces]").inner_text()
    assert "Too few rolls" in page.locator("#rolled [data-test=pairs]").inner_text()


def test_a_roll_shows_without_asking_again_by_hand(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    before = statistics(rolled)["table"]["rolls"]
    rolled.post("/dice/rolls", {"purpose": "free", "dice": 2})
    page.locator("#records dd").first.get_by_text(str(before + 1), exact=True).wait_for()


def test_many_rolls_at_once_are_asked_for_together(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    before, asked = statistics(rolled)["table"]["rolls"], list[str]()
    page.on("request", lambda request: asked.append(request.url) if "statistics" in request.url else None)
    for _ in range(10):
        rolled.post("/dice/rolls", {"purpose": "free", "dice": 2})
    page.locator("#records dd").first.get_by_text(str(before + 10), exact=True).wait_for()
    assert len(asked) < 10


def test_the_records_and_the_verifier_are_one_touch_away(page: Any, rolled: Service) -> None:
    opened(page, rolled)
    with page.expect_download() as download:
        page.get_by_role("link", name="All signed records").click()
    assert "JD1-" in download.value.path().read_text()
    page.get_by_role("link", name="Page that checks dice").click()
    page.wait_for_url("**/verify")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 480), (390, 844)])
def test_nothing_overflows_and_no_word_is_missing(
    page: Any, rolled: Service, width: int, height: int, language: str
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.add_init_script(f"localStorage.setItem('jantaku.language', '{language}')")
    opened(page, rolled)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    cut = page.evaluate(
        "[...document.querySelectorAll('article')].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)"
    )
    assert cut == []
    assert re.findall(r"statistics\.[\w.-]+|\{\w+\}", page.locator("body").inner_text()) == []
