"""What a house keeps at its table: rules of its own by name, and the list of its players. Commands in, events out; the
state is folded into the projection of the table.
"""

from controller.house.commands import KeepHouseRules, KeepPlayer, RemoveHouseRules, RemovePlayer
from controller.house.evolve import evolve
from controller.house.state import House, HouseRules, ListedPlayer

__all__ = [
    "House",
    "HouseRules",
    "KeepHouseRules",
    "KeepPlayer",
    "ListedPlayer",
    "RemoveHouseRules",
    "RemovePlayer",
    "evolve",
]
