"""The address by which other devices reach this table, for codes on its display and on paper."""

from __future__ import annotations

from fastapi import Request

from api.http.guard import host_name
from api.http.loopback import is_loopback


def reached_at(request: Request) -> str:
    """Host and port; empty where only this machine is served. What the request names is ours (``api.http.guard``) and
    good for others as well, unless it is loopback: then it is an address of the certificate."""
    host = request.headers.get("host", "")
    if not is_loopback(host_name(host)):
        return host
    certificates = getattr(request.app.state.runtime, "certificates", None)
    if certificates is None:
        return ""
    _, colon, port = host.rpartition(":")
    others = sorted(each for each in certificates.hosts.addresses if each.version == 4 and not each.is_loopback)
    return f"{others[0]}{colon}{port}" if others else ""


def live_address(request: Request) -> str:
    """Of the tablet page, for other devices; empty where there is none."""
    host = reached_at(request)
    encrypted = getattr(request.app.state.runtime, "certificates", None) is not None
    return f"{'https' if encrypted else 'http'}://{host}/" if host else ""
