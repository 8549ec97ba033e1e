"""What happened at the table, for good: an append-only, hash-chained journal of events."""
