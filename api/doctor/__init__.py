"""What works here and what does not: small checks that each say what they found and what to do.

A check looks; it never changes anything and never moves the table.
"""
