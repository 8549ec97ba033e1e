"""Scorers written from the rule sheets alone, and random hands to compare the engine with.

They share nothing with ``controller.rules``: tiles are strings, a hand is cut by trying everything.
"""
