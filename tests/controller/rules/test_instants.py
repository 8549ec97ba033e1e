"""Records of what is paid at once while a hand is played: one payment instead of a win, and a list beside a win."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.rules.engine import ConfiguredGame
from controller.rules.errors import RecordError
from controller.rules.instants import net_beside_win, score_event
from tests.controller.match.kongs_at_once import INSTANTS, RULES

KNOWN = (*(rule.id for rule in INSTANTS), "rain")
GAME = ConfiguredGame(replace(RULES, scores_instants=score_event(KNOWN)))


def scored(event: str, seat: str, **more: Any) -> dict[str, Any]:
    return GAME.score({"ruleset": RULES.id, "event": event, "seat_wind": seat, **more})


@pytest.mark.parametrize(
    ("record", "total", "net"),
    [
        ({"event": "claimed-kong", "seat_wind": "S", "discarder": "W"}, 2, (0, 2, -2, 0)),
        ({"event": "concealed-kong", "seat_wind": "N", "flags": []}, 2, (-2, -2, -2, 6)),
        ({"event": "added-kong", "seat_wind": "E", "flags": ["early"]}, 2, (6, -2, -2, -2)),
        ({"event": "four-equal", "seat_wind": "E", "discarder": None}, 1, (-3, 1, 1, 1)),
    ],
)
def test_a_payment_at_once_is_scored_like_a_win(record: dict[str, Any], total: int, net: tuple[int, ...]) -> None:
    assert GAME.score({"ruleset": RULES.id, **record}) == {
        "legal": True, "items": {record["event"]: total}, "total": total, "unit": "doubles", "limit": False,
        "base": total, "payments": dict(zip("ESWN", net, strict=True)),
    }  # fmt: skip


def test_what_a_house_does_not_play_pays_nothing() -> None:
    assert scored("rain", "S")["items"] == {}


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"event": "snow", "seat_wind": "S"}, "event"),
        ({"event": 4, "seat_wind": "S"}, "event"),
        ({"event": "added-kong"}, "seat_wind"),
        ({"event": "four-equal", "seat_wind": "S"}, "seat_wind"),
        ({"event": "claimed-kong", "seat_wind": "S"}, "discarder"),
        ({"event": "claimed-kong", "seat_wind": "S", "discarder": "S"}, "discarder"),
        ({"event": "added-kong", "seat_wind": "S", "flags": "early"}, "flags"),
        ({"event": "added-kong", "seat_wind": "S", "tiles": "1m"}, "tiles"),
    ],
)
def test_a_payment_that_cannot_be_names_its_field(record: dict[str, Any], field: str) -> None:
    with pytest.raises(RecordError) as error:
        GAME.score({"ruleset": RULES.id, **record})
    assert error.value.field == field


def test_payments_beside_a_win_add_up() -> None:
    listed = [
        {"event": "claimed-kong", "seat": "S", "from": "W"},
        {"event": "added-kong", "seat": "E", "early": True},
        {"event": "rain", "seat": "N"},
    ]
    assert net_beside_win(GAME.bound.instants, listed, KNOWN, ("early",)) == (6, 0, -4, -2)


@pytest.mark.parametrize(
    ("member", "field"),
    [
        ("kong", "instant[0]"),
        ({"event": "snow", "seat": "S"}, "instant[0].event"),
        ({"event": "added-kong", "seat": "X"}, "instant[0].seat"),
        ({"event": "claimed-kong", "seat": "S"}, "instant[0].from"),
        ({"event": "added-kong", "seat": "S", "late": True}, "instant[0].late"),
    ],
)
def test_a_member_that_cannot_be_names_its_place(member: Any, field: str) -> None:
    with pytest.raises(RecordError) as error:
        net_beside_win(GAME.bound.instants, [member], KNOWN, ("early",))
    assert error.value.field == field
