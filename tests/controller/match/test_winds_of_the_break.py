"""Where the owner of the broken wall is East, the dice of a hand say who has which wind."""

from __future__ import annotations

from controller.rules.seats import SEATS
from tests.controller.match.book import VOID, started, win

HOUSE = {"seat-winds": "break-side"}


def test_the_owner_of_the_broken_wall_is_east_and_the_dealer_pays_his_tai() -> None:
    book = started("taiwanese", HOUSE, dealer=1)
    assert book.match.standing is not None
    dealer = book.match.standing.position.dealer
    book.throw(1, 1, 1)  # three: the wall opposite
    standing = book.match.hands[-1].standing
    opposite = SEATS[(dealer + 2) % 4]
    assert standing.winds[opposite] == "E"
    assert (standing.position.dealer, standing.position.east) == (dealer, opposite)
    book.end(win(opposite, dealer, 2))
    result = book.match.hands[-1].result
    assert result is not None
    assert result.settlement.net[opposite] == 30 + 10 * (2 + 1)
    following = book.match.standing
    assert following is not None
    assert (following.position.east, following.winds[following.position.dealer]) == (None, "E")
    assert book.replayed() == book.state


def test_winds_follow_the_dealer_unless_the_house_says_otherwise() -> None:
    book = started("taiwanese")
    book.throw(1, 1, 1)
    standing = book.match.hands[-1].standing
    assert standing.winds[standing.position.dealer] == "E"


def test_a_void_hand_frees_the_winds_for_the_next_throw() -> None:
    book = started("taiwanese", HOUSE)
    book.throw(1, 1, 1)
    book.end(VOID)
    assert book.match.standing is not None
    assert book.match.standing.position.east is None
    book.throw(1, 1, 2)
    assert book.match.hands[-1].standing.winds[3] == "E"
