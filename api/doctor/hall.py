"""How the table stands with its hall, from what the service keeps of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from api.doctor.finding import Finding
from api.uplink.errors import LinkTrouble
from api.uplink.state import load_link_state
from api.words.catalogue import DEFAULT, say
from controller.config import Config

MISSED_SECONDS: Final = 3600
"""A hall that does not answer for so long is not just being restarted."""
_ALARMS: Final = frozenset({LinkTrouble.CONFLICT, LinkTrouble.BATCH_REFUSED})
NAME: Final = "hall"


def hall(config: Config, now: datetime) -> list[Finding]:
    """Nothing for a table that belongs to none."""
    state, seconds = load_link_state(config.table.state_dir), int(now.timestamp())
    if not state.hall:
        return []
    if state.trouble is None:
        return [Finding(NAME, "ok", f"the hall has the events up to {state.acknowledged}")]
    words = say(DEFAULT, f"service.hall.{state.trouble.value}") or state.trouble.value
    since = datetime.fromtimestamp(state.since or seconds, UTC)
    detail = f"{words} since {since:%Y-%m-%d %H:%M} UTC ({state.detail})"
    remedy = say(DEFAULT, f"service.hall.{state.trouble.value}.do") or ""
    if state.trouble in _ALARMS:
        return [Finding(NAME, "bad", detail, remedy)]
    if state.trouble is LinkTrouble.UNREACHABLE and seconds - state.since < MISSED_SECONDS:
        return [Finding(NAME, "ok", detail)]
    return [Finding(NAME, "warn", detail, remedy)]
