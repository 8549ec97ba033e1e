"""Tournaments in the forms that others read: federations, portals, spreadsheets. Field by field:
``docs/tournament-exports.md``."""
