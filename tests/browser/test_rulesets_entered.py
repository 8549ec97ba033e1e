"""What the tablet asks for and shows in games that need something of their own, as people enter it."""

from __future__ import annotations

from typing import Any

import pytest

from api.words.catalogue import catalogue
from controller.languages import LANGUAGES
from controller.rules import ruleset
from tests.browser.boxes import SIZES, at, findings, pictured
from tests.browser.conftest import Service
from tests.browser.display import sentence
from tests.browser.entering import entry_form, shows_what_it_pays, total, touch
from tests.browser.test_display_boxes import shown
from tests.browser.test_entry import COUNT, INSIDE, at_play, confirmed
from tests.browser.test_tablet import NAMES, in_state, no_match, opened

pytestmark = [pytest.mark.browser, pytest.mark.resting_table, pytest.mark.timeout(180)]

CUT_ANSWERS = """() => [...document.querySelectorAll('.folded .answer span')]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.innerText)"""

TOUCHED = """async (tiles) => {
    const dead = [];
    for (const tile of tiles) {
        const key = document.querySelector(`dialog.entry .pick [data-tile="${tile}"]`);
        if (!key || key.getAttribute('aria-disabled') === 'true') dead.push(tile);
        else key.click();
        await new Promise((done) => requestAnimationFrame(done));
    }
    return dead;
}"""
"""Touches keys for tiles one after the other, as fast as the page is drawn; those that could not be touched."""


def scores(service: Service) -> list[int]:
    return [seat["score"] for seat in service.table()["match"]["seats"]]


def test_new_hong_kong_is_paid_by_the_discarder_alone(page: Any, service: Service) -> None:
    at_play(page, service, "hong-kong-new")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "5")
    pictured(page, "hong-kong-new-quick")
    assert form.get_by_text("Claimed nothing").count() == 0
    confirmed(page, service)
    assert scores(service) == [0, 96, -96, 0]


def test_shenyang_asks_who_has_claimed_nothing_and_numbers_its_hands(page: Any, service: Service) -> None:
    at_play(page, service, "shenyang")
    assert "Hand 1 of 13" in page.locator("body").inner_text()
    pictured(page, "shenyang-play")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "1")
    pictured(page, "shenyang-quick")
    form.get_by_role("button", name="Claimed nothing: nobody").click()
    form.get_by_label(NAMES[3]).first.check()
    pictured(page, "shenyang-closed")
    form.get_by_role("button", name=f"Claimed nothing: {NAMES[3]}").click()
    confirmed(page, service)
    assert scores(service) == [0, 8, -4, -4]
    assert "Hand 2 of 13" in page.locator("body").inner_text()


def test_shanxi_lisi_asks_who_had_declared_ready_and_offers_what_a_hand_can_count(page: Any, service: Service) -> None:
    at_play(page, service, "shanxi-lisi")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "15")
    pictured(page, "shanxi-lisi-quick")
    for size in SIZES:
        at(page, size)
        assert page.evaluate(CUT_ANSWERS) == [], f"an answer is cut at {size}"
        assert page.evaluate(INSIDE, "dialog.entry .ask button") is True, f"a key is off the screen at {size}"
    at(page, (1280, 800))
    form.get_by_role("button", name="Declared ready: nobody").click()
    form.get_by_label(NAMES[2]).first.check()
    form.get_by_role("button", name=f"Declared ready: {NAMES[2]}").click()
    confirmed(page, service)
    assert scores(service) == [-20, 50, -15, -15]


def laid(page: Any, place: str, tiles: list[str]) -> None:
    """Touches tiles for a part of the hand, or of what lies beside it; but the first one within the page, which spares
    the waiting of a real click for each."""
    page.locator("dialog.entry .targets").get_by_role("radio", name=place, exact=True).click()
    for tile in tiles[:1]:
        page.locator(f'.pick [data-tile="{tile}"]').click()
    assert page.evaluate(TOUCHED, tiles[1:]) == [], "a tile cannot be touched"


def test_wuhan_asks_for_the_indicator_and_for_what_is_laid_out(page: Any, service: Service) -> None:
    at_play(page, service, "wuhan", options={"special-kongs": True})
    assert "Hand 1 of 16" in page.locator("body").inner_text()
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Indicator", ["1z"])
    laid(page, "Laid out", ["7z"])
    laid(page, "Melds", [])
    laid(page, "Pung", ["1m", "9s"])
    laid(page, "In hand", ["3s", "4s", "7p", "8p", "9p", "2p", "2p"])
    laid(page, "Winning tile", ["5s"])
    pictured(page, "wuhan-tiles")
    confirmed(page, service)
    assert scores(service) == [0, 16, -16, 0]


