"""Seats, winds, dealer, rounds and the score ledger: events in, state out."""
