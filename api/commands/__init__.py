"""One module per command of ``jantaku``: ``add_arguments(parser)`` and ``run(arguments) -> exit status``.

The modules import little at the top and the rest when they run, so that ``jantaku score`` does not wait for a web
server.
"""
