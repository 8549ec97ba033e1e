"""The way from the service to the simulated table that lives in its own loop."""

from __future__ import annotations

from firmware_bridge.transport import OnData, OnLost, OpenTransport, PortLost, PortMissing, Transport
from hardware.simulator.direct_port import NAME, DirectPort


class SimulatedTransport:
    """An open port of the table. Raises ``PortMissing`` while its plug is out."""

    def __init__(self, port: DirectPort, on_data: OnData, on_lost: OnLost) -> None:
        line = port.connect(on_data, lambda: on_lost(PortLost(f"{NAME}: hung up")))
        if line is None:
            raise PortMissing(f"{NAME}: the port is not there")
        self._line = line

    @property
    def name(self) -> str:
        return str(NAME)

    def write(self, data: bytes) -> None:
        self._line.send(data)

    def write_urgent(self, data: bytes) -> None:
        """Nothing ever waits here that it could go before."""
        self._line.send(data)

    def close(self) -> None:
        self._line.close()


def simulated_port(port: DirectPort) -> OpenTransport:
    """Opens ``port`` on each attempt."""

    def open_transport(on_data: OnData, on_lost: OnLost, attempt: int) -> Transport:  # noqa: ARG001
        return SimulatedTransport(port, on_data, on_lost)

    return open_transport