def test_tianjin_is_won_from_the_wall_alone_and_asks_who_has_raised(page: Any, service: Service) -> None:
    at_play(page, service, "tianjin", options={"raises": True})
    form = entry_form(page)
    touch(page, NAMES[2], NAMES[1])  # nobody discards the tile: the second touch corrects the winner
    total(page, "3")
    form.get_by_role("button", name="Raised once: nobody").click()
    form.get_by_label(NAMES[1]).first.check()
    pictured(page, "tianjin-raised")
    form.get_by_role("button", name=f"Raised once: {NAMES[1]}").click()
    confirmed(page, service)
    assert scores(service) == [-12, 18, -3, -3]


def test_tianjin_takes_a_hand_with_its_indicator_and_wild_tiles(page: Any, service: Service) -> None:
    at_play(page, service, "tianjin")
    form = entry_form(page)
    touch(page, NAMES[1])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Indicator", ["8s"])
    assert form.get_by_text("Chow", exact=True).count() == 0
    laid(page, "In hand", ["6m", "9s", "1p", "1p", "1p", "4p", "5p", "6p", "8p", "8p", "8p", "2z", "2z"])
    laid(page, "Winning tile", ["5m"])
    pictured(page, "tianjin-tiles")
    confirmed(page, service)
    assert scores(service) == [-6, 12, -3, -3]


def test_old_cantonese_takes_the_eighth_flower_as_the_winning_tile(page: Any, service: Service) -> None:
    at_play(page, service, "cantonese-old", options={"flowers": True})
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Flowers", [f"{number}f" for number in range(1, 8)])
    laid(page, "In hand", ["1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "2z", "3z", "4z"])
    assert form.locator('.pick [data-tile="1f"]').get_attribute("aria-disabled") == "true"
    laid(page, "Winning tile", ["8f"])
    pictured(page, "cantonese-old-eighth-flower")
    confirmed(page, service)
    assert scores(service) == [-16, 64, -32, -16]


def test_vietnamese_takes_jokers_in_a_meld_and_a_discarded_flower_as_the_winning_tile(
    page: Any, service: Service
) -> None:
    at_play(page, service, "vietnamese")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    pictured(page, "vietnamese-quick")
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Melds", [])
    laid(page, "Pung", ["5z", "7j"])
    laid(page, "In hand", ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "9s"])
    pictured(page, "vietnamese-winning")
    form.locator('.pick [data-tile="3k"]').click()
    laid(page, "Flowers", ["2q", "2j"])
    pictured(page, "vietnamese-tiles")
    confirmed(page, service)
    assert scores(service) == [-32, 128, -64, -32]


def test_classical_japanese_takes_han_and_fu_without_riichi(page: Any, service: Service) -> None:
    """One han and 40 fu are a base of 80, which the discarder pays four times; nothing is asked of riichi or dora."""
    at_play(page, service, "japanese-classical")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "1")
    pictured(page, "japanese-classical-quick")
    page.get_by_role("radiogroup", name="fu").get_by_role("radio", name="40", exact=True).click()
    assert form.get_by_text("riichi").count() == 0
    confirmed(page, service)
    assert scores(service) == [2000, 2320, 1680, 2000]


