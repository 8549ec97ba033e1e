"""The pages call an item as the row of the ruleset does that is played, as the printed sheet does."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.items import item_words_played
from controller.rules import configure, rulesets
from tests.browser.conftest import Service

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

VARIANTS: dict[str, dict[str, Any]] = {"hong-kong-old": {"all-simples": "1-9"}}
"""Japanese has a name of its own for this row."""
NAMES = """async ([ruleset, options]) => {
    const { itemName } = await import("/web/entry/explain.js");
    await (await import("/web/shared/words.js")).setLanguage("ja");
    const sheet = await (await fetch(`/api/v1/rulesets/${ruleset}`)).json();
    return Object.fromEntries(sheet.items.map(({ id }) => [id, itemName(id, { sheet, options })]));
}"""


@pytest.mark.parametrize("options", [{}, VARIANTS], ids=["usual", "variants"])
def test_an_item_has_the_name_of_the_row_that_is_played(page: Any, service: Service, options: dict[str, Any]) -> None:
    page.goto(f"{service.address}/")
    for ruleset in rulesets():
        played = configure(ruleset, options.get(ruleset, {})).options
        words = item_words_played(ruleset, played, "ja")
        shown = page.evaluate(NAMES, [ruleset, dict(played)])
        assert shown == {id: words[f"item.{ruleset}.{id}"] for id in shown}, ruleset
