"""Pure scoring engine and rulesets: values in, values out; no clock, no I/O, no randomness."""