def test_sichuan_pays_kongs_at_once_and_plays_on_after_a_win(page: Any, service: Service) -> None:
    at_play(page, service, "sichuan")
    kong(page, "Concealed kong", NAMES[3])
    service.wait(lambda: scores(service) == [-2, -2, -2, 6])
    kong(page, "Kong on a discard", NAMES[0], NAMES[1])
    service.wait(lambda: scores(service) == [0, -4, -2, 6])
    page.get_by_role("button", name="Paid at once").click()
    pictured(page, "sichuan-paid")
    page.locator("dialog[open]").get_by_role("button", name="Take back").click()
    service.wait(lambda: scores(service) == [-2, -2, -2, 6])
    entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "1")
    pictured(page, "sichuan-quick")
    page.get_by_role("button", name="Confirm").click()
    service.wait(lambda: scores(service) == [-2, 0, -4, 6])
    assert service.table()["match"]["phase"] == "play"
    page.locator("dialog[open]").wait_for(state="detached")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Draw", exact=True).click()
    form = page.locator("dialog.entry")
    assert form.get_by_label(NAMES[1]).count() == 0, "who has won is ready no more"
    form.get_by_label(NAMES[0]).nth(1).check()
    pictured(page, "sichuan-draw")
    confirmed(page, service)
    assert scores(service) == [-2 + 2 + 2 + 2, 0 + 2, -4 + 2 - 2, 6 - 2 - 6]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_win_after_which_the_others_play_on_is_shown_with_what_was_paid(
    page: Any, service: Service, language: str
) -> None:
    at_play(page, service, "sichuan")
    shown(page, service, language)
    wins = [{"winner": seat, "source": "discard", "discarder": 2, "total": seat} for seat in (1, 3)]
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": wins})
    page.wait_for_selector(".frame.result")
    pictured(page, "sichuan-won", language)
    words = catalogue(language)
    assert words["felt.play-on"] in page.locator(".felt .disc").inner_text()
    assert sorted(page.locator(".flow-label text").all_text_contents()) == ["2", "8"]
    assert page.locator(".rail .tag.note", has_text=words["rail.won"]).count() == 2
    assert sentence(page) == words["say.play-on"]
    found = {}
    for size in SIZES:
        at(page, size)
        found[size] = findings(page)
    assert {size: each for size, each in found.items() if each} == {}
    if language != "en":
        return  # the ten seconds in which a result can be undone are waited for once
    page.wait_for_selector(".frame.playing", timeout=15_000)
    assert page.locator(".rail .tag.note", has_text=words["rail.won"]).count() == 2


def test_a_win_after_which_the_others_play_on_is_undone_within_ten_seconds(page: Any, service: Service) -> None:
    at_play(page, service, "sichuan")
    win = {"winner": 1, "source": "discard", "discarder": 2, "total": 1}
    service.post("/matches/current/hands/current/result", {"kind": "win", "wins": [win]})
    page.locator(".acts").get_by_role("button", name="Undo").click()
    service.wait(lambda: scores(service) == [0, 0, 0, 0])
    page.locator(".rail .tag.note").wait_for(state="detached")


def test_changsha_asks_on_whom_the_birds_fell_and_who_comes_to_the_last_tile(page: Any, service: Service) -> None:
    at_play(page, service, "changsha")
    kong(page, "Opening hand: no 2, 5 or 8", NAMES[2])
    service.wait(lambda: scores(service) == [-2, -1, 4, -1])
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "6")
    form.get_by_role("button", name="Two birds fell on: nobody").click()
    form.get_by_role("group", name="One bird fell on").get_by_label(NAMES[1]).check()
    pictured(page, "changsha-birds")
    form.get_by_role("button", name=f"One bird fell on: {NAMES[1]}").click()
    confirmed(page, service)
    assert scores(service) == [-2, -1 + 12, 4 - 12, -1]


def test_changsha_takes_birds_and_the_winning_tiles_of_a_kong_with_the_hand(page: Any, service: Service) -> None:
    at_play(page, service, "changsha")
    form = entry_form(page)
    touch(page, NAMES[1])
    form.get_by_role("button", name="Enter tiles").click()
    assert form.get_by_text("One bird fell on").count() == 0, "the tiles say it"
    laid(page, "In hand", ["1m", "2m", "3m", "7m", "8m", "9s", "9s", "9s", "5s", "5s"])
    laid(page, "Birds", ["2s", "9p"])
    pictured(page, "changsha-tiles")


def kong(page: Any, kind: str, name: str, feeder: str | None = None) -> None:
    page.get_by_role("button", name="Paid at once").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio", name=kind, exact=True).click()
    dialog.get_by_role("radiogroup", name="Who has it").get_by_role("radio", name=name).click()
    if feeder is not None:
        dialog.get_by_role("radiogroup", name="Who discarded the tile").get_by_role("radio", name=feeder).click()
    pictured(page, "sichuan-kong")
    dialog.get_by_role("button", name="Pay", exact=True).click()
    dialog.wait_for(state="detached")


