"""Readers in Hong Kong and Taiwan meet the terms of their own tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.words.catalogue import DEFAULT, catalogue, choose, read, say
from api.words.items import item_words
from api.words.regions import LOCALE, TERMS, in_region, terms
from controller.languages import REGIONS

EVERY_REGION = pytest.mark.parametrize("region", REGIONS)
TOPICS = sorted(path.stem for path in (LOCALE / DEFAULT).glob("*.json"))


@pytest.mark.parametrize(
    ("region", "win", "discard", "false_win"),
    [("zh-HK", "食糊", "出銃", "詐糊"), ("zh-TW", "胡牌", "放槍", "詐胡"), ("zh-Hant", "和牌", "放銃", "詐和")],
)
def test_winning_is_called_as_in_the_region(region: str, win: str, discard: str, false_win: str) -> None:
    found = (say(region, "entry.win"), say(region, "entry.discarded"), say(region, "offence.false-win"))
    assert found == (win, discard, false_win)


@pytest.mark.parametrize(("region", "name"), [("zh-HK", "對對糊"), ("zh-TW", "對對胡")])
def test_items_are_named_as_in_the_region(region: str, name: str) -> None:
    assert item_words("hong-kong-old", region)["item.hong-kong-old.all-pong"] == name


@EVERY_REGION
def test_a_yaku_of_riichi_keeps_its_name(region: str) -> None:
    assert item_words("riichi", region)["item.riichi.pinfu"] == "平和"


@EVERY_REGION
def test_a_term_is_not_found_across_two_words(region: str) -> None:
    assert in_region("和牌牆摸完後打出的牌", region)[1:] == "牌牆摸完後打出的牌"


@EVERY_REGION
def test_a_region_has_every_word_of_its_language(region: str) -> None:
    assert catalogue(region).keys() == catalogue(REGIONS[region]).keys()


@EVERY_REGION
def test_every_term_of_a_region_differs_from_the_common_one(region: str) -> None:
    assert [term for term, called in terms(region).items() if term == called] == []


@EVERY_REGION
def test_a_sentence_of_a_region_says_what_terms_alone_do_not(region: str) -> None:
    for path in own_files(region):
        shared = read(REGIONS[region], path.stem)
        for key, text in own_words(region, path).items():
            assert text != in_region(shared[key], region)
            assert places(text) == places(shared[key])


@pytest.mark.parametrize(("wish", "language"), [("zh-HK,zh;q=0.9", "zh-HK"), ("zh-TW", "zh-TW"), ("zh-SG", "zh-Hans")])
def test_a_browser_gets_the_words_of_its_region(wish: str, language: str) -> None:
    assert choose(wish) == language


def own_files(region: str) -> list[Path]:
    return [path for path in (LOCALE / region).glob("*.json") if path.stem != TERMS]


def own_words(region: str, path: Path) -> dict[str, str]:
    shared = {key: in_region(text, region) for key, text in read(REGIONS[region], path.stem).items()}
    return {key: text for key, text in read(region, path.stem).items() if shared.get(key) != text}


def places(text: str) -> set[str]:
    return set(re.findall(r"\{[\w-]+\}", text))
