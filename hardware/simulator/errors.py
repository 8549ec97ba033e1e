"""What can go wrong in the simulator: the machine driven into nonsense, or a command that makes no sense."""

from __future__ import annotations


class SimulatorError(Exception):
    """Base of every error of the simulator. ``code`` is stable, ``detail`` is for people."""

    code = "simulator"

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
        self.detail = detail


class PlantAbuse(SimulatorError):
    """The board drove the machine in a way that would break a real one. ``code`` says which, ``part`` where."""

    def __init__(self, code: str, part: str, detail: str) -> None:
        super().__init__(f"{part}: {detail}")
        self.code = code
        self.part = part


class TilesLost(SimulatorError):
    """The number of tiles changed: a mistake of the simulator, never of the board."""

    code = "tiles-lost"


class CommandError(SimulatorError):
    """A command to the simulated table was not understood or is not possible. ``field`` names the culprit."""

    def __init__(self, code: str, field: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.field = field


class SavedStateError(SimulatorError):
    """A saved table cannot be used."""

    code = "saved-state"


class NoTerminalError(SimulatorError):
    """The computer gives no pseudo-terminal for the port of the board. ``remedy`` says what to do."""

    code = "no-terminal"
    remedy = "Mount /dev/pts, in a container as well, or connect a real board (--port DEVICE)"

    def __init__(self, why: str) -> None:
        super().__init__(f"the simulated table needs a pseudo-terminal, and none can be opened: {why}")
