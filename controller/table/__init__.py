"""The one writer of a table: commands in, events into the journal, the state that everyone is shown."""
