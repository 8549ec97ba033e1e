"""What the table knows about its own wear, and what it would have a technician do next.

``diary``: what the journal says (walls, faults per side, what was serviced when). ``history``: travel times that the
board has learnt, day by day. ``advice``: the one list of limits, pure. ``watch``: reads the board and keeps the file.
"""
