"""Repeatable measurements: each module prints a table of what it measured beside a peer or a limit of the same run."""
