"""A command about the floor: refused with a reason, or answered with events. A file for each kind.

The same again changes nothing: what is so already is answered with no event, or refused.
"""

from hall.floor.decide import alarms, queue, sessions, tables, till

COMMANDS = (*tables.COMMANDS, *sessions.COMMANDS, *queue.COMMANDS, *till.COMMANDS, *alarms.COMMANDS)

__all__ = ["COMMANDS"]
