"""The physical table as a plant model that runs the real firmware.

``SimulatedTable`` (table.py) is the whole; ``run_standalone`` and ``main`` (standalone.py) put it in a process of its
own; ``VirtualTimeLoop`` and ``run`` (virtual_time.py) are the clock that all of it lives on.
"""

from .standalone import main, run_standalone
from .table import SimulatedTable, host_board
from .virtual_time import VirtualTimeLoop, run

__all__ = ["SimulatedTable", "VirtualTimeLoop", "host_board", "main", "run", "run_standalone"]
