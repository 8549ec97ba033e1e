"""The presets: how a rule book turns the scores of a table into standings points. The data are in ``presets.toml``.

A preset is a document with a version. A tournament keeps the whole document that it is played by, so that it does not
change when a release does; a house writes documents of its own in the same form (``preset_of``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any, Final

from controller.refusals import Code, Detail, Refused, Takes
from hall.tournament.gong import GongPolicy

SEATS: Final = 4
POINTS_OF_STICK: Final = 1000
MOST_PROTEST_MINUTES: Final = 24 * 60
MOST_GONG_MINUTES: Final = 24 * 60
MOST_TARIFF: Final = 100
MOST_CHOICES: Final = 100
LONGEST_ID: Final = 60
LONGEST_EDITION: Final = 200
MOST_AMOUNT: Final = 1_000_000
"""Of points in a preset."""


class StickRule(StrEnum):
    FIRST = "first"
    LOST = "lost"
    NONE = "none"
    """The game knows no sticks."""


class PenaltyUnit(StrEnum):
    STANDINGS = "standings"
    """Standings points, taken off after uma."""
    TABLE = "table"
    """Points of the table, taken off before its places are found."""


class TieBreak(StrEnum):
    SCORE = "score"
    """The higher total score."""
    BEST_GAME = "best-game"
    """The better best game, in standings points."""
    HIGH_GAMES = "high-games"
    """More of the best games: the results from the best down, until one is better."""


class SubstituteRule(StrEnum):
    """What the game of a substitute is worth; for the other three at the table it counts always."""

    UNRANKED = "unranked"
    FIXED = "fixed"
    RANKED = "ranked"


class PenaltyEffect(StrEnum):
    """What a penalty does beside its points."""

    NONE = ""
    REDEAL = "redeal"
    """The hand is void and dealt again."""
    DEAD_HAND = "dead-hand"
    NO_WIN = "no-win"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True)
class TariffRow:
    id: str
    points: tuple[Fraction, ...]
    """Those that may be chosen, in the unit of the preset, 0 or below; empty: any."""
    effect: PenaltyEffect


@dataclass(frozen=True)
class Preset:
    """One rule book; the members are explained at the top of ``presets.toml``."""

    id: str
    version: int
    edition: str
    start: int | None
    zero: int
    """``return`` of the file: the score that is worth no points."""
    scale: Fraction
    uma_by_floating: tuple[tuple[Fraction, ...], ...]
    """Uma of the four places, by the number of players at or above ``zero``, 0 to 4."""
    tie_unit: Fraction | None
    sticks: StickRule
    stick_unit: int
    stick_rest_to_nearest: bool
    penalties: PenaltyUnit
    tie_breaks: tuple[TieBreak, ...]
    ruleset: str | None
    profile: str | None
    substitutes: SubstituteRule
    absence: Fraction
    protest_minutes: int
    gong: GongPolicy
    tariff: tuple[TariffRow, ...]
    based_on: str = ""
    """The id of the rules that those of a house were made from."""

    def document(self) -> dict[str, Any]:
        """As ``preset_of`` takes it, JSON values; the same for the same preset."""
        return {
            "id": self.id,
            "version": self.version,
            "edition": self.edition,
            **({"based_on": self.based_on} if self.based_on else {}),
            **({} if self.start is None else {"start": self.start}),
            "return": self.zero,
            "scale": str(self.scale),
            "floating": {str(count): list(map(str, uma)) for count, uma in enumerate(self.uma_by_floating)},
            **({} if self.tie_unit is None else {"tie_unit": str(self.tie_unit)}),
            "sticks": self.sticks.value,
            "stick_unit": self.stick_unit,
            "stick_rest": "nearest" if self.stick_rest_to_nearest else "lost",
            "penalties": self.penalties.value,
            "tie_breaks": [each.value for each in self.tie_breaks],
            **({} if self.ruleset is None else {"ruleset": self.ruleset}),
            **({} if self.profile is None else {"profile": self.profile}),
            "substitutes": self.substitutes.value,
            "absence": str(self.absence),
            "protest_minutes": self.protest_minutes,
            "gong": self.gong.document(),
            "tariff": [
                {"id": row.id, "points": list(map(str, row.points)), "effect": row.effect.value} for row in self.tariff
            ],
        }


@cache
def presets() -> Mapping[str, Preset]:
    """All presets of this release by id."""
    data = tomllib.loads(files(__package__).joinpath("presets.toml").read_text(encoding="utf-8"))
    return {name: preset_of({"id": name, **row}) for name, row in data.items()}


def preset_of(document: Any) -> Preset:
    """A preset from its document. Raises ``Refused`` (``bad-preset``) with the member that is wrong."""
    if not isinstance(document, Mapping):
        raise _wrong("", Takes.OBJECT())
    read = _Members(document)
    has_uma = "uma" in document
    floating = {str(n): document["uma"] for n in range(SEATS + 1)} if has_uma else read.object("floating", None)
    preset = Preset(
        id=read.text("id", LONGEST_ID),
        version=read.whole("version", 1, 1_000_000, 1),
        edition=read.text("edition", LONGEST_EDITION),
        start=read.whole("start", 0, MOST_AMOUNT, 0) if "start" in document else None,
        zero=read.whole("return", -MOST_AMOUNT, MOST_AMOUNT, 0),
        scale=read.fraction("scale"),
        uma_by_floating=tuple(_uma(floating, str(count)) for count in range(SEATS + 1)),
        tie_unit=read.fraction("tie_unit") if "tie_unit" in document else None,
        sticks=read.choice("sticks", StickRule),
        stick_unit=read.whole("stick_unit", 1, MOST_AMOUNT, 1),
        stick_rest_to_nearest=read.one_of("stick_rest", ("lost", "nearest")) == "nearest",
        penalties=read.choice("penalties", PenaltyUnit),
        tie_breaks=tuple(_tie_break(each) for each in read.list("tie_breaks")),
        ruleset=read.text("ruleset", LONGEST_ID) if "ruleset" in document else None,
        profile=read.text("profile", LONGEST_ID) if "profile" in document else None,
        substitutes=read.choice("substitutes", SubstituteRule, SubstituteRule.UNRANKED),
        absence=read.fraction("absence", "0"),
        protest_minutes=read.whole("protest_minutes", 0, MOST_PROTEST_MINUTES, 30),
        gong=_gong(read.object("gong", {})),
        tariff=_tariff(read.list("tariff", ())),
        based_on=read.text("based_on", LONGEST_ID) if "based_on" in document else "",
    )
    read.nothing_else()
    if preset.tie_unit is not None and preset.tie_unit <= 0:
        raise _wrong("tie_unit", Takes.ABOVE(least=0))
    return preset


def differences(one: Preset, source: Preset) -> list[tuple[str, Any, Any]]:
    """Members of the document that differ, with the value here and there; None where it is not there."""
    here, there = one.document(), source.document()
    names = [name for name in {**there, **here} if name not in ("id", "version", "edition", "based_on")]
    return [(name, here.get(name), there.get(name)) for name in names if here.get(name) != there.get(name)]


class _Members:
    """The members of an object, taken one by one."""

    def __init__(self, document: Mapping[str, Any], prefix: str = "") -> None:
        self._document, self._prefix, self._taken = document, prefix, {"uma", "floating"} if not prefix else set()

    def _take(self, name: str, default: Any) -> Any:
        self._taken.add(name)
        if name not in self._document and default is None:
            raise _wrong(self._prefix + name, Takes.SOMETHING())
        return self._document.get(name, default)

    def text(self, name: str, longest: int) -> str:
        value = self._take(name, None)
        if not isinstance(value, str) or not 0 < len(value) <= longest:
            raise _wrong(self._prefix + name, Takes.CHARACTERS(least=1, most=longest))
        return value

    def whole(self, name: str, least: int, most: int, default: int) -> int:
        value = self._take(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise _wrong(self._prefix + name, Takes.BETWEEN(least=least, most=most))
        return value

    def flag(self, name: str) -> bool:
        value = self._take(name, False)
        if not isinstance(value, bool):
            raise _wrong(self._prefix + name, Takes.YES_OR_NO())
        return value

    def fraction(self, name: str, default: str | None = None) -> Fraction:
        return _fraction(self._take(name, default), self._prefix + name)

    def one_of(self, name: str, choices: tuple[str, ...]) -> str:
        value = self._take(name, choices[0])
        if value not in choices:
            raise _wrong(self._prefix + name, Takes.ONE_OF(choices=", ".join(choices)))
        return str(value)

    def choice(self, name: str, kind: Any, default: Any = None) -> Any:
        value = self._take(name, default)
        if value not in [each.value for each in kind]:
            raise _wrong(self._prefix + name, Takes.ONE_OF(choices=", ".join(filter(None, kind))))
        return kind(value)

    def object(self, name: str, default: Any) -> Mapping[str, Any]:
        value = self._take(name, default)
        if not isinstance(value, Mapping):
            raise _wrong(self._prefix + name, Takes.OBJECT())
        return value

    def list(self, name: str, default: Any = None) -> list[Any]:
        value = self._take(name, default)
        if not isinstance(value, list | tuple) or len(value) > MOST_TARIFF:
            raise _wrong(self._prefix + name, Takes.ENTRIES(most=MOST_TARIFF))
        return [*value]

    def nothing_else(self) -> None:
        for name in self._document:
            if name not in self._taken:
                raise _wrong(f"{self._prefix}{name}", Takes.UNKNOWN())


def _uma(floating: Mapping[str, Any], count: str) -> tuple[Fraction, ...]:
    row = floating.get(count)
    if not isinstance(row, list | tuple) or len(row) != SEATS:
        raise _wrong(f"floating.{count}", Takes.FOUR())
    return tuple(_fraction(value, f"floating.{count}") for value in row)


def _tie_break(value: Any) -> TieBreak:
    if value not in list(TieBreak):
        raise _wrong("tie_breaks", Takes.ONE_OF(choices=", ".join(TieBreak)))
    return TieBreak(value)


def _gong(row: Mapping[str, Any]) -> GongPolicy:
    read = _Members(row, "gong.")
    policy = GongPolicy(
        minutes=read.whole("minutes", 0, MOST_GONG_MINUTES, 0),
        inside=read.whole("inside", 0, 100, 0),
        between=read.whole("between", 0, 100, 0),
        stop_now=read.flag("stop_now"),
        redeal_last=read.flag("redeal_last"),
    )
    read.nothing_else()
    return policy


def gong_of(document: Any) -> GongPolicy:
    """A gong policy from its document. Raises ``Refused`` (``bad-preset``)."""
    if not isinstance(document, Mapping):
        raise _wrong("gong", Takes.OBJECT())
    return _gong(document)


def _tariff(rows: list[Any]) -> tuple[TariffRow, ...]:
    found: dict[str, TariffRow] = {}
    for index, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise _wrong(f"tariff[{index}]", Takes.OBJECT())
        read = _Members(row, f"tariff[{index}].")
        points = [_fraction(value, f"tariff[{index}].points") for value in read.list("points", ())]
        one = TariffRow(
            read.text("id", LONGEST_ID), tuple(points), read.choice("effect", PenaltyEffect, PenaltyEffect.NONE)
        )
        read.nothing_else()
        if any(value > 0 for value in points):
            raise _wrong(f"tariff[{index}].points", Takes.ZERO_OR_BELOW())
        if one.id in found:
            raise _wrong(f"tariff[{index}].id", Takes.ONCE())
        found[one.id] = one
    return tuple(found.values())


def _fraction(value: Any, field: str) -> Fraction:
    try:
        found = Fraction(value) if isinstance(value, str) and len(value) <= 20 else None
    except (ValueError, ZeroDivisionError):
        found = None
    if found is None or abs(found) > MOST_AMOUNT:
        raise _wrong(field, Takes.AMOUNT())
    return found


def _wrong(field: str, detail: Detail) -> Refused:
    return Refused(Code.BAD_PRESET, detail, field=f"preset.{field}" if field else "preset")
