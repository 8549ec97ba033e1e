"""The settings that the board keeps: what they are, and new values for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from api.doctor.direct import Direct
from api.doctor.finding import Finding
from controller.refusals import JantakuError
from firmware_bridge import messages as m

S = m.Setting
_UNITS: Final[Mapping[m.Setting, tuple[str, int]]] = {
    S.CHANNEL_CAPACITY: ("tiles between counter and head", 1),
    S.TAIL_MS: ("ms of watching after the last push", 1),
    S.REVERSE_MS: ("ms back after a stall", 1),
    S.CURRENT_LIMIT_LIFT: ("A", 10),
    S.CURRENT_LIMIT_HATCH: ("A", 10),
    S.CURRENT_LIMIT_HEAD: ("A", 10),
    S.CURRENT_LIMIT_DISC: ("A", 10),
    S.OVERHEAT_C: ("degrees", 1),
    S.MAX_STACKS: ("stacks on one side", 1),
    S.TRAVEL_MARGIN_MS: ("ms over the mean that are called slow", 1),
}
"""The unit that people read, and how many of the board's steps are one of it."""
_MOST: Final = 0xFFFF


class BadSetting(JantakuError, ValueError):
    """No setting of this name, or no number for it. One line that names what there is."""

    code = "bad-setting"


def name_of(setting: m.Setting) -> str:
    """``current-limit-lift``."""
    return setting.name.lower().replace("_", "-")


def parsed(words: Iterable[str]) -> dict[m.Setting, int]:
    """``current-limit-lift=1.3`` and so on, in the board's steps. Raises BadSetting."""
    return dict(_one(word) for word in words)


def _one(word: str) -> tuple[m.Setting, int]:
    name, _, value = word.partition("=")
    setting = {name_of(each): each for each in S}.get(name.strip())
    if setting is None:
        raise BadSetting(f"there is no setting {name!r}; there are {', '.join(map(name_of, S))}")
    unit, steps = _UNITS[setting]
    try:
        number = round(float(value) * steps)
    except (ValueError, OverflowError):
        raise BadSetting(f"{name}: {value!r} is not a number ({unit})") from None
    if not 0 <= number <= _MOST:
        raise BadSetting(f"{name}: {value} is out of range")
    return setting, number


async def settings(table: Direct, puts: Mapping[m.Setting, int]) -> list[Finding]:
    """All of them, after ``puts`` were kept. Raises ``DoctorError``."""
    return [await _kept(table, each, puts.get(each)) for each in S]


async def _kept(table: Direct, setting: m.Setting, wanted: int | None) -> Finding:
    ask = m.GetSetting(setting=setting) if wanted is None else m.PutSetting(setting=setting, value=wanted)
    kept = (await table.ask(ask, m.SettingValue)).value
    detail = f"{name_of(setting)}: {_in_words(setting, kept)}"
    if wanted is None:
        return Finding("setting", "ok", detail)
    if kept != wanted:
        remedy = f"It is the nearest to {_in_words(setting, wanted)} that the board allows."
        return Finding("setting", "warn", f"{detail}, kept by the board", remedy)
    return Finding("setting", "ok", f"{detail}, kept by the board")


def _in_words(setting: m.Setting, value: int) -> str:
    unit, steps = _UNITS[setting]
    return f"{value / steps:.1f} {unit}" if steps > 1 else f"{value} {unit}"
