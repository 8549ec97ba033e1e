"""Second scorers: each written from the sheet of its ruleset alone, slow and plain, without a line of the engine."""
