"""Dice out of seed and contributions: exactly uniform, shown by going through every case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.fairness.dice import FAIR_BYTES, face
from controller.fairness.draw import RollId, commitment, die, first_fair, mask, opened, residue, throw, unmasked
from controller.fairness.seeds import grow
from controller.fairness.statements import NOBODY, Contribution, Given
from controller.rules.seats import SEATS, Seat
from tools.dice_cases.book import four, keypad, phone, secret

AT = RollId(bytes(8), bytes(range(8)), 7)
FACES = range(1, 7)
seats = st.sampled_from(SEATS)
seeds = st.binary(min_size=32, max_size=32)


def test_every_residue_comes_from_exactly_forty_two_bytes() -> None:
    counts = Counter(first_fair([byte]) for byte in range(256))
    assert counts == {None: 4, **dict.fromkeys(range(6), 42)}


def test_a_byte_that_is_thrown_away_does_not_bend_the_next_one() -> None:
    counts = Counter(first_fair(pair) for pair in product(range(256), repeat=2))
    assert counts == {None: 16, **dict.fromkeys(range(6), (256 * 256 - 16) // 6)}


def test_after_any_number_of_bytes_that_are_thrown_away_the_next_one_decides_as_the_first() -> None:
    """Every byte at every place of a MAC behind bytes that are thrown away; whatever comes after it changes nothing."""
    for place in range(32):
        thrown_away = [252 + (place + n) % 4 for n in range(place)]
        for after in ([], [0] * (31 - place), [255] * (31 - place)):
            counts = Counter(first_fair([*thrown_away, byte, *after]) for byte in range(FAIR_BYTES))
            assert counts == dict.fromkeys(range(6), 42)


def test_the_maps_of_byte_to_die_are_one_and_the_same() -> None:
    """A die of the kernel's byte and a die of the seed's byte: so that one proof holds for both."""
    assert [first_fair([byte]) for byte in range(256)] == [
        None if (shown := face(byte)) is None else shown - 1 for byte in range(256)
    ]


def test_every_pad_shows_every_number_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 36 cases of pad and number: a mask gives nothing away, and is lifted exactly."""
    seen = Counter[tuple[int, int]]()
    for pad, number in product(range(6), FACES):
        monkeypatch.setattr("controller.fairness.draw._pad", lambda *_, pad=pad: pad)
        hidden = mask([number], b"", AT, Seat(0))
        seen[number, hidden.data[0]] += 1
        assert unmasked(hidden, b"", AT, Seat(0)) == keypad(number)
    assert seen == dict.fromkeys(product(FACES, range(6)), 1)


def test_two_dice_are_uniform_together_if_one_seat_enters_two_uniform_numbers() -> None:
    """All 36 sums of what seed and other seats have fixed, under all 36 pairs that the honest seat may enter."""
    for fixed in product(range(6), repeat=2):
        shown = {(die(fixed[0], [one]), die(fixed[1], [other])) for one, other in product(FACES, repeat=2)}
        assert shown == set(product(FACES, repeat=2))


def test_one_number_for_both_dice_would_leave_the_pair_bound() -> None:
    """Why each die has a number of its own: with one for both, only six of 36 pairs are left."""
    assert len({(die(2, [number]), die(5, [number])) for number in FACES}) == 6


def test_all_7776_cases_one_uniform_value_makes_the_die_uniform_whatever_the_others_are() -> None:
    """The seed's residue or any of the four numbers: with all others fixed, each face comes exactly once."""
    for honest in range(5):
        for others in product(range(6), repeat=4):
            values = [(*others[:honest], own, *others[honest:]) for own in range(6)]
            shown = {die(u, [number + 1 for number in numbers]) for u, *numbers in values}
            assert shown == set(FACES)


@pytest.mark.parametrize("entered", range(5))
def test_all_faces_come_equally_often_for_any_count_of_seats_that_enter(entered: int) -> None:
    counts = Counter(die(u, numbers) for u in range(6) for numbers in product(FACES, repeat=entered))
    assert counts == dict.fromkeys(FACES, 6**entered)


def test_without_contributions_a_die_is_what_its_byte_says() -> None:
    assert [die(u, []) for u in range(6)] == list(FACES)


@settings(deadline=None)
@given(seeds, seats, st.data())
def test_one_honest_seat_makes_both_dice_uniform_together_under_any_seed(
    seed: bytes, honest: Seat, data: st.DataObject
) -> None:
    others = data.draw(st.lists(contributions(2), min_size=4, max_size=4))
    thrown = Counter(
        throw(seed, AT, [keypad(*own) if seat == honest else others[seat] for seat in SEATS], 2)
        for own in product(FACES, repeat=2)
    )
    assert thrown == dict.fromkeys(product(FACES, repeat=2), 1)


