"""What is refused, in one shape: the base of every error that people read, and the numbered catalogue of refusals.

The ground floor of the controller: it imports nothing, and every room of controller and api may import it. The serial
link and the simulator stand alone; their errors have the same attributes and are turned into refusals at the edges.
"""

from controller.refusals.base import JantakuError, RefusalKind
from controller.refusals.codes import CatalogueEntry, Code
from controller.refusals.details import Because, Detail, Takes, takes_of
from controller.refusals.refused import Refused

__all__ = ["Because", "CatalogueEntry", "Code", "Detail", "JantakuError", "RefusalKind", "Refused", "Takes", "takes_of"]