def test_american_passes_tiles_before_play_and_takes_exposures_with_jokers(page: Any, service: Service) -> None:
    at_play(page, service, "american")
    bar = page.locator("footer")
    bar.get_by_role("button", name="Begin to pass").click()
    for number, direction in ((1, "right"), (2, "opposite"), (3, "left")):
        bar.get_by_text(f"Pass {number} of 7").wait_for()
        assert direction in bar.inner_text()
        pictured(page, f"american-pass-{number}")
        bar.get_by_role("button", name="Passed").click()
    bar.get_by_role("button", name="Stop here").click()
    bar.get_by_text("Courtesy").wait_for()
    bar.get_by_role("button", name="No pass").click()
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Melds", [])
    laid(page, "Kong", ["4s", "1j", "1j"])
    laid(page, "In hand", ["1f", "2f", "2s", "2s", "2s", "1j", "6p", "6p", "6p"])
    laid(page, "Winning tile", ["6p"])
    pictured(page, "american-tiles")
    confirmed(page, service)
    assert scores(service) == [-25, 100, -50, -25]


def test_sichuan_leads_the_exchange_of_three_tiles_by_a_die(page: Any, service: Service) -> None:
    at_play(page, service, "sichuan", options={"exchange-three": True})
    page.get_by_role("button", name="Begin to pass").click()
    page.wait_for_selector(".frame.passing")
    assert page.locator(".sentence").inner_text() == "Throw one die, then pass 3 tiles as it says."
    felt = page.locator(".felt").inner_text()
    assert "5, 6: left" in felt
    assert "Three tiles of one suit." in felt
    assert "joker" not in felt
    page.get_by_role("button", name="Passed", exact=True).click()
    in_state(page, "s.match.passing === null")


def test_american_is_entered_by_the_line_of_the_card(page: Any, service: Service) -> None:
    at_play(page, service, "american")
    page.locator("footer").get_by_role("button", name="No more passes").click()
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("radio", name="T7").click()
    form.get_by_label("Without jokers: twice the value").check()
    pictured(page, "american-quick")
    confirmed(page, service)
    assert scores(service) == [-90, 360, -180, -90]
    page.locator(".frame.result", has_text="Hand 2 of 16").wait_for()
    for size in SIZES:
        at(page, size)
        assert findings(page) == [], size


def test_korean_takes_points_with_the_ante_on_top(page: Any, service: Service) -> None:
    at_play(page, service, "korean")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "5")
    pictured(page, "korean-quick")
    assert form.get_by_text("Limit").count() == 0, "no maximum is played"
    confirmed(page, service)
    assert scores(service) == [0, 15, -15, 0]


def test_singapore_pays_matching_bonus_tiles_at_once_and_double_when_early(page: Any, service: Service) -> None:
    at_play(page, service, "singapore")
    page.get_by_role("button", name="Paid at once").click()
    dialog = page.locator("dialog[open]")
    dialog.get_by_role("radio", name="Cat and rat", exact=True).click()
    dialog.get_by_role("radiogroup", name="Who has it").get_by_role("radio", name=NAMES[2]).click()
    dialog.get_by_label("Before the dealer's first discard").check()
    pictured(page, "singapore-at-once")
    dialog.get_by_role("button", name="Pay", exact=True).click()
    dialog.wait_for(state="detached")
    service.wait(lambda: scores(service) == [-2, -2, 6, -2])
    entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "4")
    pictured(page, "singapore-quick")
    confirmed(page, service)
    assert scores(service) == [-2 - 8, -2 + 32, 6 - 16, -2 - 8]


def test_riichi_without_limits_asks_for_the_fu_of_every_hand(page: Any, service: Service) -> None:
    at_play(page, service, "riichi", options={"no-limits": True, "open-riichi": "han"})
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    assert form.get_by_text("yakuman").count() == 0
    total(page, "13")
    page.get_by_role("radiogroup", name="fu").get_by_role("radio", name="40", exact=True).click()
    pictured(page, "riichi-without-limits")
    confirmed(page, service)
    base = 40 << 15
    paid = -(-4 * base // 100) * 100
    assert scores(service) == [30_000, 30_000 + paid, 30_000 - paid, 30_000]


def test_filipino_pays_bonus_tiles_and_kongs_at_once_and_the_discarder_pays_double(page: Any, service: Service) -> None:
    at_play(page, service, "filipino")
    kong(page, "No bonus tile dealt", NAMES[3])
    service.wait(lambda: scores(service) == [-1, -1, -1, 3])
    kong(page, "Kong on a discard", NAMES[0])
    service.wait(lambda: scores(service) == [2, -2, -2, 2])
    entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "6")
    pictured(page, "filipino-quick")
    confirmed(page, service)
    assert scores(service) == [2 - 6, -2 + 24, -2 - 12, 2 - 6]


