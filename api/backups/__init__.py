"""Backups of a table: the state folder as one archive, made by the command line and from the page alike."""
