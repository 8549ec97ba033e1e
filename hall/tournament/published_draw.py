"""A draw as a hall publishes it with the schedule: everything that is needed to recompute both, as one JSON object."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from controller.events.values import EventPart
from controller.refusals import Code, Refused
from hall.tournament.report import FORMAT, read_report
from hall.tournament.report_check import Finding, check_asked, check_draw, check_schedule
from hall.tournament.state import Tournament
from hall.tournament.values import AskedDice, Commitment, Draw, Schedule

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

DRAW_FORMAT: Final = "jantaku-tournament-draw"


@dataclass(frozen=True, slots=True)
class PublishedDraw(EventPart):
    format: Literal["jantaku-tournament-draw"]
    version: Literal[1]
    tournament: str
    commitments: tuple[Commitment, ...]
    draw: Draw | None
    """Null: promised and not drawn yet."""
    schedules: tuple[Schedule, ...]
    asked: tuple[AskedDice, ...] = ()
    """Tables that were asked for their dice, those included whose dice are not used."""


@cache
def _adapter() -> TypeAdapter[PublishedDraw]:
    from pydantic import TypeAdapter

    return TypeAdapter(PublishedDraw)


def published_draw(tournament: Tournament) -> dict[str, Any]:
    """JSON values."""
    made = PublishedDraw(
        "jantaku-tournament-draw", 1, tournament.id, tournament.commitments, tournament.draw, tournament.schedules,
        tournament.asked,
    )  # fmt: skip
    return cast(dict[str, Any], _adapter().dump_python(made, mode="json"))


def check_published(text: bytes) -> dict[str, Any]:
    """``{"ok", "seed", "numbers", "findings"}`` of a published draw, or of a report. Raises ``Refused``
    (``bad-report``)."""
    published = _read(text)
    findings = list[Finding]()
    if published.draw is not None:
        findings += check_draw(published.draw, published.commitments)
        findings += check_asked(published.asked, published.draw)
    for at, schedule in enumerate(published.schedules):
        findings += check_schedule(schedule, published.draw, f"schedules.{at}")
    draw = published.draw
    return {
        "ok": not findings,
        "seed": None if draw is None else draw.seed,
        "numbers": [] if draw is None else list(draw.numbers),
        "findings": [each.as_json() for each in findings],
    }


def _read(text: bytes) -> PublishedDraw:
    try:
        members = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(Code.BAD_REPORT, f"is no JSON: {error}", field="report") from error
    if isinstance(members, dict) and members.get("format") == FORMAT:
        facts = read_report(text).tournament
        return PublishedDraw(
            "jantaku-tournament-draw", 1, facts.id, facts.commitments, facts.draw, facts.schedules, facts.asked
        )
    try:
        return _adapter().validate_json(text)
    except ValueError as error:
        first = cast("ValidationError", error).errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refused(Code.BAD_REPORT, str(first["msg"]), field=place or "report") from error
