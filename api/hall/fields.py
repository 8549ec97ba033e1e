"""What a field of a request to the hall is called on the page where people fill it in, for refusals that name it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from api.words.catalogue import say

KEYS: Final[Mapping[str, str]] = {
    "absence": "hall.preset.m.absence",
    "absent": "hall.entrant.name",
    "address": "hall.contact.address",
    "amount": "hall.till.amount",
    "apart": "hall.settings.apart",
    "area": "hall.table.area",
    "areas": "hall.prices.areas",
    "at": "hall.session.ago",
    "avoid": "hall.queue.avoid",
    "between": "hall.settings.between",
    "by": "hall.entrant.substitute-by",
    "cap": "hall.prices.cap",
    "capacity": "hall.settings.capacity",
    "city": "hall.tournament.city",
    "club": "hall.entrant.club",
    "count": "hall.receipt.count",
    "country": "hall.entrant.country",
    "discounts": "hall.receipt.discount",
    "edition": "hall.preset.name",
    "ema": "field.ema",
    "email": "hall.contact.email",
    "ends": "hall.grant.hours",
    "entrant": "hall.entrant.name",
    "factor": "hall.cut.factor",
    "first": "hall.entrant.first",
    "first_day": "hall.tournament.first-day",
    "fixed": "hall.seat.places",
    "floating": "hall.preset.m.floating",
    "full_name": "hall.contact.full_name",
    "gong": "hall.preset.m.gong",
    "grace_minutes": "hall.prices.grace_minutes",
    "guests": "hall.guest.who",
    "hidden_after": "hall.settings.hidden",
    "inside": "hall.settings.inside",
    "into": "hall.session.into",
    "items": "hall.receipt.item",
    "kind": "hall.fine.kind",
    "label": "hall.queue.name",
    "last": "hall.entrant.last",
    "last_day": "hall.tournament.last-day",
    "left": "hall.till.left",
    "method": "hall.settings.method",
    "minimum": "hall.prices.minimum",
    "minutes": "hall.clock.minutes",
    "name": "hall.preset.name",
    "note": "hall.contact.note",
    "number": "hall.table.which",
    "one": "hall.entrant.name",
    "options": "hall.settings.options",
    "order": "hall.cut.lot",
    "other": "hall.seat.with",
    "paid": "hall.receipt.paid-by",
    "passphrase": "hall.account.passphrase",
    "percent": "hall.receipt.percent",
    "person": "hall.person.name",
    "persons": "hall.guest.who",
    "phone": "hall.contact.phone",
    "place": "hall.table.move-to",
    "places": "hall.table.move-to",
    "points": "hall.fine.points",
    "preset": "hall.tournament.rules",
    "price": "hall.receipt.price",
    "protest_minutes": "hall.settings.protests",
    "referee": "hall.role.referee",
    "return": "hall.preset.m.return",
    "role": "hall.account.role",
    "round": "field.round",
    "round_to": "hall.prices.round_to",
    "rounds": "hall.tournament.rounds",
    "ruleset": "hall.queue.ruleset",
    "ruling": "hall.protest.ruling",
    "scores": "field.scores",
    "seat": "hall.guest.seats",
    "seat_hour_limit": "hall.prices.seat_hour_limit",
    "seats": "hall.guest.seats",
    "seed": "field.seed",
    "session": "hall.session",
    "size": "hall.queue.size",
    "smoking": "hall.table.smoking",
    "start": "hall.preset.m.start",
    "status": "hall.entrant.state",
    "stay": "hall.guest.who",
    "step_minutes": "hall.prices.step_minutes",
    "sticks": "hall.result.sticks",
    "substitute": "hall.entrant.is-substitute",
    "table": "hall.page.table",
    "table_hour_limit": "hall.prices.table_hour_limit",
    "tables": "hall.seat.numbers",
    "tariff": "hall.preset.m.tariff",
    "team": "hall.entrant.team",
    "team_counting": "hall.settings.team-counting",
    "text": "hall.order.text",
    "total": "hall.receipt.sum",
    "unit": "hall.prices.unit",
    "url": "hall.webhook.url",
    "wanted": "hall.webhook.what",
    "weekdays": "hall.prices.weekdays",
    "who": "hall.account.name",
    "why": "hall.why",
    "words": "hall.draw.words",
}
"""By the name of the member; the first one of a path that is known from its end counts."""
OF_PATH: Final[Mapping[str, str]] = {
    "groups": "hall.step.cut-field",
    "groups.size": "hall.cut.size",
    "gong.minutes": "hall.settings.minutes",
    "preset.gong.minutes": "hall.settings.minutes",
    "rules.cap": "hall.prices.rule-cap",
    "rules.ends": "hall.prices.ends",
    "rules.name": "hall.prices.name",
    "rules.starts": "hall.prices.starts",
}
_PRESET: Final = re.compile(r"preset\.(?!gong\b)(\w+)")
"""A member of the scoring rules; those of the gong have words of their own."""
_INDEX: Final = re.compile(r"\[\d+\]|\.\d+(?=\.|$)")
_HINT: Final = re.compile(r"\s*[(（][^()（）]*[)）]$")
"""A label of a form may end in one: "To round (empty: to the end)"."""


def field_word(field: str, language: str) -> str:
    """The label of a field in the reader's language; what it is called in requests, where no page has it."""
    path = _INDEX.sub("", field)
    known = OF_PATH.get(path) or next((KEYS[one] for one in reversed(path.split(".")) if one in KEYS), None)
    of_preset = _PRESET.match(path)
    label = say(language, f"hall.preset.m.{of_preset[1]}") if of_preset else None
    label = label or (None if known is None else say(language, known))
    return field if label is None else _HINT.sub("", label)
