"""Setting a tournament up: rules, settings, registration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from controller.events import Event
from controller.limits import LONGEST_WHO, check_words
from controller.refusals import Because, Code, Detail, Refused, Takes
from controller.rules import configure
from hall.ids import new_id
from hall.tournament import events as did
from hall.tournament.commands import AbandonTournament, ChangeSettings, CreateTournament, KeepPreset, OpenRegistration
from hall.tournament.decide.looking import Asked, going_on, next_step, read_part, reason, write_part
from hall.tournament.importing import is_country
from hall.tournament.presets import MOST_PROTEST_MINUTES, Preset, gong_of, preset_of, presets
from hall.tournament.values import Settings

LONGEST_TITLE: Final = 120
MOST_ROUNDS: Final = 100
MOST_TABLES: Final = 250
MOST_PRESETS: Final = 100
FIXED_BY_DRAW: Final = ("preset", "sticks")
"""Settings that stay as they are once numbers are drawn."""


def keep_preset(command: KeepPreset, context: Asked) -> tuple[Event, ...]:
    check_words(command.who, "who", LONGEST_WHO)
    there = context.state.tournaments.presets
    made = preset_of({"version": 1, **command.preset})
    if made.id in presets():
        raise Refused(Code.BAD_PRESET, Takes.ID_OF_PROGRAM(), field="preset.id")
    if made.id not in there and len(there) >= MOST_PRESETS:
        raise Refused(Code.BAD_PRESET, Takes.FULL(most=MOST_PRESETS), field="preset")
    before = there.get(made.id)
    counted = replace(made, version=1 if before is None else int(before["version"]) + 1)
    return (did.PresetKept(counted.document(), command.who),)


def create(command: CreateTournament, context: Asked) -> tuple[Event, ...]:
    check_words(command.who, "who", LONGEST_WHO)
    preset = _preset(command.preset, context)
    members = {
        "name": command.name,
        "preset": preset.document(),
        "rounds": command.rounds,
        "gong": preset.gong.document(),
        "protest_minutes": preset.protest_minutes,
        **command.settings,
    }
    settings = _settings(members, context)
    return (did.TournamentCreated(new_id("c", context.random), command.who, settings),)


def change(command: ChangeSettings, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    before = tournament.settings
    settings = _settings({**write_part(before), **command.settings}, context)
    if tournament.draw is not None:
        for name in FIXED_BY_DRAW:
            if getattr(settings, name) != getattr(before, name):
                raise Refused(Code.BAD_TOURNAMENT, Takes.FIXED_BY_DRAW(), field=name)
    if settings.rounds < len(tournament.rounds):
        raise Refused(Code.BAD_TOURNAMENT, Takes.AS_SEATED(n=len(tournament.rounds)), field="rounds")
    return () if settings == before else (did.SettingsChanged(tournament.id, command.who, settings),)


def open_registration(command: OpenRegistration, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context, (None,))
    return (did.RegistrationOpened(tournament.id, command.who, next_step(tournament)),)


def abandon(command: AbandonTournament, context: Asked) -> tuple[Event, ...]:
    tournament = going_on(command, context)
    return (did.TournamentAbandoned(tournament.id, command.who, reason(command.why)),)


def _preset(id: str, context: Asked) -> Preset:
    own = context.state.tournaments.presets.get(id)
    if own is not None:
        return preset_of(own)
    if id not in presets():
        raise Refused(Code.BAD_PRESET, Takes.LISTED(), field="preset")
    return presets()[id]


def _settings(members: Mapping[str, Any], context: Asked) -> Settings:
    """Raises ``Refused`` with the first member that is wrong."""
    given = members.get("preset")
    preset = _preset(given, context) if isinstance(given, str) else preset_of(given)
    gong = gong_of(members.get("gong"))
    settings = read_part(
        Settings, {**members, "preset": preset.document(), "gong": gong.document()}, Code.BAD_TOURNAMENT
    )
    check_words(settings.name, "name", LONGEST_TITLE)
    _check_options(settings, preset)
    wrong = _first_wrong(settings)
    if wrong is not None:
        raise Refused(Code.BAD_TOURNAMENT, wrong[1], field=wrong[0])
    return settings


def _check_options(settings: Settings, preset: Preset) -> None:
    """Tables would refuse them when the round is seated. Raises ``Refused`` that names the option."""
    if not settings.options:
        return
    if preset.ruleset is None:
        raise Refused(Code.BAD_TOURNAMENT, Because.NO_GAME(), field="options")
    configure(preset.ruleset, settings.options, preset.profile).check_new()


def _first_wrong(settings: Settings) -> tuple[str, Detail] | None:
    if settings.rounds > MOST_ROUNDS:
        return "rounds", Takes.BETWEEN(least=1, most=MOST_ROUNDS)
    if settings.protest_minutes > MOST_PROTEST_MINUTES:
        return "protest_minutes", Takes.BETWEEN(least=0, most=MOST_PROTEST_MINUTES)
    if settings.country and not is_country(settings.country):
        return "country", Takes.LETTERS_OF_COUNTRY()
    if len(settings.city) > LONGEST_TITLE or not (settings.city or "-").isprintable():
        return "city", Takes.LINE(most=LONGEST_TITLE)
    if len(settings.tables) > MOST_TABLES:
        return "tables", Takes.ENTRIES(most=MOST_TABLES)
    if len(set(settings.tables)) < len(settings.tables):
        return "tables", Takes.ONCE()
    for name in ("first_day", "last_day"):
        day = getattr(settings, name)
        if day and not _is_day(day):
            return name, Takes.DAY()
    if settings.first_day > settings.last_day and settings.last_day:
        return "last_day", Takes.NOT_BEFORE_FIRST()
    return None


def _is_day(text: str) -> bool:
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
