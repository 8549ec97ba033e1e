"""The table's end of the link to its hall: events go up from the journal, orders come down and are carried out.

The journal is the queue: nothing is kept beside it, and the hall says up to where it has everything. Protocol:
``docs/hall-link.md``.
"""
