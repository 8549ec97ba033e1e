"""Halls for the tests of this folder."""

from __future__ import annotations

from tests.api.hall.conftest import hall_house
from tests.hall.conftest import clock, open_hall

__all__ = ["clock", "hall_house", "open_hall"]
