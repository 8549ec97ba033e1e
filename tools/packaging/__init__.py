"""Debian packages, and what a release consists of: ``make deb``, ``make release``."""
