"""Address and secret of each webhook, as a record beside the journal, and the log of what was sent to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from hall.ids import new_id
from hall.store import Records, Store
from hall.webhooks.address import check_url
from hall.webhooks.commands import AddWebhook
from hall.webhooks.decide import check_wanted
from hall.webhooks.signature import new_secret

LOGGED: Final = 50
"""Attempts of each webhook that are kept."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where to send, and the secret to sign with."""

    url: str
    secret: str


class WebhookDesk:
    """Blocking. Raises ``StoreError``."""

    def __init__(self, store: Store, random: Callable[[int], bytes], *, local: bool) -> None:
        self._targets, self._random, self._local = Records(store, "webhook"), random, local
        self.work = Records(store, "webhook-work")

    def prepare(self, url: str, name: str, wanted: tuple[str, ...], who: str) -> tuple[AddWebhook, str]:
        """The command that adds it, once its record is kept, and its secret, which is not shown again. Raises
        ``Refused``."""
        place = check_url(url, self._local)
        check_wanted(wanted)
        id_, secret = new_id("w", self._random), new_secret(self._random)
        self._targets.put(id_, json.dumps({"url": url, "secret": secret}))
        return AddWebhook(who, id_, name, place, wanted), secret

    def target(self, webhook: str) -> Target | None:
        text = self._targets.get(webhook)
        return None if text is None else Target(**json.loads(text))

    def forget(self, webhook: str) -> None:
        """Its record and its log."""
        self._targets.delete(webhook)
        self.work.put_all({log_key(webhook): None, health_key(webhook): None})

    def kept(self) -> list[str]:
        return list(self._targets.all())

    def log(self, webhook: str) -> list[dict[str, Any]]:
        """Its last attempts, the newest first."""
        return read_log(self.work.get(log_key(webhook)))


def log_key(webhook: str) -> str:
    return f"log/{webhook}"


def health_key(webhook: str) -> str:
    return f"health/{webhook}"


def read_log(text: str | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [] if text is None else json.loads(text)
    return found
