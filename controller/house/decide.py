"""A command against the lists of the house: refused with a reason, or answered with events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.events import Event
from controller.events.house import HouseRulesKept, HouseRulesRemoved, PlayerKept, PlayerRemoved
from controller.house.commands import KeepHouseRules, KeepPlayer, RemoveHouseRules, RemovePlayer
from controller.house.state import COLOURS, MOST_HOUSE_RULES, MOST_PLAYERS, House, HouseRules, ListedPlayer
from controller.limits import LONGEST_NAME, LONGEST_RULES_NAME, LONGEST_WHO, MOST_NUMBER, check_words
from controller.refusals import Code, Refused
from controller.rules.game import Game
from controller.rules.sheet.changes import DEFAULT_LANGUAGE

Configure = Callable[[str, Mapping[str, Any], str | None], Game]
"""As ``controller.rules.configure``. Raises ``RulesError``."""


def keep_rules(house: House, command: KeepHouseRules, configure: Configure) -> tuple[Event, ...]:
    """Rules that make no game are refused now, not when a match is to begin."""
    check_words(command.who, "who", LONGEST_WHO)
    check_words(command.name, "name", LONGEST_RULES_NAME)
    before = None if command.new else _rules(house, command.id)
    if before is None and len(house.rules) >= MOST_HOUSE_RULES:
        raise Refused(Code.LIST_FULL, f"There are {MOST_HOUSE_RULES} house rules already.")
    if before is not None and command.revision not in (None, before.revision):
        raise Refused(Code.STALE_HOUSE_RULES, field="revision")
    _check_name(command.id, command.name, house.rules.values())
    configure(command.ruleset, command.options, command.profile).check_new()
    return (
        HouseRulesKept(
            rules=command.id,
            revision=1 if before is None else before.revision + 1,
            name=command.name.strip(),
            ruleset=command.ruleset,
            profile=command.profile,
            options=dict(command.options),
            who=command.who,
            names=_names(command, before),
        ),
    )


def _names(command: KeepHouseRules, before: HouseRules | None) -> dict[str, str] | None:
    """In further languages; none where there is one name alone. A new name for all takes the place of the old one."""
    names = command.names if command.names is not None or before is None else before.names
    if names and DEFAULT_LANGUAGE in names:
        names = {**names, DEFAULT_LANGUAGE: command.name.strip()}
    for name in (names or {}).values():
        check_words(name, "names", LONGEST_RULES_NAME)
    return dict(names) if names else None


def remove_rules(house: House, command: RemoveHouseRules) -> tuple[Event, ...]:
    check_words(command.who, "who", LONGEST_WHO)
    return (HouseRulesRemoved(rules=_rules(house, command.rules).id, who=command.who),)


def keep_player(house: House, command: KeepPlayer) -> tuple[Event, ...]:
    check_words(command.who, "who", LONGEST_WHO)
    check_words(command.name, "name", LONGEST_NAME)
    if not command.new:
        _player(house, command.id)
    elif len(house.players) >= MOST_PLAYERS:
        raise Refused(Code.LIST_FULL, f"There are {MOST_PLAYERS} players already.")
    if command.colour is not None and command.colour not in COLOURS:
        raise Refused(Code.BAD_COLOUR, remedy=f"Choose one of {', '.join(COLOURS)}.", field="colour")
    _check_name(command.id, command.name, house.players.values())
    _check_number(house, command)
    kept = PlayerKept(command.id, command.name.strip(), command.colour, command.number, command.who)
    return (kept,)


def remove_player(house: House, command: RemovePlayer) -> tuple[Event, ...]:
    check_words(command.who, "who", LONGEST_WHO)
    return (PlayerRemoved(player=_player(house, command.player).id, who=command.who),)


def _rules(house: House, id_: str) -> HouseRules:
    found = house.rules.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_HOUSE_RULES, field="rules")
    return found


def _player(house: House, id_: str) -> ListedPlayer:
    found = house.players.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_PLAYER, field="player")
    return found


def _check_name(id_: str, name: str, entries: Iterable[HouseRules | ListedPlayer]) -> None:
    """Names tell entries apart for people, who do not see capitals."""
    wanted = name.strip().casefold()
    taken = next((each.id for each in entries if each.name.casefold() == wanted and each.id != id_), None)
    if taken is not None:
        detail = f"{name.strip()!r} is in the list already."
        raise Refused(Code.NAME_TAKEN, detail, field="name", more={"taken_by": taken})


def _check_number(house: House, command: KeepPlayer) -> None:
    if command.number is None:
        return
    if not 1 <= command.number <= MOST_NUMBER:
        raise Refused(Code.BAD_NUMBER, f"A number is from 1 to {MOST_NUMBER}.", field="number")
    if any(each.number == command.number and each.id != command.id for each in house.players.values()):
        raise Refused(Code.NUMBER_TAKEN, field="number")
