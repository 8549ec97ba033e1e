"""The topics of the match that a table plays: round, hand, dealer, winds, scores; names only where they are allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from api.mqtt.table_facts import TableFacts
from api.mqtt.topic import Entity, Payload, Topic, Withheld
from api.words.names import local_name
from api.words.shown import hand_name

_PHASES: Final = ("first-dealer", "roll", "play", "over")
SEATS: Final = 4


def _of_match(member: str) -> Callable[[TableFacts], Payload]:
    def value(facts: TableFacts) -> Payload:
        found: Payload = None if facts.match is None else facts.match[member]
        return found

    return value


def _round(facts: TableFacts) -> Payload:
    return None if facts.match is None else facts.match["round"] + 1


def _dealer(facts: TableFacts) -> Payload:
    dealer = None if facts.match is None else facts.match["dealer"]
    return None if dealer is None else dealer + 1


def _hand(facts: TableFacts) -> Payload:
    return None if facts.match is None else hand_name(facts.match, facts.words)


def _running(facts: TableFacts) -> Payload:
    return facts.match is not None and facts.match["phase"] != "over"


def _dice(facts: TableFacts) -> Payload:
    dice: dict[str, Any] | None = facts.snapshot["dice"]
    return None if dice is None else list(dice["dice"])


def _of_player(seat: int, member: str) -> Callable[[TableFacts], Payload]:
    def value(facts: TableFacts) -> Payload:
        player = facts.player(seat)
        found: Payload = None if player is None else player[member]
        return found

    return value


def _name(seat: int) -> Callable[[TableFacts], Payload | Withheld]:
    def value(facts: TableFacts) -> Payload | Withheld:
        if not facts.names:
            return Withheld.WITHHELD
        player = facts.player(seat)
        return None if player is None else local_name(player["name"], facts.words)

    return value


def name_path(seat: int) -> str:
    return f"match/seats/{seat + 1}/name"


def _seat(seat: int) -> tuple[Topic[TableFacts], ...]:
    here, number = f"match/seats/{seat + 1}", {"n": seat + 1}
    return (
        Topic(f"{here}/score", f"Points of seat {seat + 1}", _of_player(seat, "score"),
              Entity("mqtt.score", icon="mdi:counter", state_class="measurement", args=number)),
        Topic(f"{here}/wind", f"Seat wind of seat {seat + 1}: E, S, W, N", _of_player(seat, "wind"),
              Entity("mqtt.wind", icon="mdi:compass", args=number)),
        Topic(name_path(seat), f"Name of the player on seat {seat + 1}; only with `names = true`", _name(seat),
              Entity("mqtt.name", icon="mdi:account", args=number)),
    )  # fmt: skip


MATCH: Final[tuple[Topic[TableFacts], ...]] = (
    Topic("match/running", "Whether a match is played", _running,
          Entity("mqtt.match", "binary_sensor", device_class="running")),
    Topic("match/phase", f"What is played now: {', '.join(_PHASES)}", _of_match("phase"),
          Entity("mqtt.phase", device_class="enum", options=_PHASES, icon="mdi:timeline")),
    Topic("match/ruleset", "Id of the ruleset", _of_match("ruleset"), Entity("mqtt.ruleset", icon="mdi:book-open")),
    Topic("match/hand-name", "The hand that is played, in the language of the table", _hand,
          Entity("mqtt.hand", icon="mdi:cards")),
    Topic("match/round", "Round, from 1", _round),
    Topic("match/prevailing", "Prevailing wind: E, S, W, N", _of_match("prevailing")),
    Topic("match/in-round", "Hand of the round, from 1", _of_match("in_round")),
    Topic("match/extra", "How often the dealer has repeated", _of_match("extra")),
    Topic("match/hands", "Hands begun in this match", _of_match("index"),
          Entity("mqtt.hands", icon="mdi:counter", state_class="measurement")),
    Topic("match/dealer", "Seat of the dealer, from 1", _dealer, Entity("mqtt.dealer", icon="mdi:crown")),
    Topic("match/deposits", "Points that lie on the table for the next winner", _of_match("deposits")),
    Topic("match/dice", "The last throw that counts: JSON list", _dice, Entity("mqtt.dice", icon="mdi:dice-multiple")),
    *(topic for seat in range(SEATS) for topic in _seat(seat)),
)  # fmt: skip
