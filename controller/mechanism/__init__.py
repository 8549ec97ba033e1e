"""The cycle of the two tile sets and its faults: sensor events in, board commands out."""
