"""What is written from the schema: C for the firmware, Python for the host, a page for people."""
