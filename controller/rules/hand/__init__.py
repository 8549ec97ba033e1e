"""A hand as it is played: tiles, sets, records, readings, waits."""
