"""The process: start, stop, systemd, logs."""
