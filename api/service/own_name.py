"""By which name the network finds this computer."""

from __future__ import annotations

import logging
import re
import shutil
import socket
import subprocess
from typing import Final

log = logging.getLogger("jantaku.mdns")

ASK_SECONDS: Final = 2.0
_ASK_NAME: Final = (
    "--system", "call", "org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn",
)  # fmt: skip
_NAME: Final = re.compile(r's "([A-Za-z0-9.-]{1,253})"')


def own_name() -> str:
    """By which the network finds this computer: that of the system below ``local``, or the one that Avahi took because
    another computer had it first (``hall-2.local``, RFC 6762 section 9). Waits for Avahi, two seconds at most."""
    usual = f"{socket.gethostname().lower().partition('.')[0]}.local"
    program = shutil.which("busctl")
    if program is None:
        return usual
    try:
        said = subprocess.run((program, *_ASK_NAME), capture_output=True, text=True, timeout=ASK_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        log.debug("Avahi does not say the name of this computer: %s", error)
        return usual
    found = _NAME.fullmatch(said.stdout.strip())
    return usual if found is None else found[1].lower()
