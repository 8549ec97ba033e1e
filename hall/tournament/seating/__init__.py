"""Seating: who sits where in which round. ``plan`` makes a schedule, ``check`` judges any; the two share no code."""
