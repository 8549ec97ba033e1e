"""The versions, by number."""
