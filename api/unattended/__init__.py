"""Simulated people: they see to the machine and play whole matches."""
