"""The short form of ``bench.counts``: small hands in full, large ones by the published totals."""

from __future__ import annotations

from bench.counts import ALL_HANDS, PURE, WHOLE_SET, built, complete_hands, cuts, hands, waits


def test_there_are_as_many_suit_hands_as_published() -> None:
    assert sum(1 for _ in hands(9, 14)) == ALL_HANDS
    assert sum(1 for hand in built() if sum(hand) == 14) == PURE


def test_small_hands_are_cut_in_every_way_they_can_be_built() -> None:
    for suit in range(4):
        finding = cuts(suit, 6)
        assert finding.differing == 0
        assert finding.hands == sum(1 for _ in hands(7 if suit == 3 else 9, 6))


def test_small_hands_wait_for_what_completes_them() -> None:
    finding, ready = waits(7)
    assert finding.differing == 0
    assert (sum(ready.values()), max(ready)) == (2406, 5)


def test_there_are_as_many_complete_hands_as_published() -> None:
    assert complete_hands(3, True) == WHOLE_SET
