"""The certificates of a running table: made when they are missing, renewed in time and when its addresses change.

Two files in a folder of mode 0700: ``authority.pem`` and ``server.pem``, each a key with its certificate, mode 0600.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from api.https.authority import Authority, make_authority, read_authority
from api.https.errors import HttpsError
from api.https.server_certificate import (
    ServerCertificate,
    is_due,
    make_server_certificate,
    read_server_certificate,
)
from api.https.setting import Hosts
from controller.files import write_whole

log = logging.getLogger("jantaku.https")

AUTHORITY_FILE: Final = "authority.pem"
SERVER_FILE: Final = "server.pem"
LOOK_SECONDS: Final = 30.0
"""Between looks at the clock and at the addresses: a tablet on a network that has just changed waits no longer."""
_PRIVATE: Final = 0o600


class Certificates:
    """``hosts`` answers with the names and addresses of this moment; ``now`` with the time."""

    def __init__(self, folder: Path, table: str, now: Callable[[], datetime], hosts: Callable[[], Hosts]) -> None:
        """Reads the files, or makes them. Raises ``HttpsError`` and ``OSError``."""
        self._folder, self._now, self._hosts = folder, now, hosts
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
        self.authority = self._authority(table)
        self.server = self._server()
        self.context = _context()
        self.show()

    @property
    def hosts(self) -> Hosts:
        """That the certificate is for."""
        return self.server.hosts

    def renew(self) -> bool:
        """Makes a new certificate of the service if one is due, to be shown. Raises ``OSError``."""
        hosts, now = self._hosts(), self._now()
        why = is_due(self.server, self.authority, hosts, now)
        if why:
            self.server = self._made(hosts, now, why)
        return bool(why)

    def take(self, authority: Authority) -> None:
        """Certificates are signed by this authority from now on; the new one is to be shown. Raises ``OSError``."""
        write_whole(self._folder / AUTHORITY_FILE, authority.as_file(), _PRIVATE)
        self.authority = authority
        self.renew()
        log.info("took a certificate authority over: SHA-256 %s", authority.fingerprint)

    def show(self) -> None:
        """Connections from now on get the newest certificate."""
        self.context.load_cert_chain(self._folder / SERVER_FILE)

    async def run(self, pace: float = 1.0) -> None:
        """Renews for ever. ``pace``: seconds of the loop per second of people. A disk that is full or broken is logged,
        and tried again."""
        while True:
            await asyncio.sleep(LOOK_SECONDS * pace)
            try:
                if await asyncio.to_thread(self.renew):
                    self.show()  # not in the thread: the context is in use by the loop
            except OSError as error:
                log.error("the certificate could not be renewed: %s", error)

    def _authority(self, table: str) -> Authority:
        path = self._folder / AUTHORITY_FILE
        if path.exists():
            return read_authority(path.read_bytes())
        made = make_authority(table, self._hosts(), self._now())
        write_whole(path, made.as_file(), _PRIVATE)
        log.info("made a certificate authority: SHA-256 %s", made.fingerprint)
        return made

    def _server(self) -> ServerCertificate:
        path, hosts, now = self._folder / SERVER_FILE, self._hosts(), self._now()
        try:
            found = read_server_certificate(path.read_bytes())
        except FileNotFoundError:
            return self._made(hosts, now, "there is none")
        except HttpsError as error:
            return self._made(hosts, now, error.detail)
        why = is_due(found, self.authority, hosts, now)
        return self._made(hosts, now, why) if why else found

    def _made(self, hosts: Hosts, now: datetime, why: str) -> ServerCertificate:
        made = make_server_certificate(self.authority, hosts, now)
        write_whole(self._folder / SERVER_FILE, made.as_file(), _PRIVATE)
        log.info("made a certificate of the service, because %s: valid for %s", why, made.hosts)
        return made


def _context() -> ssl.SSLContext:
    """TLS 1.2 and 1.3, HTTP/1.1, no renegotiation."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    context.set_alpn_protocols(["http/1.1"])
    return context
