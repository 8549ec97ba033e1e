"""What clients send to a table, by topic; ``base`` says how it is checked."""
