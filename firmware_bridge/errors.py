"""The base of every error of the link. Each class has a stable ``code``; the text says what happened."""

from __future__ import annotations


class BridgeError(Exception):
    """Something went wrong between the host and the board. ``remedy`` says what a person can do, where that helps."""

    code: str = "bridge"
    remedy: str = ""