def test_pussers_bones_are_paid_alike_by_all_and_know_no_chows(page: Any, service: Service) -> None:
    at_play(page, service, "pussers-bones")
    kong(page, "First bonus tile", NAMES[3])
    service.wait(lambda: scores(service) == [-1000, -1000, -1000, 3000])
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "300")
    pictured(page, "pussers-bones-quick")
    form.get_by_role("button", name="Enter tiles").click()
    form.get_by_role("radio", name="Melds").click()
    assert form.get_by_text("Chow", exact=True).count() == 0
    laid(page, "In hand", [*(["2m"] * 3), *(["4m"] * 3), "5p", "5p", *(["9p"] * 3), "8s", "8s"])
    laid(page, "Winning tile", ["8s"])
    pictured(page, "pussers-bones-tiles")
    confirmed(page, service)
    assert scores(service) == [-1300, -1000 + 900, -1300, 3000 - 300]


def test_filipino_takes_the_turned_tile_and_its_copies_as_wild(page: Any, service: Service) -> None:
    at_play(page, service, "filipino")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Indicator", ["9p"])
    melded = ["1m", "2m", "3m", "4m", "5m", "6m"]
    laid(page, "In hand", [*melded, "7p", "8p", "9p", "3s", "4s", "5s", "2s", "2s", "1s", "2s"])
    laid(page, "Winning tile", ["3s"])
    form.get_by_role("button", name="More", exact=True).click()
    form.get_by_text("Among the first discards").click()
    pictured(page, "filipino-tiles")
    confirmed(page, service)
    assert scores(service) == [-7, 28, -14, -7]


def three_at_play(page: Any, service: Service, **more: Any) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": name} for seat, name in enumerate(NAMES[:3])]
    chosen: dict[str, Any] = {"ruleset": "three-player", "seats": seats, "seating": "given", "first_dealer": 0, **more}
    service.post("/matches", chosen)
    service.post("/matches/current/hands", {})
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    page.evaluate(COUNT)


def test_three_players_ask_for_a_concealed_hand_and_show_the_jackpot(page: Any, service: Service) -> None:
    three_at_play(page, service, options={"jackpot": "hidden", "jackpot-hidden": 1})
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "5")
    pictured(page, "three-player-quick")
    assert form.get_by_text("Won with a concealed hand: nobody").count() == 1
    confirmed(page, service)
    assert scores(service) == [-1, 10 - 1, -10 - 1]
    assert service.table()["match"]["jackpot"] == 3
    service.post("/matches/current/hands", {})
    in_state(page, "s.match?.phase === 'play'")
    assert "Pot 3" in page.locator("body").inner_text()
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "4")
    form.get_by_role("button", name="Won with a concealed hand: nobody").click()
    form.get_by_label(NAMES[1]).first.check()
    form.get_by_role("button", name=f"Won with a concealed hand: {NAMES[1]}").click()
    pictured(page, "three-player-jackpot")
    confirmed(page, service)
    assert scores(service) == [-1 - 1, 9 + 8 - 1 + 6, -11 - 8 - 1]


def test_three_players_take_jokers_faces_and_animals_with_the_hand(page: Any, service: Service) -> None:
    three_at_play(page, service, profile="eighty-four")
    kong(page, "All four faces", NAMES[2])
    service.wait(lambda: scores(service) == [-5, -5, 10])
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "Flowers", ["1a", "1x", "1x"])
    laid(page, "In hand", [*(f"{rank}p" for rank in range(1, 10)), "7z", "1j", "5p", "5p"])
    laid(page, "Winning tile", ["7z"])
    pictured(page, "three-player-tiles")
    confirmed(page, service)
    assert scores(service) == [-5 - 4, -5 + 12, 10 - 8]


