"""The result sheet as people see it: on a phone, on paper of two sizes, and through its codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from api.http.qr import qr_svg
from api.words.catalogue import catalogue
from api.words.items import item_words
from controller.match.sheet import SheetPlace, sheet_html
from tests.browser.test_fair_dice import seen
from tests.controller.match.test_sheet import HEAD, eventful

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

NAMES = ("Alexandria Papadopoulos", "Bartholomew Featherstonehaugh", "Christiane Müller-Lüdenscheid", "王小明")
LIVE = "https://192.168.1.20:8000/"
SIGNED = replace(HEAD, code=qr_svg(HEAD.record).decode())
PLACE = SheetPlace("Table 7", "Lucky Dragon", ZoneInfo("Asia/Hong_Kong"), LIVE, qr_svg(LIVE).decode())


def document(language: str, hands: int, corrections: int) -> str:
    words = {**catalogue(language), **item_words("hong-kong-old", language)}
    return sheet_html(eventful(NAMES, hands, corrections).match, words, language, SIGNED, PLACE)


@pytest.fixture
def paper(browser: Any) -> Iterator[Any]:
    """A page for documents of its own, as large as a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize(("language", "hands", "corrections"), [("en", 16, 0), ("en", 25, 0), ("zh-Hant", 25, 0)])
def test_a_usual_match_prints_on_one_page(paper: Any, size: str, language: str, hands: int, corrections: int) -> None:
    paper.set_content(document(language, hands, corrections))
    assert pages_of(paper.pdf(format=size)) == 1


@pytest.mark.parametrize("language", ["en", "zh-Hant", "ja"])
@pytest.mark.parametrize(("hands", "corrections"), [(16, 0), (25, 8), (25, 25)])
def test_no_print_is_smaller_than_people_read(paper: Any, language: str, hands: int, corrections: int) -> None:
    paper.emulate_media(media="print")
    paper.set_content(document(language, hands, corrections))
    smallest = paper.evaluate(
        "Math.min(...[...document.querySelectorAll('body *')].filter((e) => e.offsetParent && e.innerText?.trim())"
        ".map((e) => parseFloat(getComputedStyle(e).fontSize))) * 72 / 96"
    )
    assert smallest >= 6 - 0.01


def test_a_match_with_many_corrections_takes_two_pages(paper: Any) -> None:
    paper.set_content(document("en", 25, 8))
    assert pages_of(paper.pdf(format="A4")) == 2


def test_a_long_match_goes_on_over_pages_in_type_that_can_be_read(paper: Any) -> None:
    text = document("en", 25, 25)
    paper.set_content(text)
    assert pages_of(paper.pdf(format="A4")) > 1
    size = re.search(r"font:([\d.]+)pt", text)
    assert size is not None and float(size[1]) >= 7


@pytest.mark.parametrize("language", ["en", "zh-Hant", "ja"])
@pytest.mark.parametrize("width", [390, 360])
def test_a_phone_cuts_no_amount_and_scrolls_one_way(paper: Any, language: str, width: int) -> None:
    paper.set_viewport_size({"width": width, "height": 844})
    paper.set_content(document(language, 8, 1))
    assert paper.evaluate("document.documentElement.scrollWidth") <= width
    cut = """() => [...document.querySelectorAll('td.n')].filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const inner = range.getBoundingClientRect(), outer = cell.getBoundingClientRect();
      return inner.right > outer.right + 1 || inner.left < outer.left - 1 || inner.right > innerWidth;
    }).length"""
    assert paper.locator("td.n").count() > 20
    assert paper.evaluate(cut) == 0


def test_on_a_phone_every_amount_stands_beside_its_players_name(paper: Any) -> None:
    paper.set_content(document("en", 2, 0))
    shown = paper.locator(".total td.n").first.evaluate("(cell) => getComputedStyle(cell, '::before').content")
    assert shown == f'"{NAMES[0]}"'


def test_the_codes_are_read_back_from_the_screen(paper: Any) -> None:
    paper.set_viewport_size({"width": 1000, "height": 1400})
    paper.set_content(document("en", 2, 0))
    paper.locator("footer.codes").scroll_into_view_if_needed()
    assert sorted(seen(paper)) == sorted([LIVE, HEAD.record])


def test_there_is_one_main_landmark_and_no_empty_head(paper: Any) -> None:
    paper.set_content(document("en", 2, 0))
    assert paper.locator("main").count() == 1
    heads = paper.locator("th").all_text_contents()
    assert heads and all(head.strip() for head in heads)
