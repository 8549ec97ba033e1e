"""The views of a hall, a module for each room. Importing this package registers all of them."""

from api.hall.shown import floor, overlay, people, player, tournaments
from api.hall.views import VIEWS, Shown, view_of

__all__ = ["VIEWS", "Shown", "floor", "overlay", "people", "player", "tournaments", "view_of"]
