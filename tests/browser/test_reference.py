"""``GET /docs``: the whole contract on a page that loads nothing from elsewhere."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest

from tests.browser.conftest import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def contract(service: Service) -> Any:
    with urllib.request.urlopen(f"{service.address}/openapi.json", timeout=5) as answer:
        return json.load(answer)


def test_every_operation_and_schema_of_the_contract_is_there(page: Any, service: Service) -> None:
    elsewhere: list[str] = []
    page.on("request", lambda request: elsewhere.append(request.url))
    page.goto(service.address + "/docs")
    page.wait_for_selector("details")
    shown = set(page.evaluate("[...document.querySelectorAll('details')].map((each) => each.id)"))
    found = contract(service)
    operations = {f"{method}:{path}" for path, all_ in found["paths"].items() for method in all_ if method != "head"}
    assert shown == operations | set(found["components"]["schemas"])
    assert [url for url in elsewhere if not url.startswith(service.address)] == []


def test_every_link_to_a_schema_leads_to_one(page: Any, service: Service) -> None:
    page.goto(service.address + "/docs")
    page.wait_for_selector("details")
    missing = """[...document.querySelectorAll("a[href^='#']")].map((link) => link.getAttribute("href").slice(1))
      .filter((name) => !document.getElementById(name))"""
    assert page.evaluate(missing) == []


def test_a_word_finds_what_it_stands_in(page: Any, service: Service) -> None:
    page.goto(service.address + "/docs")
    page.get_by_role("searchbox").fill("first_dealer")
    page.wait_for_function("() => document.querySelectorAll('details').length < 20")
    assert page.locator("details[id='StartMatch']").count() == 1


def test_an_address_opens_what_it_names(page: Any, service: Service) -> None:
    page.goto(service.address + "/docs#StartMatch")
    page.wait_for_selector("details[id='StartMatch'][open]")
    assert "ruleset" in page.locator("details[id='StartMatch']").inner_text()


@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_the_screen(page: Any, service: Service, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(service.address + "/docs")
    page.wait_for_selector("details")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
