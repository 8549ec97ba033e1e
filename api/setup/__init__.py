"""Setting a table up from its own page: what its owner wishes, and how root carries it out.

The service has no rights to change its computer. It writes one wish into its state folder, a unit of systemd that is
root's takes it (``jantaku setup wanted``), checks all of it anew and leaves how it ended where the service can read it.
"""
