"""Moments as text: ISO 8601 in UTC with milliseconds, as the journal writes them."""

from __future__ import annotations

from datetime import UTC, datetime

from hall.tournament.gong import RoundClock
from hall.tournament.values import Round


def iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> datetime:
    """Raises ``ValueError`` for what is no moment, or one without a zone."""
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError("a moment names its time zone")
    return found.astimezone(UTC)


def clock_of(round: Round) -> RoundClock | None:
    """The clock of a round that was started."""
    if round.start is None:
        return None
    extra: dict[int, int] = {}
    for each in round.extra:
        extra[each.table] = extra.get(each.table, 0) + each.minutes
    called: dict[int, datetime] = {}
    for call in round.called:
        called.setdefault(call.table, moment(call.time))
    stopped = tuple((moment(each.begin), None if each.end is None else moment(each.end)) for each in round.stopped)
    return RoundClock(moment(round.start), round.minutes, extra, stopped, called)
