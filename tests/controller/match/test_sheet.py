"""The result sheet in its three shapes, and the snapshot parts."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.words.catalogue import catalogue
from api.words.items import item_words, item_words_played
from api.words.played_rules import played_rules
from controller.languages import LANGUAGES
from controller.match import (
    CancelPenalty,
    CorrectHand,
    HandResult,
    PayInstant,
    Penalize,
    Rule,
    ScoredWin,
    StartMatch,
    listing,
    match_summary,
    scores,
    wall_summary,
)
from controller.match.sheet import SheetHead, SheetPlace, SheetRules, file_name, sheet_csv, sheet_html, sheet_json
from controller.rules import configure
from controller.rules.game import Instant
from tests.controller.match.book import DRAW, NAMES, Book, started, win

HEAD = SheetHead(
    "8a6c3f6e-0000-4000-8000-000000000001",
    1234567,
    "0123456789abcdef" * 4,
    "JJ1-" + "ABCD2345" * 36,
    '<svg viewBox="0 0 61 61"></svg>',
)
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SEVERAL = {
    "hand": "111m222p333s11z44z",
    "winning_tile": "1z",
    "melds": [],
    "flowers": "1f2f3f4f",
    "flags": ["last-tile"],
}


def words_of(language: str) -> dict[str, str]:
    return {**catalogue(language), **item_words("hong-kong-old", language)}


def eventful(names: tuple[str, ...] = NAMES, hands: int = 6, corrections: int = 1) -> Book:
    """A match with everything on its sheet: full and quick wins, draws, corrections, a penalty taken back, a ruling."""
    book = started(options={"min-faan": 0}, names=names)
    while len(book.match.hands) < hands and book.match.phase == "roll":
        number = len(book.match.hands)
        book.throw(2, 3, number % 6 + 1)
        running = book.match.running
        assert running is not None
        right = (running.position.dealer + 1) % 4
        if number % 3 == 1:
            book.end(DRAW)
        elif number % 3 == 2:
            book.end(HandResult("win", (ScoredWin(right, "self-draw", None, SEVERAL),)))
        else:
            book.end(win(right if number < 12 else running.position.dealer, (right + 1) % 4, 5))
    for hand in range(1, corrections + 1):
        book.do(CorrectHand("Referee Yamada", "the discarder was entered wrongly", hand, win(2, 3, 6)))
    book.do(Penalize("Referee Yamada", "two tiles short", 0, "false-win", hand=1))
    book.do(Penalize("Referee Yamada", "shouting", 1, pays_bank=5))
    book.do(CancelPenalty("Head referee", "not him", 2))
    book.do(Rule("Head referee", "The exposed tile is kept."))
    return book


def test_the_facts_hold_every_hand_with_dice_break_result_and_points() -> None:
    book = eventful()
    sheet = json.loads(json.dumps(sheet_json(book.match)))
    first = sheet["hands"][0]
    assert first["dice"] == [2, 3, 1]
    assert first["break"]["first_stack"] == {"seat": 1, "stack_from_right": 7}
    assert first["started"] < first["ended"] < first["result"]["time"]
    assert (first["result"]["who"], first["result"]["why"]) == ("Referee Yamada", "the discarder was entered wrongly")
    assert [old["winners"][0]["player"] for old in first["replaced"]] == [1]
    assert sheet["hands"][2]["result"]["winners"][0]["items"]
    assert sheet["totals"] == list(scores(book.match))
    assert sheet["penalties"][1]["cancelled"] is True
    assert sheet["rulings"][0]["text"] == "The exposed tile is kept."


def test_the_points_after_the_last_hand_are_the_totals_when_every_penalty_has_a_hand() -> None:
    book = eventful()
    sheet = sheet_json(book.match)
    assert sheet["hands"][-1]["scores"] == sheet["totals"]


def test_payments_of_the_facts_add_up_to_the_net_of_each_result() -> None:
    for hand in sheet_json(eventful().match)["hands"]:
        for result in (*hand["replaced"], hand["result"]):
            net = [0, 0, 0, 0]
            for line in result["payments"]:
                net[line["payer"]] -= line["amount"]
                net[line["payee"]] += line["amount"]
            assert net == result["net"]


def test_the_rows_read_back_as_csv_with_originals_marked_replaced() -> None:
    book = eventful()
    rows = list(csv.DictReader(io.StringIO(sheet_csv(book.match))))
    kinds = [(row["row"], row["status"]) for row in rows]
    assert kinds[:3] == [("hand", "replaced"), ("hand", "counts"), ("hand", "counts")]
    assert kinds.count(("penalty", "cancelled")) == 1
    total = next(row for row in rows if row["row"] == "total")
    assert [int(total[f"score {name}"]) for name in NAMES] == list(scores(book.match))
    (rules,) = [row for row in rows if row["row"] == "rules"]
    assert rules["ruleset"] == book.match.ruleset and rules["rules_hash"] == (book.match.rules_hash or "")
    assert json.loads(rules["options"]) == sheet_json(book.match)["options"]


def test_a_name_or_reason_is_never_a_formula_in_a_spreadsheet() -> None:
    book = eventful(("=1+1", "@b", "-c", "+d"))
    for row in csv.DictReader(io.StringIO(sheet_csv(book.match))):
        assert not any(row[column].startswith(("=", "@", "+", "-c")) for column in ("dealer", "winners", "discarder"))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_and_says_everything_in_words(lang: str) -> None:
    html = sheet_html(eventful().match, words_of(lang), lang)
    tags = Tags()
    tags.feed(html)
    assert tags.open == []
    assert "script" not in tags.seen
    assert f'<html lang="{lang}">' in html
    assert not re.findall(r"\b(?:paper|line|wind|penalty|item|unit|ruleset|abort)\.[a-z]", html)
    assert not re.findall(r"\{[a-z_]+\}", html)
    assert not re.findall(r".*[\u3001-\u9fff][,;:] .*", html), "punctuation of another script"
    for fact in (*NAMES, "Referee Yamada", "two tiles short", "The exposed tile is kept."):
        assert fact in html


def test_the_page_keeps_its_looks_under_a_policy_without_style_attributes() -> None:
    html = sheet_html(eventful().match, words_of("en"))
    assert " style=" not in html
    assert html.count(".hands th:nth-child(") == html.count("<th>") + html.count("<th ")


def test_the_page_strikes_out_what_a_correction_replaced() -> None:
    html = sheet_html(eventful().match, words_of("en"))
    assert html.count("<tr class=struck>") == 1
    assert "Hand 1 corrected" in html


def test_changes_carry_a_sign_scores_only_a_minus_and_all_of_them_separators() -> None:
    book = started("riichi")
    book.play(HandResult("draw", ready=(1, 3), declared={"riichi": (1, 3)}))
    for seat in (1, 3):
        book.do(Penalize("Referee Yamada", "false win", seat, pays_bank=1000 if seat == 1 else 40_000))
    html = sheet_html(book.match, words_of("en"))
    changed, totals = re.findall(r"<tr>.*?</tr>", html)[-1], re.findall(r"<tr class=total>.*?</tr>", html)[0]
    for amount in scores(book.match):
        assert f">{amount:,}<".replace("-", "\N{MINUS SIGN}") in totals
    assert min(scores(book.match)) < 0 and "+" not in totals
    assert re.findall(r"[+\N{MINUS SIGN}][\d,]+(?= <small>\d\d,\d00<)", changed) == [
        "\N{MINUS SIGN}1,500", "+500", "\N{MINUS SIGN}1,500", "+500",
    ]  # fmt: skip
    assert "(Bob \N{MINUS SIGN}1,000)" in html
    assert not re.search(r"[+\N{MINUS SIGN}>]\d{4,}[< ,]", html)


def test_a_signed_head_is_shown_by_epoch_number_hash_and_record() -> None:
    html = sheet_html(eventful().match, words_of("en"), head=HEAD)
    for part in (HEAD.epoch, f"event {HEAD.seq}", HEAD.hash[:16], HEAD.record, HEAD.code):
        assert part in html
    assert HEAD.hash not in html
    row = list(csv.DictReader(io.StringIO(sheet_csv(eventful().match, HEAD))))[-1]
    assert (row["row"], row["number"], row["note"]) == ("journal", str(HEAD.seq), HEAD.record)


def test_times_are_those_of_the_place_and_name_their_zone() -> None:
    match = eventful().match
    began = datetime.fromisoformat(match.started)
    html = sheet_html(match, words_of("en"), place=SheetPlace(zone=ZoneInfo("Asia/Tokyo")))
    assert f"started {(began + timedelta(hours=9)):%Y-%m-%d %H:%M} (JST, UTC+09:00)" in html
    assert f"<td>{(began + timedelta(hours=9)):%H}:" in html


def test_a_day_begins_at_midnight_of_the_place() -> None:
    late = "2026-03-04T23:30:00+00:00"
    assert file_name(late, ZoneInfo("Asia/Tokyo"), NAMES, "csv") == "2026-03-05 Ann, Bob, Cy, Di.csv"
    assert file_name(late, UTC, NAMES, "csv") == "2026-03-04 Ann, Bob, Cy, Di.csv"


@given(st.lists(st.text(max_size=300), min_size=3, max_size=5))
def test_a_file_can_have_the_name_on_every_system(players: list[str]) -> None:
    name = file_name("2026-03-04T23:30:00+00:00", UTC, players, "csv")
    assert not set(name) & set('/\\:*?"<>|\r\n\0')
    assert len(name) < 130
    assert name.startswith("2026-03-04") and name.endswith(".csv")


def test_the_page_is_named_by_date_players_table_and_hall_and_not_by_an_id() -> None:
    match = eventful().match
    html = sheet_html(match, words_of("en"), place=SheetPlace("Table 7", "Lucky Dragon"))
    title = re.search(r"<title>(.*?)</title>", html)
    assert title is not None
    assert title[1] == f"Result sheet {match.started[:10]} · Ann, Bob, Cy, Di"
    for part in ("Lucky Dragon", "Table: Table 7", "Round:", "Referee:", f"Match {match.id}"):
        assert part in html


def test_there_is_a_field_for_the_signature_of_each_player() -> None:
    html = sheet_html(eventful().match, words_of("en"))
    fields = re.search(r"<ul class=signs>(.*?)</ul>", html)
    assert fields is not None
    assert re.findall(r"<li>(.*?)</li>", fields[1]) == list(NAMES)


def test_names_and_reasons_cannot_bring_markup_into_the_page() -> None:
    book = eventful(("<b>Ann", '"Bob"', "Cy&Co", "<script>"))
    book.do(Rule("<i>", "<img src=x onerror=alert(1)>"))
    html = sheet_html(book.match, words_of("en"), '"><script>')
    for raw in ("<b>Ann", "<script>", "<img", "<i>"):
        assert raw not in html


@pytest.mark.browser
@pytest.mark.parametrize(("lang", "hands", "corrections"), [("en", 16, 0), ("en", 25, 0), ("zh-Hant", 25, 0)])
def test_the_page_prints_on_one_sheet_of_a4(lang: str, hands: int, corrections: int, tmp_path: Path) -> None:
    chromium = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if chromium is None:
        pytest.skip("printed result sheet: needs Chromium (make browser-test)")
    names = ("Alexandria Papadopoulos", "Bartholomew Featherstonehaugh", "Christiane Müller-Lüdenscheid", "王小明")
    page, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    book = eventful(names, hands, corrections)
    assert len(book.match.hands) == hands
    page.write_text(sheet_html(book.match, words_of(lang), lang, HEAD), encoding="utf-8")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}")
    subprocess.run([chromium, *options, page.as_uri()], check=True, capture_output=True, timeout=60)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes())) == 1


def test_the_match_part_of_the_snapshot() -> None:
    book = started()
    book.play(win(1, 2, 7))
    summary = json.loads(json.dumps(match_summary(book.match)))
    assert (summary["phase"], summary["dealer"], summary["hand"], summary["extra"], summary["index"]) == (
        "roll",
        1,
        2,
        0,
        1,
    )
    assert [(seat["name"], seat["wind"], seat["score"]) for seat in summary["seats"]] == [
        ("Ann", "N", -8),
        ("Bob", "E", 20),
        ("Cy", "S", -8),
        ("Di", "W", -4),
    ]
    assert summary["next"] == {"key": "match.next-break", "args": {"names": ["Bob"], "seats": [1], "dice": 3}}
    assert summary["last"]["winners"][0]["name"] == "Bob"
    assert sum(summary["last"]["net"]) == 0
    assert match_summary(None) is None


def test_the_wall_part_of_the_snapshot_follows_the_hand() -> None:
    book = started()
    assert wall_summary(book.match) is None
    book.throw(1, 1, 1)
    wall = wall_summary(book.match, "B")
    assert wall is not None
    assert (wall["set"], wall["stacks"], wall["live_left"], wall["next_draw"]) == (
        "B",
        [18, 18, 18, 18],
        91,
        "1-12-bottom",
    )
    assert {chair: len(slots) for chair, slots in wall["deal"].items()} == {"0": 14, "1": 13, "2": 13, "3": 13}
    book.end(DRAW)
    assert wall_summary(book.match) is None


def test_the_listing_names_players_and_points() -> None:
    book = eventful()
    line = listing(book.match)
    assert (line["id"], line["hands"], line["ending"]) == ("m1", 6, None)
    assert [player["score"] for player in line["players"]] == list(scores(book.match))


def results_of(book: Book, language: str = "en") -> list[str]:
    """The texts of the results on the page, and what follows in their rows."""
    paper = sheet_html(book.match, words_of(language), language)
    return re.findall(r"<div class=clip>(.*?)</div></td>(.*?)</tr>", paper)


@pytest.mark.parametrize(("language", "said"), [("en", "kongs given back: Bob 6"), ("zh-Hans", "退还杠分：Bob 6")])
def test_a_hand_says_that_kongs_were_given_back(language: str, said: str) -> None:
    book = started("sichuan")
    book.begin()
    book.do(PayInstant("table", 1, Instant("concealed-kong", 1)))
    book.end(HandResult("draw", declared={"ready-1": (0,)}))
    assert results_of(book, language)[-1][0].endswith(said)
    (row,) = [row for row in csv.DictReader(io.StringIO(sheet_csv(book.match))) if row["result"] == "draw"]
    assert (row["note"], row["change Bob"]) == ("kong-refund: Bob 6", "-8")


def test_a_hand_of_taiwanese_says_whose_payments_hold_the_tai_of_the_dealer() -> None:
    book = started("taiwanese")
    book.play(win(0, 2, 3), win(1, None, 4), win(1, 2, 1), win(3, 2, 1))
    assert [text.partition("tai; ")[2] for text, _ in results_of(book)] == [
        "with the dealer&#x27;s tai, 1 + 2 × 0: Cy", "with the dealer&#x27;s tai, 1 + 2 × 1: Ann",
        "with the dealer&#x27;s tai, 1 + 2 × 0: Cy", "",
    ]  # fmt: skip


def test_a_win_after_which_a_hand_goes_on_shows_its_change_and_no_score_of_later() -> None:
    book = started("sichuan")
    book.begin()
    book.end(win(1, 2, 1))
    book.end(win(0, 2, 2))
    book.end(win(3, 2, 2))
    first, *_, last = results_of(book)
    assert "<small>" not in first[1] and ">+2<" in first[1]
    assert ">+4 <small>4<" in last[1]


CHANGED = {"uma": [30, 10, -10, -30], "open-tanyao": False, "red-fives": 3}


def riichi(profile: str | None, options: Mapping[str, Any]) -> Book:
    book = Book()
    book.do(StartMatch("staff", "m1", "riichi", NAMES, options, "given", 0, profile))
    return book


def rules_on(book: Book, language: str) -> list[str]:
    """What the sheet says of the rules: their facts, what heads the options, and these."""
    words = {**catalogue(language), **item_words_played("riichi", book.match.options, language)}
    text = sheet_html(book.match, words, language, rules=played_rules(book.match, words))
    (facts,) = re.findall(r"<p class=facts>(.*?)</p>", text)
    shown = re.search(r"<div class=options>(?:<b>|<details><summary>)(.*?)</.*?<ul>(.*?)</ul>", text)
    return [facts] if shown is None else [facts, shown[1], *re.findall("<li>(.*?)</li>", shown[2])]


def test_the_sheet_names_the_profile_and_every_option_that_differs_from_it() -> None:
    book = riichi("ema2025", CHANGED)
    short = (book.match.rules_hash or "?")[:16]
    said = {language: rules_on(book, language) for language in LANGUAGES}
    facts, *lines = said["en"]
    assert f"Rules: Riichi · Variant: EMA 2025 · Hash of the rules: {short} · " in facts
    assert lines == ["Options: 3 changed", "Red fives: 3", "Open tanyao: no", "Uma: 30, 10, -10, -30"]
    facts, *lines = said["ja"]
    assert f"ルールの種類：EMA 2025 · ルールのハッシュ：{short} · " in facts
    assert lines == ["ルール設定：3 件変更", "赤五：3", "喰い断么：なし", "順位ウマ：30、10、-10、-30"]
    assert said["zh-Hans"][1:3] == ["规则选项：已改 3 项", "赤五：3"]
    assert said["zh-Hant"][1:3] == ["規則選項：已改 3 項", "赤五：3"]


def test_a_match_that_names_no_profile_is_told_by_its_options() -> None:
    wrc = dict(configure("riichi", {}, "wrc").options)
    (facts,) = rules_on(riichi(None, wrc), "en")
    assert " · Variant: WRC" in facts
    facts, head, line = rules_on(riichi(None, {"red-fives": 3}), "en")
    assert " · Variant: Standard · " in facts and (head, line) == ("Options: 1 changed", "Red fives: 3")


def test_many_changed_options_are_folded_on_a_screen_and_none_stands_inside_the_fold() -> None:
    words = words_of("en")
    few, many = (SheetRules("", (("Uma", "0"),) * n) for n in (4, 5))
    match = started().match
    assert "<details>" not in sheet_html(match, words, rules=few)
    text = sheet_html(match, words, rules=many)
    assert "<details><summary>Options: 5 changed</summary></details><ul>" in text
    assert text.count("<li>Uma: 0</li>") == 5
