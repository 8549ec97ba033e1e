"""A command about webhooks: refused with a reason, or answered with events. The same again changes nothing."""

from __future__ import annotations

import re
from typing import Final, Protocol

from controller.events import Event
from controller.limits import LONGEST_NAME, check_words
from controller.refusals import Code, Refused, Takes
from hall.commands import Context, HallCommandSpec
from hall.ids import is_id
from hall.webhooks.commands import (
    AddWebhook,
    GiveWebhookUp,
    RemoveWebhook,
    SwitchWebhookOff,
    SwitchWebhookOn,
    TryWebhook,
)
from hall.webhooks.events import WebhookAdded, WebhookRemoved, WebhookSwitchedOff, WebhookSwitchedOn, WebhookTried
from hall.webhooks.state import PRIVATE, State, Webhook

MOST_WEBHOOKS: Final = 50
MOST_WANTED: Final = 50
_PATTERN: Final = re.compile(r"\*|[a-z]+\.(\*|[a-z][a-z-]*)")


class HallWithWebhooks(Protocol):
    @property
    def webhooks(self) -> State: ...


Here = Context[HallWithWebhooks]


def add_webhook(command: AddWebhook, context: Here) -> tuple[Event, ...]:
    known = context.state.webhooks.webhooks
    if command.webhook in known:
        return ()
    if len(known) >= MOST_WEBHOOKS:
        raise Refused(Code.TOO_MANY_WEBHOOKS, Takes.FULL(most=MOST_WEBHOOKS))
    if not is_id("w", command.webhook):
        raise Refused(Code.BAD_WEBHOOK, "An id is w- and 12 characters.", field="webhook")
    check_words(command.name, "name", LONGEST_NAME)
    check_wanted(command.wanted)
    return (WebhookAdded(command.webhook, command.name, command.place, command.wanted, command.who),)


def check_wanted(wanted: tuple[str, ...]) -> None:
    """Raises ``Refused``, which names the first that cannot be wanted."""
    if not 1 <= len(wanted) <= MOST_WANTED:
        raise Refused(
            Code.BAD_WEBHOOK, Takes.ENTRIES(most=MOST_WANTED) if wanted else Takes.SOMETHING(), field="wanted"
        )
    for pattern in wanted:
        if not _PATTERN.fullmatch(pattern):
            raise Refused(Code.BAD_WEBHOOK, Takes.AN_EVENT(given=pattern[:60]), field="wanted")
        if pattern.startswith(PRIVATE):
            raise Refused(Code.BAD_WEBHOOK, Takes.STAYS_WITHIN(given=pattern), field="wanted")


def remove_webhook(command: RemoveWebhook, context: Here) -> tuple[Event, ...]:
    _known(command.webhook, context)
    return (WebhookRemoved(command.webhook, command.who),)


def switch_off(command: SwitchWebhookOff, context: Here) -> tuple[Event, ...]:
    if _known(command.webhook, context).off is not None:
        return ()
    return (WebhookSwitchedOff(command.webhook, "by-hand", command.who),)


def give_up(command: GiveWebhookUp, context: Here) -> tuple[Event, ...]:
    if _known(command.webhook, context).off is not None:
        return ()
    reason = "gone" if command.reason == "gone" else "failing"
    return (WebhookSwitchedOff(command.webhook, reason, command.who),)  # type: ignore[arg-type]


def switch_on(command: SwitchWebhookOn, context: Here) -> tuple[Event, ...]:
    if _known(command.webhook, context).off is None:
        return ()
    return (WebhookSwitchedOn(command.webhook, command.who),)


def try_webhook(command: TryWebhook, context: Here) -> tuple[Event, ...]:
    if _known(command.webhook, context).off is not None:
        raise Refused(Code.WEBHOOK_OFF, field="webhook")
    return (WebhookTried(command.webhook, command.who),)


def _known(id_: str, context: Here) -> Webhook:
    found = context.state.webhooks.webhooks.get(id_)
    if found is None:
        raise Refused(Code.NO_SUCH_WEBHOOK, id_[:60], field="webhook")
    return found


COMMANDS: Final = (
    HallCommandSpec(command=AddWebhook, name="webhook.add", decide=add_webhook, direct=False),
    HallCommandSpec(command=RemoveWebhook, name="webhook.remove", decide=remove_webhook),
    HallCommandSpec(command=SwitchWebhookOff, name="webhook.switch-off", decide=switch_off),
    HallCommandSpec(command=SwitchWebhookOn, name="webhook.switch-on", decide=switch_on),
    HallCommandSpec(command=GiveWebhookUp, name="webhook.give-up", decide=give_up, direct=False),
    HallCommandSpec(command=TryWebhook, name="webhook.try", decide=try_webhook),
)