def test_classical_chinese_takes_what_the_hands_of_the_losers_count(page: Any, service: Service) -> None:
    at_play(page, service, "chinese-classical")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[3])
    form.locator(".pad > .typed input").fill("64")
    pictured(page, "chinese-classical-winner")
    losers = form.get_by_role("group", name="What the others’ hands count")
    assert losers.get_by_role("spinbutton").count() == 3
    for name, points in ((NAMES[0], "64"), (NAMES[2], "16"), (NAMES[3], "2")):
        losers.get_by_label(name).fill(points)
    for size in SIZES:
        at(page, size)
        pictured(page, "chinese-classical-quick")
        assert page.evaluate(INSIDE, "dialog.entry .ask button, dialog.entry .losers input") is True, size
    at(page, (1280, 800))
    confirmed(page, service)
    assert scores(service) == [2092, 2256, 1854, 1798]


def test_classical_chinese_takes_the_tiles_of_the_losers(page: Any, service: Service) -> None:
    at_play(page, service, "chinese-classical")
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    pictured(page, "chinese-classical-tiles")
    laid(page, "In hand", [*(["1m"] * 3), "2m", "3m", "4m", *(["9p"] * 3), "5s", "5s", "7s", "8s"])
    laid(page, "Winning tile", ["9s"])
    tabs = form.get_by_role("radiogroup", name="Whose hand")
    tabs.get_by_role("radio", name=NAMES[0]).click()
    laid(page, "In hand", [*(["1s"] * 3), "5z", "5z"])
    pictured(page, "chinese-classical-loser")
    tabs.get_by_role("radio", name=f"{NAMES[1]} (winner)").click()
    assert form.get_by_role("radio", name="Winning tile").count() == 1
    form.get_by_role("button", name="More", exact=True).click()
    form.get_by_text("East: 10 points").wait_for()
    pictured(page, "chinese-classical-more")
    confirmed(page, service)
    winner = service.table()["match"]["last"]["winners"][0]
    assert winner["losers"] == [10, 0, 0, 0]
    assert winner["tiles"]["losers"]["E"]["hand"] == "111s55z"
    total = winner["total"]
    assert scores(service) == [2000 - 2 * total + 40, 2000 + 4 * total, 2000 - total - 20, 2000 - total - 20]


def test_san_hako_is_played_by_two_who_sit_opposite(page: Any, service: Service) -> None:
    no_match(service)
    seats = [{"seat": seat, "name": NAMES[seat]} for seat in (0, 2)]
    chosen = {"ruleset": "san-hako", "options": {"players": 2}, "seats": seats, "seating": "given", "first_dealer": 0}
    service.post("/matches", chosen)
    service.post("/matches/current/hands", {})
    opened(page, service)
    in_state(page, "s.match?.phase === 'play'")
    page.evaluate(COUNT)
    pictured(page, "san-hako-play")
    for size in SIZES:
        at(page, size)
        assert findings(page) == [], size
    at(page, (1280, 800))
    form = entry_form(page)
    assert form.locator(".cross button[data-seat]").count() == 2
    touch(page, NAMES[2], NAMES[0])
    total(page, "3")
    form.get_by_role("radio", name="30", exact=True).click()
    pictured(page, "san-hako-quick")
    confirmed(page, service)
    assert scores(service) == [30_000 - 3_900, 30_000 + 3_900]


def test_riichi_with_chips_asks_for_them_and_shows_what_everybody_has(page: Any, service: Service) -> None:
    at_play(page, service, "riichi", options={"chips": ["ippatsu", "ura", "red", "yakuman"], "red-fives": 3})
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "3")
    form.get_by_role("radio", name="30", exact=True).click()
    form.get_by_label("Chips from each payer").fill("2")
    for size in SIZES:
        at(page, size)
        pictured(page, "riichi-chips")
        assert page.evaluate(INSIDE, "dialog.entry .ask button, dialog.entry .pad input") is True, size
    at(page, (1280, 800))
    confirmed(page, service)
    assert service.table()["match"]["tally"] == [0, 2, -2, 0]
    service.post("/matches/current/hands", {})
    page.locator(".rail.seat-1 .tag", has_text="Chips +2").wait_for()
    page.locator(".rail.seat-2 .tag", has_text="Chips −2").wait_for()
    pictured(page, "riichi-chips-felt")


LISTED = dict(ruleset("western-classical").profiles["wright-patterson"])


