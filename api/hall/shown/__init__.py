"""The views of a hall, a module for each room. Importing this package registers all of them."""

from api.hall.shown import (
    alarms,
    floor,
    machines,
    overlay,
    people,
    player,
    releases,
    screen,
    standings,
    table,
    table_backups,
    till,
    tournament,
    tournaments,
    webhooks,
)
from api.hall.views import VIEWS, Shown, view_of

__all__ = [
    "VIEWS", "Shown", "alarms", "floor", "machines", "overlay", "people", "player", "releases", "screen",
    "standings", "table", "table_backups", "till", "tournament", "tournaments", "view_of", "webhooks",
]  # fmt: skip
