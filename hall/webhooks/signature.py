"""The signature of a delivery: HMAC-SHA256 over its time, a full stop and its body, with the secret of the webhook."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Final

HEADER: Final = "Jantaku-Signature"
DELIVERY: Final = "Jantaku-Delivery"
EVENT: Final = "Jantaku-Event"
SECRET_BYTES: Final = 32


def new_secret(random: Callable[[int], bytes]) -> str:
    return f"whs-{random(SECRET_BYTES).hex()}"


def signature(secret: str, time: int, body: bytes) -> str:
    """The value of ``HEADER``. ``time``: Unix seconds."""
    mac = hmac.new(secret.encode(), f"{time}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={time},v1={mac}"
