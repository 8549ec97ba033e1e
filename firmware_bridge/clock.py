"""The board's microsecond clock, told in the host's seconds.

The pair of clocks is read with every heartbeat. A reading is off by at most half its round trip, and grows worse with
age because the board's resonator may be half a percent off; the reading with the smallest bound is the one in use.
"""

from __future__ import annotations

from dataclasses import dataclass

_DRIFT = 0.005
"""Ceramic resonator of the reference board: 0.5 % over temperature and age."""
_WRAP = 1 << 32


@dataclass(frozen=True, slots=True)
class ClockReading:
    """``board_us`` was shown when the host's clock stood at ``host``, within half of ``round_trip`` (seconds)."""

    host: float
    board_us: int
    round_trip: float

    def error(self, now: float) -> float:
        return self.round_trip / 2 + (now - self.host) * _DRIFT


class BoardClock:
    def __init__(self) -> None:
        self.reading: ClockReading | None = None

    def read(self, sent: float, received: float, board_us: int) -> None:
        """Takes the answer to a heartbeat."""
        fresh = ClockReading((sent + received) / 2, board_us, received - sent)
        if self.reading is None or fresh.error(received) <= self.reading.error(received):
            self.reading = fresh

    def host_time(self, board_us: int) -> float | None:
        """The host's time of a board's time stamp; None before the first reading.

        The stamp must lie within 35 minutes of the present: the board's clock wraps every 71.6 minutes.
        """
        if self.reading is None:
            return None
        distance = (board_us - self.reading.board_us + _WRAP // 2) % _WRAP - _WRAP // 2
        return self.reading.host + distance / 1e6
