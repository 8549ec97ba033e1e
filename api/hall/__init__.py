"""The HTTP service of a hall: its commands, what it shows, the live stream, the link of its tables, its pages."""
