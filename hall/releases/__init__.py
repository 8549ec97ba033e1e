"""Releases of the program for the tables of a hall: which one each runs, and how a new one goes to all of them."""
