"""What a ruleset is made of: items, options, patterns, payment schemes."""
