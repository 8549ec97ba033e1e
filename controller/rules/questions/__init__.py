"""What a table asks besides the score: waits, locks, claims, who pays what."""
