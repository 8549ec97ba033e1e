"""Where a service listens: the section ``[http]`` of its configuration."""

from __future__ import annotations

from dataclasses import dataclass, field

from controller.config_file import between


@dataclass(frozen=True, slots=True)
class HttpConfig:
    """Loopback by default: serving the local network is a decision. ``tls``: None where the address decides, on for one
    that the network reaches (``api.https.setting``)."""

    host: str = "127.0.0.1"
    port: int = field(default=8000, metadata=between(0, 65_535))
    tls: bool | None = None