def test_wright_patterson_passes_tiles_and_takes_limits_and_the_scores_of_losers(page: Any, service: Service) -> None:
    at_play(page, service, "western-classical", options=LISTED)
    bar = page.locator("footer")
    bar.get_by_role("button", name="Begin to pass").click()
    for number, direction in ((1, "right"), (2, "opposite"), (3, "left")):
        bar.get_by_text(f"Pass {number} of 3").wait_for()
        assert direction in bar.inner_text()
        pictured(page, f"western-classical-pass-{number}")
        bar.get_by_role("button", name="Passed").click()
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    total(page, "1000")
    losers = form.get_by_role("group", name="What the others’ hands count")
    losers.get_by_label(NAMES[2]).fill("900")
    for size in SIZES:
        at(page, size)
        pictured(page, "western-classical-quick")
        assert page.evaluate(INSIDE, "dialog.entry .ask button, dialog.entry .pad input") is True, size
    at(page, (1280, 800))
    confirmed(page, service)
    # West's 900 against nothing: 500 from North, 1000 from East.
    assert scores(service) == [10_000 - 2_000 - 1_000, 10_000 + 4_000, 10_000 - 1_000 + 1_500, 10_000 - 1_000 - 500]


def test_wright_patterson_takes_a_hand_of_the_list_by_its_tiles(page: Any, service: Service) -> None:
    at_play(page, service, "western-classical", options=LISTED)
    page.locator("footer").get_by_role("button", name="No more passes").click()
    form = entry_form(page)
    touch(page, NAMES[1], NAMES[2])
    form.get_by_role("button", name="Enter tiles").click()
    laid(page, "In hand", [tile for rank in "1234567" for tile in [f"{rank}s"] * 2][:-1])
    laid(page, "Winning tile", ["7s"])
    tabs = form.get_by_role("radiogroup", name="Whose hand")
    tabs.get_by_role("radio", name=NAMES[0]).click()
    laid(page, "In hand", [*(["1z"] * 3), "5z", "5z"])
    pictured(page, "western-classical-loser")
    tabs.get_by_role("radio", name=f"{NAMES[1]} (winner)").click()
    shows_what_it_pays(page)
    pictured(page, "western-classical-tiles")
    confirmed(page, service)
    winner = service.table()["match"]["last"]["winners"][0]
    assert winner["total"] == 500
    # East: a pung of his wind 8 and a pair of dragons 2, doubled for the own wind and the round: 40.
    assert winner["losers"] == [40, 0, 0, 0]


def by_tiles(page: Any, service: Service, *players: str) -> Any:
    """The form of the next hand, open for its tiles."""
    service.post("/matches/current/hands", {})
    in_state(page, "s.match?.phase === 'play'")
    form = entry_form(page)
    touch(page, *players)
    form.get_by_role("button", name="Enter tiles").click()
    return form


def test_base_and_doubles_takes_doubles_and_a_hand(page: Any, service: Service) -> None:
    at_play(page, service, "base-and-doubles")
    entry_form(page)
    touch(page, NAMES[0], NAMES[1])
    total(page, "2")
    pictured(page, "base-and-doubles-quick")
    confirmed(page, service)
    assert scores(service) == [16, -8, -4, -4]
    by_tiles(page, service, NAMES[0], NAMES[2])
    laid(page, "In hand", [*(["5z"] * 3), "2z", "2z", *(f"{rank}m" for rank in range(1, 9))])
    laid(page, "Winning tile", ["9m"])
    laid(page, "Flowers", ["1f"])
    pictured(page, "base-and-doubles-tiles")
    confirmed(page, service)
    assert scores(service)[1:] == [-8 - 8, -4 - 16, -4 - 8], "three doubles for one suit with honors, none for a flower"


def test_three_player_riichi_takes_norths_set_aside_and_pays_nothing_for_the_absent_seat(
    page: Any, service: Service
) -> None:
    three_at_play(page, service, ruleset="sanma")
    form = entry_form(page)
    assert form.locator(".cross button[data-seat]").count() == 3
    touch(page, NAMES[1], NAMES[2])
    total(page, "2")
    page.get_by_role("radiogroup", name="fu").get_by_role("radio", name="30", exact=True).click()
    pictured(page, "sanma-quick")
    confirmed(page, service)
    assert scores(service) == [35_000, 37_000, 33_000]
    form = by_tiles(page, service, NAMES[0], NAMES[1])
    assert form.locator('.pick [data-tile="2m"]').count() == 0
    laid(page, "Melds", [])
    assert form.get_by_role("radio", name="Chow", exact=True).count() == 0
    laid(page, "Pung", ["5z"])
    laid(page, "In hand", ["1p", "2p", "3p", "4s", "5s", "6s", "7p", "8p", "9s", "9s"])
    laid(page, "Winning tile", ["9p"])
    pictured(page, "sanma-tiles")
    confirmed(page, service)
    assert scores(service) == [36_000, 36_000, 33_000]


