"""The hall's end of the link to its tables: their events are checked and stored once, orders go down to them.

A table's journal is the truth and the queue; what the hall acknowledges is committed in its store. Protocol:
``docs/hall-link.md``.
"""
