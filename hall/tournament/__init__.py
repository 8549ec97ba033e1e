"""Tournaments as functions of values: no clock, no disk, no network. Formats: ``docs/tournament-formats.md``."""
