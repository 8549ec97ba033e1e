"""The HTTP service of one table."""
