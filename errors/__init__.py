"""What can go wrong, in one shape: the base of every error that people read, and the numbered catalogue of refusals.

The ground floor of the house: it imports nothing, and every other package may import it.
"""

from errors.base import JantakuError, Kind
from errors.codes import Code, Entry
from errors.refused import Refused

__all__ = ["Code", "Entry", "JantakuError", "Kind", "Refused"]
