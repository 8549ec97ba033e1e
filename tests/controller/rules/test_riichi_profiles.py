"""The profiles of riichi against the rule sheet: every option of each, and every difference as a hand or a result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.rules import RecordError, configure
from controller.rules.engine import ConfiguredGame
from controller.rules.game import End, MatchPosition, QuickWin
from controller.rules.winners import Call
from tests.controller.rules.rule_records import record
from tests.controller.rules.settling import settle, settle_quick

PROFILES = ("ema2016", "ema2025", "wrc", "wrc-2015", "mleague", "jpml-a", "online")
PINFU = ("234m67m345p678s99s", "5m")
LAST = MatchPosition(dealer=3, first_dealer=0, round=1, number=8)

# sections 1 to 6 of the sheet, with the defaults that it prints
SHEET: dict[str, Any] = {
    "dice-throws": 1, "red-fives": 0, "red-fives-by-suit": (1, 1, 1),
    "kuikae": "forbidden", "riichi-min-wall": 4, "riichi-needs-1000": False, "riichi-kan": "wait-and-shape",
    "open-riichi": "off",
    "ankan-chankan-kokushi": True, "kan-dora-timing": "immediate", "temporary-furiten": "own-draw", "fifth-tile": False,
    "multiple-winners": "all",
    "kyuushu": False, "suufon": False, "suucha": False, "suukaikan": False, "sancha": False,
    "open-tanyao": True, "ippatsu": True, "ura-dora": True, "kan-dora": True, "renhou": "mangan-exclusive",
    "double-yakuman": (), "yakuman-stack": False, "local-yaku": (), "paarenchan": False,
    "double-wind-pair-fu": 2, "rinshan-tsumo-fu": True, "open-flat-fu": 30,
    "pinfu-tsumo-fu": False, "kiriage": True, "kazoe": "sanbaiman", "no-limits": False,
    "honba-value": 300, "honba-multi": "each", "sticks-multi": "own-then-first", "leftover-sticks": "leader",
    "pao": ("daisangen", "daisuushii"), "pao-scope": "that-yakuman-only",
    "pao-honba": "discarder", "noten-pool": 3000, "nagashi-mangan": "off",
    "chips": (), "chips-open-red": False, "chips-yakuman": 5, "chips-yakuman-ron": 10, "chip-value": 0, "yakitori": 0,
    "match-length": "hanchan", "renchan": "tenpai", "agari-yame": False, "tenpai-yame": False, "tobi": False,
    "tobi-at-zero": False, "extension": "none", "target-points": 0, "sudden-death": "any-hand", "shared-in": 100,
    "final-rounding": "none", "start-points": 30_000, "return-points": 30_000,
    "uma": (15, 5, -5, -15), "floating-uma": False, "ties": "share", "chombo": "tournament", "chombo-points": 20_000,
}  # fmt: skip
# the table of section 6, and what sections 2 to 6 say of an organisation by name
DIFFERENT: dict[str, dict[str, Any]] = {
    "ema2016": {"kiriage": False, "double-wind-pair-fu": 4},
    "ema2025": {"riichi-needs-1000": True},
    "wrc": {
        "multiple-winners": "head-bump", "yakuman-stack": True, "kazoe": "yakuman", "leftover-sticks": "lost",
        "pao": ("daisangen", "daisuushii", "suukantsu"), "chombo-points": 30_000,
    },
    "wrc-2015": {"multiple-winners": "head-bump"},
    "mleague": {
        "start-points": 25_000, "shared-in": "rest-to-first", "uma": (30, 10, -10, -30), "red-fives": 3,
        "multiple-winners": "head-bump",
        "riichi-min-wall": 0, "renhou": "off", "yakuman-stack": True, "pao": ("daisangen", "daisuushii", "suukantsu"),
    },
    "jpml-a": {
        "uma": (8, 4, -4, -8), "floating-uma": True, "ippatsu": False, "ura-dora": False, "kan-dora": False,
        "kiriage": False, "multiple-winners": "head-bump", "kyuushu": True, "suufon": True, "suucha": True,
        "suukaikan": True, "leftover-sticks": "lost", "renhou": "off", "kazoe": "yakuman", "yakuman-stack": True,
        "pao": ("daisangen", "daisuushii", "suukantsu"),
    },
    "online": {
        "start-points": 25_000, "red-fives": 3, "kiriage": False, "kazoe": "yakuman", "kyuushu": True, "suufon": True,
        "suucha": True, "suukaikan": True, "sancha": True, "agari-yame": True, "tenpai-yame": True, "tobi": True,
        "extension": "next-round",
        "riichi-needs-1000": True, "kan-dora-timing": "after-discard", "nagashi-mangan": "as-tsumo-mangan",
        "renhou": "off", "yakuman-stack": True, "double-wind-pair-fu": 4, "honba-multi": "first-only",
        "sticks-multi": "first-only", "pao": ("daisangen", "daisuushii", "suukantsu"), "ties": "first-seat",
    },
}  # fmt: skip


@pytest.mark.parametrize("profile", PROFILES)
def test_every_option_of_a_profile_is_that_of_the_sheet(profile: str) -> None:
    assert dict(configure("riichi", profile=profile).options) == SHEET | DIFFERENT[profile]


def test_there_are_no_other_profiles() -> None:
    assert tuple(configure("riichi").rules.profiles) == PROFILES


def game(profile: str) -> ConfiguredGame:
    return configure("riichi", profile=profile)


def by_profile(*values: Any) -> dict[str, Any]:
    return dict(zip(PROFILES, values, strict=True))


def scored(profile: str, hand: str, winning: str, source: str | None = None, **more: Any) -> dict[str, Any]:
    fields = {name: more.pop(name) for name in ("liable",) if name in more}
    shown = {"dora_indicators": more.pop("dora", ""), "ura_indicators": more.pop("ura", "")}
    return game(profile).score(record("riichi", hand, winning, source, **more) | fields | shown)


# the worth of a hand


@pytest.mark.parametrize(("profile", "paid"), by_profile(7700, 8000, 8000, 8000, 8000, 7700, 7700).items())
def test_four_han_of_thirty_fu(profile: str, paid: int) -> None:
    """Example 7: riichi, pinfu and a straight."""
    assert scored(profile, "12345678m678p99s", "9m", "N", flags=("riichi",))["payments"]["S"] == paid


@pytest.mark.parametrize(("profile", "fu"), by_profile(80, 70, 70, 70, 70, 70, 80).items())
def test_a_pair_of_the_double_wind(profile: str, fu: int) -> None:
    """Example 16."""
    assert scored(profile, "11124s11z", "3s", melds="P999m A7777z", seat="E")["fu"] == fu


@pytest.mark.parametrize("profile", PROFILES)
def test_red_fives_are_in_the_set_or_not(profile: str) -> None:
    hand = ("234m067p345s678s8s", "8s", "E")
    if profile in ("mleague", "online"):
        assert scored(profile, *hand)["items"]["red"] == 1
    else:
        with pytest.raises(RecordError) as caught:
            scored(profile, *hand)
        assert (caught.value.field, caught.value.tile) == ("hand", "0p")


RENHOU, PLAIN = {"renhou": 5}, {"pinfu": 1}


@pytest.mark.parametrize(("profile", "items"), by_profile(*[RENHOU] * 4, *[PLAIN] * 3).items())
def test_a_discard_before_the_own_first_draw(profile: str, items: dict[str, int]) -> None:
    assert scored(profile, *PINFU, "E", flags=("earthly",))["items"] == items


@pytest.mark.parametrize(
    ("profile", "paid"), by_profile(48_000, 48_000, 96_000, 48_000, 96_000, 96_000, 96_000).items()
)
def test_two_yakuman_in_one_hand(profile: str, paid: int) -> None:
    """Example 12: three dragons in a hand of honors."""
    assert scored(profile, "1122z", "1z", "N", melds="P555z P666z P777z", seat="E")["payments"]["E"] == paid


FULL = {"riichi": 1, "ippatsu": 1, "pinfu": 1, "dora": 1, "kan-dora": 2, "ura": 3}
BARE = {"riichi": 1, "pinfu": 1, "dora": 1}


@pytest.mark.parametrize(("profile", "items"), by_profile(*[FULL] * 5, BARE, FULL).items())
def test_ippatsu_and_the_further_dora(profile: str, items: dict[str, int]) -> None:
    hand = {"flags": ("riichi", "ippatsu"), "dora": "1m8s", "ura": "2m8s"}
    assert scored(profile, *PINFU, "E", **hand)["items"] == items


@pytest.mark.parametrize(
    ("profile", "paid"), by_profile(24_000, 24_000, 32_000, 24_000, 24_000, 32_000, 32_000).items()
)
def test_thirteen_han_without_a_yakuman(profile: str, paid: int) -> None:
    """Example 18, where without ippatsu and further dora 15 han are left."""
    hand = {"flags": ("riichi", "ippatsu"), "dora": "5s5s"}
    assert scored(profile, "2223334445566s", "6s", "N", **hand)["payments"]["S"] == paid


@pytest.mark.parametrize(("profile", "paid"), by_profile(8000, 8000, 32_000, 8000, 32_000, 32_000, 32_000).items())
def test_who_fed_the_fourth_kan(profile: str, paid: int) -> None:
    kans = {"melds": "K1111m K2222p K3333s K5555z", "liable": "N"}
    assert scored(profile, "2z", "2z", **kans)["payments"]["N"] == -paid


# several winners, draws


@pytest.mark.parametrize(("profile", "winners"), by_profile((1, 3), (1, 3), (1,), (1,), (1,), (1,), (1, 3)).items())
def test_two_call_one_discard(profile: str, winners: tuple[int, ...]) -> None:
    called = [Call(seat, total=2) for seat in (3, 1)]
    assert game(profile).choose(0, called).winners == winners


def test_counters_and_sticks_of_two_winners() -> None:
    """One counter, one stick of before, and one of the second winner."""
    wins = [QuickWin(seat, "discard", 0, 2, fu=30) for seat in (1, 3)]
    position = MatchPosition(0, 0, extra_hands=1, pot={"deposits": 1})
    for profile in ("ema2016", "ema2025"):
        assert settle_quick(game(profile), position, *wins, riichi=(3,)).net == (-4600, 3300, 0, 2300)
    assert settle_quick(game("online"), position, *wins, riichi=(3,)).net == (-4300, 4300, 0, 1000)


FOUR = ("kyuushu", "suufon", "suucha", "suukaikan")


@pytest.mark.parametrize(("profile", "reasons"), by_profile(*[()] * 5, FOUR, (*FOUR, "sancha")).items())
def test_what_aborts_a_hand(profile: str, reasons: tuple[str, ...]) -> None:
    """Where only the first in turn wins there are never three winners."""
    assert game(profile).asks.abort == reasons


NOTEN, MANGAN = (3000, -1000, -1000, -1000), (-4000, 8000, -2000, -2000)


@pytest.mark.parametrize(("profile", "net"), by_profile(*[NOTEN] * 6, MANGAN).items())
def test_only_terminals_and_honors_discarded(profile: str, net: tuple[int, ...]) -> None:
    outcome = End("draw", ready=(0,), declared={"nagashi": (1,)})
    assert settle(game(profile), MatchPosition(0, 0), outcome).net == net


# the match


@pytest.mark.parametrize(("profile", "start"), by_profile(30, 30, 30, 30, 25, 30, 25).items())
def test_the_points_to_start_with(profile: str, start: int) -> None:
    assert game(profile).start_points == 1000 * start


@pytest.mark.parametrize("profile", PROFILES)
def test_what_ends_a_match_early_or_late(profile: str) -> None:
    """The last dealer wins in first place; somebody is below zero; nobody has the return points after South 4."""
    online = profile == "online"
    first, broke, low = (20_000, 25_000, 25_000, 50_000), (-100, 50_100, 35_000, 35_000), (25_000,) * 4
    won, lost = End("win", winners=(3,)), End("win", winners=(0,))
    assert (game(profile).advance(LAST, [won], first) is None) == online
    assert (game(profile).advance(MatchPosition(0, 0), [lost], broke) is None) == online
    assert game(profile).advance(LAST, [lost], low) == (MatchPosition(0, 0, round=2, number=9) if online else None)


EMA = [26.2, 8.0, -8.7, -25.5]
FINAL = {
    # example 30
    "ema2016": ((41_200, 33_000, 26_300, 19_500), EMA),
    "ema2025": ((41_200, 33_000, 26_300, 19_500), EMA),
    "wrc": ((41_200, 33_000, 26_300, 19_500), EMA),
    "wrc-2015": ((41_200, 33_000, 26_300, 19_500), EMA),
    # 20 thousand paid in above the start go to the first, besides 30
    "mleague": ((41_200, 33_000, 15_000, 10_800), [61.2, 13.0, -25.0, -49.2]),
    # two below the start
    "jpml-a": ((41_200, 33_000, 26_300, 19_500), [19.2, 7.0, -7.7, -18.5]),
    # besides 15
    "online": ((41_200, 33_000, 15_000, 10_800), [46.2, 8.0, -20.0, -34.2]),
}


@pytest.mark.parametrize("profile", PROFILES)
def test_the_final_score(profile: str) -> None:
    scores, points = FINAL[profile]
    assert game(profile).final(scores, LAST)["points"] == points


def test_the_uma_that_floats() -> None:
    """One below the start: 8, 3, 1, -12; three: 12, -1, -3, -8."""
    one = game("jpml-a").final((41_000, 31_000, 30_500, 17_500), LAST)
    three = game("jpml-a").final((60_000, 25_000, 20_000, 15_000), LAST)
    assert one["points"] == [19.0, 4.0, 1.5, -24.5]
    assert three["points"] == [42.0, -6.0, -13.0, -23.0]


def test_no_uma_floats_where_nobody_or_everybody_is_below_the_start() -> None:
    even = game("jpml-a").final((30_000, 30_000, 30_000, 30_000), LAST)
    sticks_lost = game("jpml-a").final((29_900, 29_800, 29_700, 29_600), LAST)
    assert even["points"] == [0.0, 0.0, 0.0, 0.0]
    assert sticks_lost["points"] == [-0.1, -0.2, -0.3, -0.4]


def test_three_tied_leaders_of_mleague_share_with_the_rest_to_the_one_nearest_the_first_dealer() -> None:
    """50, 10 and -10 among three are 16.8, 16.6 and 16.6; a stick among them 400, 300 and 300 points."""
    tied = game("mleague").final((30_000, 30_000, 30_000, 10_000), LAST)
    assert tied["points"] == [16.8, 16.6, 16.6, -50.0]
    left = game("mleague").final((30_000, 30_000, 30_000, 9_000), replace(LAST, pot={"deposits": 1}))
    assert left["table_scores"] == [30_400, 30_300, 30_300, 9_000]


@pytest.mark.parametrize(("profile", "left"), by_profile(1, 1, 0, 1, 1, 0, 1).items())
def test_a_stick_that_is_left_goes_to_the_leader_or_is_lost(profile: str, left: int) -> None:
    start = game(profile).start_points
    scores = (start + 9000, start, start - 4000, start - 6000)
    position = MatchPosition(3, 0, round=1, number=8, pot={"deposits": 1})
    assert game(profile).final(scores, position)["table_scores"][0] == start + 9000 + 1000 * left


@pytest.mark.parametrize(("profile", "places"), by_profile(*([[1, 1, 3, 4]] * 6), [1, 2, 3, 4]).items())
def test_equal_scores(profile: str, places: list[int]) -> None:
    start = game(profile).start_points
    assert game(profile).final((start + 5000, start + 5000, start - 4000, start - 6000), LAST)["places"] == places
