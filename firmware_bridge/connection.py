"""One open port and the sessions on it: the place where the sans-I/O session meets the event loop.

From received bytes to the callback there is no queue, no thread and no task switch. One thread stands beside: it sends
the heartbeat when the loop is late (``firmware_bridge.pacemaker``).
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable

from firmware_bridge.pacemaker import Pacemaker, WritesBeside
from firmware_bridge.session import Arrival, HostSession, Phase, SessionEnd
from firmware_bridge.transport import OpenTransport, PortError

OnArrival = Callable[[Arrival], None]


class Connection:
    """Opens the port at once; raises PortError. ``on_arrival`` is called in the loop for every message, in order."""

    def __init__(self, open_transport: OpenTransport, attempt: int, on_arrival: OnArrival) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_arrival = on_arrival
        self._arrivals = deque[Arrival]()
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._over: asyncio.Future[SessionEnd | PortError] | None = None
        self._lost: PortError | None = None
        self.session: HostSession | None = None
        self.transport = open_transport(self._received, self._port_lost, attempt)

    async def run(self, session: HostSession) -> SessionEnd | PortError:
        """Lives through one session; says why it ended."""
        self.session, self._over = session, self._loop.create_future()
        if self._lost is not None:
            return self._lost
        self._tick()
        pacemaker = self._pacemaker(session)
        try:
            return await self._over
        finally:
            self._disarm()
            if pacemaker is not None:
                pacemaker.stop()

    def _pacemaker(self, session: HostSession) -> Pacemaker | None:
        if not isinstance(self.transport, WritesBeside):
            return None
        pacemaker = Pacemaker(lambda: session.overdue(self._loop.time()), self.transport.write_beside)
        pacemaker.start()
        return pacemaker

    def flush(self) -> None:
        """Writes what the session has to say, STOP first, and sets the timer for what it has to say next."""
        session = self.session
        if session is None:
            return
        if urgent := session.take_urgent():
            self.transport.write_urgent(urgent)
        if data := session.take():
            self.transport.write(data)
        if session.phase is Phase.OVER:
            self._finish(session.ending or SessionEnd.GOODBYE)
        else:
            self._arm(session.deadline)

    def close(self) -> None:
        self._disarm()
        self.transport.close()

    def _received(self, data: bytes) -> None:
        if self.session is None:
            return
        self._arrivals.extend(self.session.receive(data, self._loop.time()))
        self._deliver()

    def _deliver(self) -> None:
        """An error in the callback is the caller's and goes to the loop; what came after it is not lost by that."""
        try:
            while self._arrivals:
                self._on_arrival(self._arrivals.popleft())
        finally:
            if self._arrivals:
                self._loop.call_soon(self._deliver)
            self.flush()

    def _port_lost(self, error: PortError) -> None:
        self._lost = error
        self._finish(error)

    def _finish(self, why: SessionEnd | PortError) -> None:
        if self._over is not None and not self._over.done():
            self._over.set_result(why)

    def _tick(self) -> None:
        """A timer may fire within the resolution of the clock before its time; what it was set for is due then."""
        self._timer = None
        if self.session is not None:
            self.session.poll(max(self._loop.time(), self._due))
            self.flush()

    def _arm(self, deadline: float) -> None:
        if self._timer is not None:
            if self._timer.when() <= deadline:
                return
            self._timer.cancel()
        if math.isinf(deadline):
            self._timer = None
        else:
            self._timer, self._due = self._loop.call_at(deadline, self._tick), deadline

    def _disarm(self) -> None:
        self._due = 0.0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