@pytest.mark.parametrize("seat", SEATS)
def test_a_nonce_changes_every_die(seat: Seat) -> None:
    """6,000 nonces: chi-square with 35 degrees of freedom is below 57.3 (99 %) for pairs of dice."""
    thrown = Counter(throw(secret("seed"), AT, four(**{f"s{seat}": phone(str(n))}), 2) for n in range(6000))
    assert sum((thrown[pair] - 6000 / 36) ** 2 / (6000 / 36) for pair in product(FACES, repeat=2)) < 57.3


def test_neighbouring_seeds_of_a_chain_give_independent_dice() -> None:
    """4,096 rolls in a row: faces, pairs and the next roll's first die, each below the 99 % value of chi-square."""
    chain = grow(AT.table, AT.epoch, secret("chain"))
    rolls = [throw(chain.seeds[n], RollId(AT.table, AT.epoch, n), NOBODY, 2) for n in range(1, 4097)]
    assert chi_square(Counter(face for roll in rolls for face in roll), 6) < 15.1
    assert chi_square(Counter(rolls), 36) < 57.3
    assert chi_square(Counter((a[0], b[0]) for a, b in pairwise(rolls)), 36) < 57.3


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    return sum((count - expected) ** 2 / expected for count in counts.values()) + (cells - len(counts)) * expected


def test_dice_of_one_roll_are_bound_to_table_epoch_number_and_place() -> None:
    rolls = {
        throw(secret("seed"), at, NOBODY, 10)
        for at in (
            AT,
            RollId(b"tableone", AT.epoch, 7),
            RollId(AT.table, b"epochone", 7),
            RollId(AT.table, AT.epoch, 8),
        )
    }
    assert len(rolls) == 4
    assert len(set(next(iter(rolls)))) > 1


def test_a_mac_without_a_usable_byte_is_followed_by_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bytes] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        return bytes([255] * 32) if len(asked) < 3 else bytes([254] * 31 + [7])

    monkeypatch.setattr("controller.fairness.draw.hmac.digest", digest)
    assert residue(b"key", b"m") == 1
    assert asked == [b"m", b"m\x01", b"m\x02"]


# ------------------------------------------------------------ masks and commitments


@settings(deadline=None)
@given(seeds, seats, st.lists(st.sampled_from(FACES), min_size=1, max_size=10))
def test_the_seed_of_the_roll_lifts_the_mask(seed: bytes, seat: Seat, numbers: list[int]) -> None:
    hidden = mask(numbers, seed, AT, seat)
    assert hidden.given is Given.MASKED
    assert unmasked(hidden, seed, AT, seat) == keypad(*numbers)


@settings(deadline=None)
@given(seeds, seats)
def test_under_a_mask_every_number_looks_like_every_other(seed: bytes, seat: Seat) -> None:
    """The masked value says nothing while the seed is unknown: number to value is one to one under each seed."""
    assert {mask([number], seed, AT, seat).data[0] for number in FACES} == set(range(6))


def test_masks_of_all_pads_spread_evenly() -> None:
    counts = Counter(mask([3], secret(f"seed {n}"), AT, Seat(0)).data[0] for n in range(6000))
    assert chi_square(counts, 6) < 15.1


def test_a_commitment_belongs_to_one_seat_and_one_roll() -> None:
    nonce = secret("nonce", 16)
    places = [(AT, seat) for seat in SEATS] + [(RollId(AT.table, AT.epoch, 8), Seat(0))]
    assert len({commitment(nonce, at, seat) for at, seat in places}) == 5


def test_what_is_not_masked_stays_as_it_is() -> None:
    shown = four(s0=keypad(1, 2), s1=phone("a"))
    assert opened(shown, secret("seed"), AT) == shown


def contributions(dice: int) -> st.SearchStrategy[Contribution]:
    """What the other seats, who may know everything, can give."""
    return st.one_of(
        st.just(Contribution()),
        st.just(Contribution(Given.TIMED_OUT)),
        st.lists(st.sampled_from(FACES), min_size=dice, max_size=dice).map(lambda numbers: keypad(*numbers)),
        st.binary(min_size=16, max_size=16).map(lambda nonce: Contribution(Given.PHONE, nonce)),
        st.binary(min_size=32, max_size=32).map(lambda promised: Contribution(Given.COMMITMENT, promised)),
    )


def subsets() -> Iterator[tuple[Seat, ...]]:
    for size in range(5):
        yield from combinations(SEATS, size)


@pytest.mark.parametrize("entering", list(subsets()))
def test_any_set_of_seats_with_one_honest_member_is_fair(entering: tuple[Seat, ...]) -> None:
    seed = secret("bad seed")
    for honest in entering:
        fixed = {f"s{seat}": keypad(1 + seat) for seat in entering}
        thrown = {throw(seed, AT, four(**{**fixed, f"s{honest}": keypad(own)}), 1) for own in FACES}
        assert thrown == {(face,) for face in FACES}
