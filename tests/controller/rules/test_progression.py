"""How matches go on: extra hands, rounds, limits, three and five players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.rules import configure, rulesets
from controller.rules.game import End, Game, MatchPosition
from controller.rules.progression import advance, goes_on
from controller.rules.seats import SEATS
from controller.rules.sheet.ruleset import Progression

START = MatchPosition(dealer=0, first_dealer=0)
DRAW = End("draw")


def win(seat: int) -> End:
    return End("win", winners=(seat,), discarder=None)


def play(game: Game, outcomes: Iterable[End], start: MatchPosition = START) -> Iterator[MatchPosition]:
    position: MatchPosition | None = start
    for outcome in outcomes:
        assert position is not None
        yield position
        position = game.advance(position, [outcome], (0, 0, 0, 0))


def always_lost(game: Game, start: MatchPosition = START) -> list[MatchPosition]:
    """Every hand of a match in which no dealer ever wins."""
    hands, position = [], start
    while position is not None:
        hands.append(position)
        position = game.advance(position, [win((position.dealer + 1) % 4)], (0, 0, 0, 0))
    return hands


def test_after_a_draw_the_next_wind_prevails_where_the_house_says_so() -> None:
    """Two draws and a win of the dealer, then a win of another; the rounds stay as long as they are."""
    game = configure("hong-kong-old", {"wind-after-draw": "moves-on"})
    outcomes = [DRAW, DRAW, win(0), win(1), win(1)]
    assert [game.prevailing(position) for position in play(game, outcomes)] == ["E", "S", "W", "W", "W"]
    assert [position.round for position in play(game, outcomes)] == [0] * 5
    assert len(always_lost(game, MatchPosition(0, 0, draws=2))) == 16
    last = MatchPosition(3, 0, round=3, number=16, draws=1)
    assert game.prevailing(last) == "E"
    assert game.advance(last, [win(0)], (0, 0, 0, 0)) is None


def test_the_printed_match_of_hong_kong_has_eighteen_hands() -> None:
    """Hand 7 is drawn and repeated, hand 15 is won by East and repeated; all others are lost by the dealer."""
    game = configure("hong-kong-old")
    outcomes: list[End] = []
    position: MatchPosition | None = START
    table = []
    while position is not None:
        winds = "".join(wind or "-" for wind in game.seat_winds(position))
        table.append((position.number, position.streak, game.prevailing(position), winds))
        if (position.number, position.streak) == (7, 0):
            outcomes.append(DRAW)
        elif (position.number, position.streak) == (15, 0):
            outcomes.append(win(position.dealer))
        else:
            outcomes.append(win((position.dealer + 2) % 4))
        position = game.advance(position, [outcomes[-1]], (0, 0, 0, 0))
    turns = ["ESWN", "NESW", "WNES", "SWNE"]
    assert table == [
        (1, 0, "E", turns[0]), (2, 0, "E", turns[1]), (3, 0, "E", turns[2]), (4, 0, "E", turns[3]),
        (5, 0, "S", turns[0]), (6, 0, "S", turns[1]), (7, 0, "S", turns[2]), (7, 1, "S", turns[2]),
        (8, 0, "S", turns[3]), (9, 0, "W", turns[0]), (10, 0, "W", turns[1]), (11, 0, "W", turns[2]),
        (12, 0, "W", turns[3]), (13, 0, "N", turns[0]), (14, 0, "N", turns[1]), (15, 0, "N", turns[2]),
        (15, 1, "N", turns[2]), (16, 0, "N", turns[3]),
    ]  # fmt: skip


def test_a_match_without_extra_hands_has_sixteen() -> None:
    game = configure("hong-kong-old", {"extra-hands": False})
    hands = list(play(game, [win(0)] + [DRAW] * 15))
    assert len(hands) == 16
    assert [hand.dealer for hand in hands[:5]] == [0, 1, 2, 3, 0]
    assert game.advance(hands[-1], [win(3)], (0, 0, 0, 0)) is None


def test_the_first_dealer_opens_every_round() -> None:
    hands = always_lost(configure("chinese-traditional"), MatchPosition(dealer=2, first_dealer=2))
    assert [hand.dealer for hand in hands] == [2, 3, 0, 1] * 4
    assert [hand.round for hand in hands] == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4


def test_after_three_hands_in_a_row_the_deal_passes_anyway() -> None:
    game = configure("hong-kong-old", {"max-consecutive-hands": 3})
    assert [hand.dealer for hand in play(game, [win(0), DRAW, win(0), win(0)])] == [0, 0, 0, 1]


def test_a_drawn_hand_passes_the_deal_in_the_traditional_game_only() -> None:
    passes = {name: next_dealer(name, {}) for name in ("chinese-traditional", "base-and-doubles", "cantonese-old")}
    assert passes == {"chinese-traditional": 1, "base-and-doubles": 0, "cantonese-old": 0}
    assert next_dealer("chinese-traditional", {"draw-keeps-deal": True}) == 0
    assert next_dealer("base-and-doubles", {"draw-keeps-deal": False}) == 1


def next_dealer(name: str, options: dict[str, object]) -> int:
    position = configure(name, options).advance(START, [DRAW], (0, 0, 0, 0))
    assert position is not None
    return position.dealer


def test_drawn_hands_are_carried_until_somebody_wins() -> None:
    game = configure("hong-kong-old")
    assert [hand.extra_hands for hand in play(game, [DRAW, DRAW, win(1), DRAW])] == [0, 1, 2, 0]


def test_an_aborted_hand_is_played_again_as_if_it_had_not_been() -> None:
    position = MatchPosition(dealer=1, first_dealer=0, number=2, streak=1, extra_hands=1)
    assert configure("hong-kong-old").advance(position, [End("abort")], (0, 0, 0, 0)) == position


def test_every_configured_ruleset_is_a_game() -> None:
    games: list[Game] = [configure(name) for name in rulesets()]
    for game in games:
        players = game.wall.players
        assert game.final((3, 9, 3, -15)[:players], START)["places"] == [2, 1, 2, 4][:players]


def test_a_hand_goes_on_until_so_many_have_won() -> None:
    plan, of_three = Progression(wins_per_hand=3), Progression(wins_per_hand=3, absent_seat=SEATS[3])
    two, one = End("win", winners=(1, 2)), End("win", winners=(0,))
    assert not goes_on(Progression(), [one])
    assert goes_on(plan, [one]) and goes_on(plan, [two])
    assert not goes_on(plan, [two, one])
    assert not goes_on(plan, [one, DRAW])
    assert not goes_on(of_three, [two]), "the last player has nobody to play against"


def test_a_dealer_who_has_won_in_any_end_stays() -> None:
    ends = [End("win", winners=(0,)), DRAW]
    assert advance(Progression(keeps_on_draw=False), START, ends) == MatchPosition(0, 0, streak=1)
    assert advance(Progression(keeps_on_draw=False), START, [End("win", winners=(1,)), DRAW]) == MatchPosition(
        1, 0, number=2
    )
