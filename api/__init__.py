"""HTTP, live stream, pages and the command line."""
