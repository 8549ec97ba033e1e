"""Who gets a discard that several people call."""

from __future__ import annotations

from controller.rules import configure
from controller.rules.questions.claims import Bid, granted, rulings


def test_a_win_comes_before_a_kong_and_a_chow_only_from_the_left() -> None:
    game = configure("cantonese-old")
    bids = [Bid(1, "chow"), Bid(2, "kong"), Bid(3, "win")]
    assert granted(game, 0, bids) == [Bid(3, "win")]
    assert granted(game, 0, bids[:2]) == [Bid(2, "kong")]
    assert granted(game, 3, [Bid(1, "chow")]) == []


def test_several_winners_are_settled_as_the_house_says() -> None:
    near, far = Bid(1, "win", 3), Bid(3, "win", 8, frozenset({"thirteen-terminals"}))
    assert granted(configure("hong-kong-old"), 0, [far, near]) == [near]
    assert granted(configure("hong-kong-old", {"multiple-winners": "highest"}), 0, [far, near]) == [far]
    assert granted(configure("hong-kong-old", {"multiple-winners": "all"}), 0, [far, near]) == [near, far]
    assert granted(configure("cantonese-old"), 0, [far, near]) == [far]
    assert granted(configure("cantonese-old", {"thirteen-terminals-priority": False}), 0, [far, near]) == [near]


def test_a_limit_hand_is_higher_than_more_faan() -> None:
    """Thirteen is a figure for display; little winds with all pongs and one suit count more and pay less."""
    many, limit = Bid(1, "win", 20, base=8), Bid(2, "win", 13, base=64)
    assert granted(configure("hong-kong-old", {"multiple-winners": "highest"}), 0, [many, limit]) == [limit]


def test_of_two_winners_the_nearest_wins_and_of_three_all_where_the_house_says_so() -> None:
    bids = [Bid(seat, "win", 3) for seat in (1, 2, 3)]
    game = configure("taiwanese", {"multiple-winners": "three-only"})
    assert granted(game, 0, bids[1:]) == [bids[1]]
    assert granted(game, 0, bids) == bids


def test_a_house_may_forbid_a_kong_from_the_player_on_the_left() -> None:
    kong = Bid(1, "kong")
    assert granted(configure("taiwanese"), 0, [kong]) == [kong]
    house = configure("taiwanese", {"kong-from-left": False})
    assert [ruling.key for ruling in rulings(house, 0, [kong])] == ["claim.kong-from-left"]
    assert granted(house, 3, [kong]) == [kong]
