"""Who may reach a table: its devices, how they are paired, and whom a request comes from.

What a role may is not decided here but in ``controller.permits``. See ``docs/access.md``.
"""
