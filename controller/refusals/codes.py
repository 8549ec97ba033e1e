"""The one catalogue of refusals: every answer that is no, with its number, its code, its kind and the fields it names.

Numbers and codes are stable: a number that is no longer used stays taken. Hundreds are chapters (see ``CHAPTERS``). The
sentences and remedies stand in ``api/locale/*/error.json`` under ``error.<code>`` and ``error.<code>.remedy``;
``docs/refusals.md`` is made from both by ``tools.refusal_page``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.refusals.base import Kind

CHAPTERS: Final[Mapping[str, str]] = {
    "R1": "Every command",
    "R2": "The machine",
    "R3": "Start of a match, seats, dealer",
    "R4": "Hands, penalties, rulings",
    "R5": "Dice and walls",
    "R6": "Rulesets and records",
    "R7": "The journal",
    "R8": "Requests and the service",
    "R9": "The simulated table",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One refusal. ``fields``: the parts of the input that it may name, ``[]`` for any index, ``*`` for any field of a
    record or result."""

    number: str
    code: str
    kind: Kind
    fields: tuple[str, ...] = ()


class Code(Enum):
    """What a refusal may be raised with."""

    # R1: every command
    CLOSED = Entry("R101", "closed", Kind.UNAVAILABLE)
    BUSY = Entry("R102", "busy", Kind.UNAVAILABLE)
    STALE = Entry("R103", "stale", Kind.STALE)
    BAD_ID = Entry("R104", "bad-id", Kind.INVALID, ("id",))
    ID_USED = Entry("R105", "id-used", Kind.CONFLICT)
    BAD_WORDS = Entry("R106", "bad-words", Kind.INVALID, ("who", "why", "text", "match", "reason", "seats[].name"))
    NOT_ALLOWED = Entry("R107", "not-allowed", Kind.NOT_ALLOWED)
    TOO_MANY_LISTENERS = Entry("R108", "too-many-listeners", Kind.UNAVAILABLE)
    BAD_PART = Entry("R109", "bad-part", Kind.INVALID, ("part",))
    BAD_WORK = Entry("R110", "bad-work", Kind.INVALID, ("work",))

    # R2: the machine
    BOARD_AWAY = Entry("R201", "board-away", Kind.UNAVAILABLE)
    NOT_NOW = Entry("R202", "not-now", Kind.NOT_NOW)
    MOVING = Entry("R203", "moving", Kind.NOT_NOW)
    BUILD_RUNNING = Entry("R204", "build-running", Kind.NOT_NOW)
    AWAITING_KEY = Entry("R205", "awaiting-key", Kind.NOT_NOW)
    NO_FAULT = Entry("R206", "no-fault", Kind.NOT_FOUND)
    UNKNOWN_SET = Entry("R207", "unknown-set", Kind.INVALID, ("sets",))
    PLACE_TAKEN = Entry("R208", "place-taken", Kind.INVALID, ("sets",))
    NOT_BUILDING = Entry("R209", "not-building", Kind.INVALID, ("sets",))
    WALL_TOO_LONG = Entry("R210", "wall-too-long", Kind.INVALID, ("tiles",))
    BOARD_ABSENT = Entry("R211", "board-absent", Kind.UNAVAILABLE)
    BOARD_CONNECTING = Entry("R212", "board-connecting", Kind.UNAVAILABLE)
    BOARD_INCOMPATIBLE = Entry("R213", "board-incompatible", Kind.UNAVAILABLE)

    # R3: start of a match, seats, dealer
    NO_MATCH = Entry("R301", "no-match", Kind.NOT_FOUND)
    MATCH_RUNNING = Entry("R302", "match-running", Kind.NOT_NOW)
    MATCH_OVER = Entry("R303", "match-over", Kind.NOT_NOW)
    NO_SUCH_MATCH = Entry("R304", "no-such-match", Kind.NOT_FOUND)
    BAD_SEATING = Entry("R305", "bad-seating", Kind.INVALID, ("seating",))
    BAD_SEAT = Entry("R306", "bad-seat", Kind.INVALID, ("seat", "first_dealer", "east_seat", "dealer_seat"))
    WRONG_PLAYERS = Entry("R307", "wrong-players", Kind.INVALID, ("seats",))
    SAME_NAME = Entry("R308", "same-name", Kind.INVALID, ("seats",))
    BAD_WINDS = Entry("R309", "bad-winds", Kind.INVALID, ("winds",))
    NO_WINDS_WANTED = Entry("R310", "no-winds-wanted", Kind.NOT_NOW)
    NO_THROW_WANTED = Entry("R311", "no-throw-wanted", Kind.NOT_NOW)
    NO_THROW_YET = Entry("R312", "no-throw-yet", Kind.NOT_NOW)
    NOT_YOUR_THROW = Entry("R313", "not-your-throw", Kind.NOT_NOW)
    NOT_SEATED_YET = Entry("R314", "not-seated-yet", Kind.NOT_NOW)
    NO_HAND_DUE = Entry("R315", "no-hand-due", Kind.NOT_NOW)

    # R4: hands, penalties, rulings
    NO_HAND_RUNNING = Entry("R401", "no-hand-running", Kind.NOT_NOW)
    HAND_RUNNING = Entry("R402", "hand-running", Kind.NOT_NOW)
    STALE_HAND = Entry("R403", "stale-hand", Kind.STALE, ("hand", "ends"))
    NO_SUCH_HAND = Entry("R404", "no-such-hand", Kind.NOT_FOUND, ("hand",))
    NO_SUCH_RESULT = Entry("R405", "no-such-result", Kind.NOT_FOUND, ("hand",))
    STALE_CORRECTION = Entry("R406", "stale-correction", Kind.STALE, ("revision",))
    BAD_RESULT = Entry("R407", "bad-result", Kind.INVALID, ("*",))
    ILLEGAL_HAND = Entry("R408", "illegal-hand", Kind.INVALID, ("wins", "wins[]"))
    NOTHING_TO_RANK = Entry("R409", "nothing-to-rank", Kind.NOT_NOW)
    UNKNOWN_PENALTY = Entry("R410", "unknown-penalty", Kind.INVALID, ("kind",))
    BAD_POINTS = Entry("R411", "bad-points", Kind.INVALID, ("pays_each_other", "pays_bank"))
    NO_SUCH_PENALTY = Entry("R412", "no-such-penalty", Kind.NOT_FOUND, ("penalty",))
    STALE_PENALTY = Entry("R413", "stale-penalty", Kind.STALE, ("penalty",))

    # R5: dice and walls
    BAD_DICE = Entry("R501", "bad-dice", Kind.INVALID, ("dice",))
    DICE_SOURCE_FAILED = Entry("R502", "dice-source-failed", Kind.UNAVAILABLE)
    NO_SUCH_ROLL = Entry("R503", "no-such-roll", Kind.NOT_FOUND)
    BAD_PLAN = Entry("R504", "bad-plan", Kind.INVALID, ("players", "absent_seat", "tiles"))
    WRONG_WALL = Entry("R505", "wrong-wall", Kind.NOT_NOW)

    # R6: rulesets and records
    NO_SUCH_RULESET = Entry("R601", "no-such-ruleset", Kind.NOT_FOUND)
    BAD_RECORD = Entry("R602", "bad-record", Kind.INVALID, ("*",))
    BAD_OPTION = Entry("R603", "bad-option", Kind.INVALID, ("options", "options.*"))
    BAD_JSON = Entry("R604", "bad-json", Kind.MALFORMED)

    # R7: the journal
    JOURNAL_LOCKED = Entry("R701", "journal-locked", Kind.UNAVAILABLE)
    JOURNAL_FULL = Entry("R702", "journal-full", Kind.UNAVAILABLE)
    JOURNAL_CORRUPT = Entry("R703", "journal-corrupt", Kind.UNAVAILABLE)
    JOURNAL_TOO_NEW = Entry("R704", "journal-too-new", Kind.UNAVAILABLE)
    JOURNAL_UNWRITABLE = Entry("R705", "journal-unwritable", Kind.UNAVAILABLE)
    JOURNAL_FAILED = Entry("R706", "journal-failed", Kind.UNAVAILABLE)
    EVENT_UNKNOWN = Entry("R707", "event-unknown", Kind.UNAVAILABLE)
    EVENT_BROKEN = Entry("R708", "event-broken", Kind.UNAVAILABLE)

    # R8: requests and the service
    INVALID = Entry("R801", "invalid", Kind.INVALID, ("*",))
    BAD_REQUEST = Entry("R802", "bad-request", Kind.MALFORMED)
    NOT_FOUND = Entry("R803", "not-found", Kind.NOT_FOUND)
    METHOD_NOT_ALLOWED = Entry("R804", "method-not-allowed", Kind.METHOD)
    LENGTH_REQUIRED = Entry("R805", "length-required", Kind.LENGTH)
    TOO_LARGE = Entry("R806", "too-large", Kind.TOO_LARGE)
    NOT_JSON = Entry("R807", "not-json", Kind.MEDIA_TYPE)
    WRONG_HOST = Entry("R808", "wrong-host", Kind.MISDIRECTED)
    FOREIGN_PAGE = Entry("R809", "foreign-page", Kind.NOT_ALLOWED)
    STARTING = Entry("R810", "starting", Kind.UNAVAILABLE)
    NOT_STARTED = Entry("R811", "not-started", Kind.UNAVAILABLE)
    UNHEALTHY = Entry("R812", "unhealthy", Kind.UNAVAILABLE)
    INTERNAL = Entry("R813", "internal", Kind.FAILED)

    # R9: the simulated table
    NO_SIMULATOR = Entry("R901", "no-simulator", Kind.NOT_FOUND)
    BAD_COMMAND = Entry("R902", "bad-command", Kind.INVALID, ("",))
    UNKNOWN_ACTION = Entry("R903", "unknown-action", Kind.INVALID, ("action",))
    UNKNOWN_ARGUMENT = Entry("R904", "unknown-argument", Kind.INVALID, ("*",))
    MISSING_ARGUMENT = Entry("R905", "missing-argument", Kind.INVALID, ("*",))
    BAD_ARGUMENT = Entry("R906", "bad-argument", Kind.INVALID, ("*",))
    UNKNOWN_FAULT = Entry("R907", "unknown-fault", Kind.INVALID, ("fault",))
    NOT_CLEARABLE = Entry("R908", "not-clearable", Kind.INVALID, ("fault",))
    COVER_CLOSED = Entry("R909", "cover-closed", Kind.INVALID, ("action",))
    WALL_IN_THE_WAY = Entry("R910", "wall-in-the-way", Kind.INVALID, ("side",))
    HATCH_NOT_OPEN = Entry("R911", "hatch-not-open", Kind.INVALID, ("action",))
    HANDS_BUSY = Entry("R912", "hands-busy", Kind.INVALID, ("action",))
    NOT_RUNNING = Entry("R913", "not-running", Kind.INVALID, ("action",))
    NO_SUCH_TILE = Entry("R914", "no-such-tile", Kind.INVALID, ("tile",))
