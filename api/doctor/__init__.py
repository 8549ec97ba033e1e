"""What works here and what does not: small checks that each say what they found and what to do.

A check looks; it changes nothing and never moves the table. What moves is apart (``motors``, ``calibrate``), asks with
a key at the table before each step, and is refused while tiles stand or a hand is played.
"""
