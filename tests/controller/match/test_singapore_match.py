"""What is paid at once at a table of Singapore, and who deals after a draw."""

from __future__ import annotations

import pytest

from controller.match import PayInstant, scores
from controller.refusals import Refused
from controller.rules.game import Instant
from controller.rules.seats import SEATS
from tests.controller.match.book import DRAW, Book, started, win


def paid(book: Book, *instants: Instant) -> None:
    for one in instants:
        book.do(PayInstant("operator", 1, one))


def test_matching_bonus_tiles_are_paid_at_once_and_once() -> None:
    book = started("singapore")
    book.begin()
    paid(book, Instant("cat-and-rat", SEATS[2], flags=("early",)), Instant("own-pair", SEATS[0]))
    paid(book, Instant("own-pair", SEATS[1]))
    assert scores(book.match) == (0, 0, 4, -4)
    again = [
        Instant("cat-and-rat", SEATS[1]),
        Instant("own-pair", SEATS[0]),
    ]
    for one in again:
        with pytest.raises(Refused) as caught:
            paid(book, one)
        assert caught.value.field == "instant"


@pytest.mark.parametrize("name", ["rooster-and-centipede", "all-flowers", "all-seasons", "all-animals"])
def test_of_the_whole_table_each_is_paid_once(name: str) -> None:
    book = started("singapore")
    book.begin()
    paid(book, Instant(name, SEATS[2]))
    with pytest.raises(Refused, match="bad-instant"):
        paid(book, Instant(name, SEATS[3]))


@pytest.mark.parametrize(
    ("name", "feeder"), [("claimed-kong", SEATS[0]), ("concealed-kong", None), ("added-kong", None)]
)
def test_nobody_has_five_kongs_and_no_tile_is_in_two(name: str, feeder: int | None) -> None:
    book = started("singapore")
    book.begin()
    tiles = [
        Instant(name, SEATS[1], None if feeder is None else SEATS[feeder], tile) for tile in ("1m", "2m", "3m", "4m")
    ]
    paid(book, *tiles[:1])
    with pytest.raises(Refused) as caught:
        paid(book, tiles[0])
    assert caught.value.field == "tile"
    paid(book, *tiles[1:])
    with pytest.raises(Refused) as caught:
        paid(book, Instant(name, SEATS[1], None if feeder is None else SEATS[feeder], "5m"))
    assert caught.value.field == "instant"


def test_a_draw_passes_the_deal_only_when_something_was_paid() -> None:
    book = started("singapore")
    book.begin()
    book.end(DRAW)
    assert book.match.standing is not None
    assert book.match.standing.position.dealer == SEATS[0]
    book.begin()
    book.do(PayInstant("operator", 2, Instant("concealed-kong", SEATS[3])))
    book.end(DRAW)
    assert book.match.standing.position.dealer == SEATS[1]
    assert scores(book.match) == (-2, -2, -2, 6)


def test_what_was_paid_stays_beside_the_win() -> None:
    book = started("singapore")
    book.begin()
    paid(book, Instant("concealed-kong", SEATS[3]))
    book.end(win(1, 0, 4))
    assert scores(book.match) == (-18, 30, -10, -2)