def test_taiwanese_takes_seventeen_tiles_and_asks_nothing_of_a_minimum(page: Any, service: Service) -> None:
    at_play(page, service, "taiwanese")
    entry_form(page)
    touch(page, NAMES[1], NAMES[3])
    total(page, "2")
    pictured(page, "taiwanese-quick")
    confirmed(page, service)
    assert scores(service) == [0, 50, 0, -50]
    by_tiles(page, service, NAMES[2], NAMES[3])
    laid(page, "Melds", [])
    laid(page, "Chow", ["1m"])
    hand = ["4p", "5p", "6p", "6p", "7p", "8p", "4s", "5s", "6s", "7s", "8s", "2m", "2m"]
    laid(page, "In hand", hand)
    laid(page, "Winning tile", ["3s"])
    pictured(page, "taiwanese-tiles")
    confirmed(page, service)
    assert scores(service) == [0, 50, 50, -100]


def test_fujian_is_paid_alike_by_all_and_asks_for_the_gold_tile(page: Any, service: Service) -> None:
    at_play(page, service, "fujian")
    form = entry_form(page)
    touch(page, NAMES[0], NAMES[2])
    form.locator(".pad > .typed input").fill("3")
    pictured(page, "fujian-quick")
    confirmed(page, service)
    streak = scores(service)
    assert streak == [9, -3, -3, -3]
    form = by_tiles(page, service, NAMES[0], NAMES[2])
    laid(page, "Indicator", ["5p"])
    assert form.locator('.pick [data-tile="5z"]').count() == 0, "no dragons are played"
    laid(page, "Flowers", ["1z", "1z"])
    laid(page, "In hand", [*(f"{rank}m" for rank in range(1, 7)), "1s", "2s", "7s", "8s", "9s", "2p", "2p"])
    laid(page, "Winning tile", ["3s"])
    pictured(page, "fujian-tiles")
    confirmed(page, service)
    assert scores(service) == [9 + 12, -3 - 4, -3 - 4, -3 - 4], "win 1, bonus tiles 2, streak 1"


def test_south_african_is_paid_twice_by_the_discarder(page: Any, service: Service) -> None:
    at_play(page, service, "south-african")
    entry_form(page)
    touch(page, NAMES[2], NAMES[1])
    total(page, "0")
    pictured(page, "south-african-quick")
    confirmed(page, service)
    assert scores(service) == [-1, -2, 4, -1]
    by_tiles(page, service, NAMES[2], NAMES[3])
    laid(page, "Melds", [])
    laid(page, "Pung", ["7z", "3z"])
    laid(page, "In hand", ["1m", "2m", "3m", "9p", "9p", "4s", "5s"])
    laid(page, "Winning tile", ["6s"])
    pictured(page, "south-african-tiles")
    confirmed(page, service)
    assert scores(service) == [-1 - 4, -2 - 4, 4 + 16, -1 - 8], "the dragons and no flowers: base 4"


def test_thai_takes_animals_with_the_hand(page: Any, service: Service) -> None:
    at_play(page, service, "thai", options={"jokers": 0})  # with its jokers no usual machine holds both sets
    entry_form(page)
    touch(page, NAMES[3], NAMES[2])
    total(page, "18")
    pictured(page, "thai-quick")
    confirmed(page, service)
    assert scores(service) == [-96, -96, -192, 384]
    by_tiles(page, service, NAMES[1], NAMES[0])
    laid(page, "Flowers", ["1a", "2a"])
    laid(page, "In hand", ["1m", "2m", "3m", "4p", "5p", "6p", "3s", "4s", "5s", "7s", "8s", "9s", "9s"])
    laid(page, "Winning tile", ["6s"])
    pictured(page, "thai-tiles")
    confirmed(page, service)
    assert scores(service) == [-96 - 8, -96 + 16, -192 - 4, 384 - 4], "East's animal, cat and rat, all chows: base 4"
