"""The one catalogue of refusals: every answer that is no, with its number, its code, its kind and the fields it names.

Numbers and codes are stable: a number that is no longer used stays taken. Hundreds are chapters (see ``CHAPTERS``). The
sentences and remedies stand in ``api/locale/*/error.json`` under ``error.<code>`` and ``error.<code>.remedy``;
``docs/refusals.md`` is made from both by ``tools.refusal_page``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from controller.refusals.base import RefusalKind

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
    "S1": "A hall: every command",
    "S2": "A hall: people and accounts",
    "S3": "A hall: floor, sessions, queue, prices",
    "S4": "A hall: tournaments",
    "S5": "A hall: link to its tables, store",
    "S6": "A hall: webhooks",
}


class CatalogueEntry(NamedTuple):
    """One refusal. ``fields``: the parts of the input that it may name, ``[]`` for any index, ``*`` for any field of a
    record or result."""

    number: str
    code: str
    kind: RefusalKind
    fields: tuple[str, ...] = ()


class Code(Enum):
    """What a refusal may be raised with."""

    # R1: every command
    CLOSED = CatalogueEntry("R101", "closed", RefusalKind.UNAVAILABLE)
    BUSY = CatalogueEntry("R102", "busy", RefusalKind.UNAVAILABLE)
    STALE = CatalogueEntry("R103", "stale", RefusalKind.STALE)
    BAD_ID = CatalogueEntry("R104", "bad-id", RefusalKind.INVALID, ("id",))
    ID_USED = CatalogueEntry("R105", "id-used", RefusalKind.CONFLICT)
    BAD_WORDS = CatalogueEntry(
        "R106",
        "bad-words",
        RefusalKind.INVALID,
        ("who", "why", "text", "match", "reason", "name", "ruling", "referee", "seats[].name"),
    )
    NOT_ALLOWED = CatalogueEntry("R107", "not-allowed", RefusalKind.NOT_ALLOWED)
    TOO_MANY_LISTENERS = CatalogueEntry("R108", "too-many-listeners", RefusalKind.UNAVAILABLE)
    BAD_PART = CatalogueEntry("R109", "bad-part", RefusalKind.INVALID, ("part",))
    BAD_WORK = CatalogueEntry("R110", "bad-work", RefusalKind.INVALID, ("work",))
    NOT_PAIRED = CatalogueEntry("R111", "not-paired", RefusalKind.NOT_PAIRED)
    NO_SUCH_DEVICE = CatalogueEntry("R112", "no-such-device", RefusalKind.NOT_FOUND, ("id",))
    DEVICES_FULL = CatalogueEntry("R113", "devices-full", RefusalKind.CONFLICT)
    ACCESS_UNWRITABLE = CatalogueEntry("R114", "access-unwritable", RefusalKind.UNAVAILABLE)
    TOO_MANY_PAIRINGS = CatalogueEntry("R115", "too-many-pairings", RefusalKind.TOO_OFTEN)
    NO_SUCH_PAIRING = CatalogueEntry("R116", "no-such-pairing", RefusalKind.NOT_FOUND, ("code",))
    PAIRING_OPEN = CatalogueEntry("R117", "pairing-open", RefusalKind.NOT_NOW)
    WRONG_CODE = CatalogueEntry("R118", "wrong-code", RefusalKind.INVALID, ("code",))
    TOO_MANY_TRIES = CatalogueEntry("R119", "too-many-tries", RefusalKind.TOO_OFTEN)
    WRONG_PIN = CatalogueEntry("R150", "wrong-pin", RefusalKind.INVALID, ("pin",))
    NO_PIN = CatalogueEntry("R151", "no-pin", RefusalKind.NOT_NOW)
    TOO_MANY_GRANTS = CatalogueEntry("R152", "too-many-grants", RefusalKind.CONFLICT)
    NO_SUCH_GRANT = CatalogueEntry("R153", "no-such-grant", RefusalKind.NOT_FOUND, ("id",))

    NO_SUCH_CALL = CatalogueEntry("R160", "no-such-call", RefusalKind.NOT_FOUND, ("seat", "call"))
    CALLED_JUST_NOW = CatalogueEntry("R161", "called-just-now", RefusalKind.TOO_OFTEN)

    IN_NO_HALL = CatalogueEntry("R170", "in-no-hall", RefusalKind.NOT_NOW)
    IN_A_HALL = CatalogueEntry("R171", "in-a-hall", RefusalKind.NOT_NOW)
    NOT_RELEASED = CatalogueEntry("R172", "not-released", RefusalKind.NOT_NOW, ("unreleased",))
    NO_HALL_ADDRESS = CatalogueEntry("R173", "no-hall-address", RefusalKind.INVALID, ("address",))
    BAD_ORDER = CatalogueEntry("R174", "bad-order", RefusalKind.INVALID, ("*",))
    ORDER_EXPIRED = CatalogueEntry("R175", "order-expired", RefusalKind.STALE)
    TIME_IS_UP = CatalogueEntry("R176", "time-is-up", RefusalKind.NOT_NOW)
    TIME_IS_NOT_UP = CatalogueEntry("R177", "time-is-not-up", RefusalKind.NOT_NOW)
    DRAW_FIRST = CatalogueEntry("R178", "draw-first", RefusalKind.NOT_NOW, ("purpose",))
    DRAW_BY_TABLE_ALONE = CatalogueEntry("R179", "draw-by-table-alone", RefusalKind.INVALID, ("faces", "ask"))

    # R2: the machine
    BOARD_AWAY = CatalogueEntry("R201", "board-away", RefusalKind.UNAVAILABLE)
    NOT_NOW = CatalogueEntry("R202", "not-now", RefusalKind.NOT_NOW)
    MOVING = CatalogueEntry("R203", "moving", RefusalKind.NOT_NOW)
    BUILD_RUNNING = CatalogueEntry("R204", "build-running", RefusalKind.NOT_NOW)
    AWAITING_KEY = CatalogueEntry("R205", "awaiting-key", RefusalKind.NOT_NOW)
    NO_FAULT = CatalogueEntry("R206", "no-fault", RefusalKind.NOT_FOUND)
    UNKNOWN_SET = CatalogueEntry("R207", "unknown-set", RefusalKind.INVALID, ("sets",))
    PLACE_TAKEN = CatalogueEntry("R208", "place-taken", RefusalKind.INVALID, ("sets",))
    NOT_BUILDING = CatalogueEntry("R209", "not-building", RefusalKind.INVALID, ("sets",))
    WALL_TOO_LONG = CatalogueEntry("R210", "wall-too-long", RefusalKind.INVALID, ("tiles",))
    BOARD_ABSENT = CatalogueEntry("R211", "board-absent", RefusalKind.UNAVAILABLE)
    BOARD_CONNECTING = CatalogueEntry("R212", "board-connecting", RefusalKind.UNAVAILABLE)
    BOARD_INCOMPATIBLE = CatalogueEntry("R213", "board-incompatible", RefusalKind.UNAVAILABLE)

    # R3: start of a match, seats, dealer
    NO_MATCH = CatalogueEntry("R301", "no-match", RefusalKind.NOT_FOUND)
    MATCH_RUNNING = CatalogueEntry("R302", "match-running", RefusalKind.NOT_NOW)
    MATCH_OVER = CatalogueEntry("R303", "match-over", RefusalKind.NOT_NOW)
    NO_SUCH_MATCH = CatalogueEntry("R304", "no-such-match", RefusalKind.NOT_FOUND)
    BAD_SEATING = CatalogueEntry("R305", "bad-seating", RefusalKind.INVALID, ("seating",))
    BAD_SEAT = CatalogueEntry(
        "R306", "bad-seat", RefusalKind.INVALID, ("seat", "first_dealer", "east_seat", "dealer_seat", "ask")
    )
    WRONG_PLAYERS = CatalogueEntry("R307", "wrong-players", RefusalKind.INVALID, ("seats",))
    SAME_NAME = CatalogueEntry("R308", "same-name", RefusalKind.INVALID, ("seats",))
    BAD_WINDS = CatalogueEntry("R309", "bad-winds", RefusalKind.INVALID, ("winds",))
    NO_WINDS_WANTED = CatalogueEntry("R310", "no-winds-wanted", RefusalKind.NOT_NOW)
    NO_THROW_WANTED = CatalogueEntry("R311", "no-throw-wanted", RefusalKind.NOT_NOW)
    NO_THROW_YET = CatalogueEntry("R312", "no-throw-yet", RefusalKind.NOT_NOW)
    NOT_YOUR_THROW = CatalogueEntry("R313", "not-your-throw", RefusalKind.NOT_NOW)
    NOT_SEATED_YET = CatalogueEntry("R314", "not-seated-yet", RefusalKind.NOT_NOW)
    NO_HAND_DUE = CatalogueEntry("R315", "no-hand-due", RefusalKind.NOT_NOW)
    NO_SEATS_CHANGE = CatalogueEntry("R316", "no-seats-change", RefusalKind.NOT_NOW)
    NO_PLAYING_ON = CatalogueEntry("R317", "no-playing-on", RefusalKind.NOT_NOW)

    NO_SUCH_HOUSE_RULES = CatalogueEntry("R335", "no-such-house-rules", RefusalKind.NOT_FOUND, ("rules", "house_rules"))
    NO_SUCH_PLAYER = CatalogueEntry("R336", "no-such-player", RefusalKind.NOT_FOUND, ("player",))
    NAME_TAKEN = CatalogueEntry("R337", "name-taken", RefusalKind.INVALID, ("name",))
    NUMBER_TAKEN = CatalogueEntry("R338", "number-taken", RefusalKind.INVALID, ("number",))
    BAD_NUMBER = CatalogueEntry("R339", "bad-number", RefusalKind.INVALID, ("number",))
    BAD_COLOUR = CatalogueEntry("R340", "bad-colour", RefusalKind.INVALID, ("colour",))
    LIST_FULL = CatalogueEntry("R341", "list-full", RefusalKind.CONFLICT)
    BAD_RULES_FILE = CatalogueEntry("R342", "bad-rules-file", RefusalKind.INVALID, ("text",))
    STALE_HOUSE_RULES = CatalogueEntry("R343", "stale-house-rules", RefusalKind.STALE, ("revision",))

    # R4: hands, penalties, rulings
    NO_HAND_RUNNING = CatalogueEntry("R401", "no-hand-running", RefusalKind.NOT_NOW)
    HAND_RUNNING = CatalogueEntry("R402", "hand-running", RefusalKind.NOT_NOW)
    STALE_HAND = CatalogueEntry("R403", "stale-hand", RefusalKind.STALE, ("hand", "ends"))
    NO_SUCH_HAND = CatalogueEntry("R404", "no-such-hand", RefusalKind.NOT_FOUND, ("hand",))
    NO_SUCH_RESULT = CatalogueEntry("R405", "no-such-result", RefusalKind.NOT_FOUND, ("hand",))
    STALE_CORRECTION = CatalogueEntry("R406", "stale-correction", RefusalKind.STALE, ("revision",))
    BAD_RESULT = CatalogueEntry("R407", "bad-result", RefusalKind.INVALID, ("*",))
    ILLEGAL_HAND = CatalogueEntry("R408", "illegal-hand", RefusalKind.INVALID, ("wins", "wins[]"))
    NOTHING_TO_RANK = CatalogueEntry("R409", "nothing-to-rank", RefusalKind.NOT_NOW)
    UNKNOWN_PENALTY = CatalogueEntry("R410", "unknown-penalty", RefusalKind.INVALID, ("penalty",))
    BAD_POINTS = CatalogueEntry("R411", "bad-points", RefusalKind.INVALID, ("pays_each_other", "pays_bank"))
    NO_SUCH_PENALTY = CatalogueEntry("R412", "no-such-penalty", RefusalKind.NOT_FOUND, ("cancels", "penalty"))
    STALE_PENALTY = CatalogueEntry("R413", "stale-penalty", RefusalKind.STALE, ("cancels",))
    UNKNOWN_DECLARATION = CatalogueEntry("R423", "unknown-declaration", RefusalKind.INVALID, ("declaration",))
    DECLARED_ALREADY = CatalogueEntry("R424", "declared-already", RefusalKind.CONFLICT, ("seat",))
    NOT_DECLARED = CatalogueEntry("R425", "not-declared", RefusalKind.NOT_FOUND, ("seat",))
    TOO_LATE_TO_UNDO = CatalogueEntry("R426", "too-late-to-undo", RefusalKind.NOT_NOW, ("hand",))
    RESULT_LOCKED = CatalogueEntry("R427", "result-locked", RefusalKind.CONFLICT, ("confirmed", "hand"))
    NOT_CONFIRMED_HERE = CatalogueEntry("R428", "not-confirmed-here", RefusalKind.NOT_NOW)
    NO_DISPUTE = CatalogueEntry("R429", "no-dispute", RefusalKind.NOT_FOUND, ("hand",))

    UNKNOWN_INSTANT = CatalogueEntry("R440", "unknown-instant", RefusalKind.INVALID, ("instant", "instants[].instant"))
    BAD_INSTANT = CatalogueEntry("R441", "bad-instant", RefusalKind.INVALID, ("*",))
    NO_SUCH_INSTANT = CatalogueEntry("R442", "no-such-instant", RefusalKind.NOT_FOUND, ("number",))
    INSTANT_NOT_LAST = CatalogueEntry("R443", "instant-not-last", RefusalKind.NOT_NOW, ("number",))

    PASS_NOT_DUE = CatalogueEntry("R473", "pass-not-due", RefusalKind.NOT_NOW, ("number", "how"))

    # R5: dice and walls
    BAD_DICE = CatalogueEntry("R501", "bad-dice", RefusalKind.INVALID, ("dice",))
    DICE_SOURCE_FAILED = CatalogueEntry("R502", "dice-source-failed", RefusalKind.UNAVAILABLE)
    NO_SUCH_ROLL = CatalogueEntry("R503", "no-such-roll", RefusalKind.NOT_FOUND)
    BAD_PLAN = CatalogueEntry("R504", "bad-plan", RefusalKind.INVALID, ("players", "absent_seat", "tiles"))
    WRONG_WALL = CatalogueEntry("R505", "wrong-wall", RefusalKind.NOT_NOW)
    ENTRY_CLOSED = CatalogueEntry("R506", "entry-closed", RefusalKind.NOT_NOW)
    ENTRY_NOT_DUE = CatalogueEntry("R507", "entry-not-due", RefusalKind.NOT_NOW)
    BAD_ENTRY = CatalogueEntry("R508", "bad-entry", RefusalKind.INVALID, ("numbers", "commitment", "nonce"))
    ENTRY_OPEN = CatalogueEntry("R509", "entry-open", RefusalKind.NOT_NOW)
    DICE_NOT_CHECKABLE = CatalogueEntry("R510", "dice-not-checkable", RefusalKind.UNAVAILABLE)
    BAD_SHUFFLE = CatalogueEntry("R520", "bad-shuffle", RefusalKind.INVALID, ("*",))
    WALL_PLAYED = CatalogueEntry("R521", "wall-played", RefusalKind.NOT_NOW, ("again",))

    # R6: rulesets and records
    NO_SUCH_RULESET = CatalogueEntry("R601", "no-such-ruleset", RefusalKind.NOT_FOUND)
    BAD_RECORD = CatalogueEntry("R602", "bad-record", RefusalKind.INVALID, ("*",))
    BAD_OPTION = CatalogueEntry("R603", "bad-option", RefusalKind.INVALID, ("options", "options.*"))
    BAD_JSON = CatalogueEntry("R604", "bad-json", RefusalKind.MALFORMED)
    WRONG_TABLE_TOTAL = CatalogueEntry("R640", "wrong-table-total", RefusalKind.INVALID, ("*",))
    EQUAL_AT_CUT = CatalogueEntry("R641", "equal-at-cut", RefusalKind.INVALID, ("cut_order", "order"))

    # R7: the journal
    JOURNAL_LOCKED = CatalogueEntry("R701", "journal-locked", RefusalKind.UNAVAILABLE)
    JOURNAL_FULL = CatalogueEntry("R702", "journal-full", RefusalKind.UNAVAILABLE)
    JOURNAL_CORRUPT = CatalogueEntry("R703", "journal-corrupt", RefusalKind.UNAVAILABLE)
    JOURNAL_TOO_NEW = CatalogueEntry("R704", "journal-too-new", RefusalKind.UNAVAILABLE)
    JOURNAL_UNWRITABLE = CatalogueEntry("R705", "journal-unwritable", RefusalKind.UNAVAILABLE)
    JOURNAL_FAILED = CatalogueEntry("R706", "journal-failed", RefusalKind.UNAVAILABLE)
    EVENT_UNKNOWN = CatalogueEntry("R707", "event-unknown", RefusalKind.UNAVAILABLE)
    EVENT_BROKEN = CatalogueEntry("R708", "event-broken", RefusalKind.UNAVAILABLE)
    JOURNAL_GONE = CatalogueEntry("R709", "journal-gone", RefusalKind.UNAVAILABLE)
    JOURNAL_FOREIGN = CatalogueEntry("R710", "journal-foreign", RefusalKind.UNAVAILABLE)
    NO_SUCH_HEAD = CatalogueEntry("R711", "no-such-head", RefusalKind.NOT_FOUND)
    BAD_COSIGNATURE = CatalogueEntry("R712", "bad-cosignature", RefusalKind.INVALID, ("key", "signature"))
    ENOUGH_COSIGNATURES = CatalogueEntry("R713", "enough-cosignatures", RefusalKind.CONFLICT)
    BACKUP_RUNNING = CatalogueEntry("R714", "backup-running", RefusalKind.NOT_NOW)
    NO_SUCH_BACKUP = CatalogueEntry("R715", "no-such-backup", RefusalKind.NOT_FOUND, ("name", "at"))
    BACKUP_DAMAGED = CatalogueEntry("R716", "backup-damaged", RefusalKind.CONFLICT, ("damaged",))
    BACKUP_NO_ROOM = CatalogueEntry("R717", "backup-no-room", RefusalKind.UNAVAILABLE)
    BACKUP_FAILED = CatalogueEntry("R718", "backup-failed", RefusalKind.UNAVAILABLE)
    BAD_HEAD = CatalogueEntry("R719", "bad-head", RefusalKind.INVALID, ("record",))
    HEAD_FORKED = CatalogueEntry("R720", "head-forked", RefusalKind.CONFLICT, ("record",))
    NO_TABLE_KEY = CatalogueEntry("R721", "no-table-key", RefusalKind.UNAVAILABLE)
    TOO_MANY_TABLES = CatalogueEntry("R722", "too-many-tables", RefusalKind.CONFLICT)
    NOT_A_PEER = CatalogueEntry("R723", "not-a-peer", RefusalKind.NOT_ALLOWED, ("record",))
    NO_SUCH_UPDATE = CatalogueEntry("R724", "no-such-update", RefusalKind.NOT_FOUND, ("version",))
    UPDATE_BY_HAND = CatalogueEntry("R725", "update-by-hand", RefusalKind.UNAVAILABLE)
    UPDATE_IN_USE = CatalogueEntry("R726", "update-in-use", RefusalKind.NOT_NOW)
    SETUP_BY_HAND = CatalogueEntry("R727", "setup-by-hand", RefusalKind.UNAVAILABLE)
    SETUP_IN_USE = CatalogueEntry("R728", "setup-in-use", RefusalKind.NOT_NOW)
    SETUP_UNDER_WAY = CatalogueEntry("R729", "setup-under-way", RefusalKind.NOT_NOW)
    NO_SUCH_FIRMWARE = CatalogueEntry("R730", "no-such-firmware", RefusalKind.NOT_FOUND, ("version",))
    NO_WIRELESS = CatalogueEntry("R731", "no-wireless", RefusalKind.UNAVAILABLE)

    # R8: requests and the service
    INVALID = CatalogueEntry("R801", "invalid", RefusalKind.INVALID, ("*",))
    BAD_REQUEST = CatalogueEntry("R802", "bad-request", RefusalKind.MALFORMED)
    NOT_FOUND = CatalogueEntry("R803", "not-found", RefusalKind.NOT_FOUND)
    METHOD_NOT_ALLOWED = CatalogueEntry("R804", "method-not-allowed", RefusalKind.METHOD)
    LENGTH_REQUIRED = CatalogueEntry("R805", "length-required", RefusalKind.LENGTH)
    TOO_LARGE = CatalogueEntry("R806", "too-large", RefusalKind.TOO_LARGE)
    NOT_JSON = CatalogueEntry("R807", "not-json", RefusalKind.MEDIA_TYPE)
    WRONG_HOST = CatalogueEntry("R808", "wrong-host", RefusalKind.MISDIRECTED)
    FOREIGN_PAGE = CatalogueEntry("R809", "foreign-page", RefusalKind.NOT_ALLOWED)
    STARTING = CatalogueEntry("R810", "starting", RefusalKind.UNAVAILABLE)
    NOT_STARTED = CatalogueEntry("R811", "not-started", RefusalKind.UNAVAILABLE)
    UNHEALTHY = CatalogueEntry("R812", "unhealthy", RefusalKind.UNAVAILABLE)
    INTERNAL = CatalogueEntry("R813", "internal", RefusalKind.FAILED)
    TOO_MANY_CONNECTIONS = CatalogueEntry("R814", "too-many-connections", RefusalKind.UNAVAILABLE)
    TOO_MANY_COMMANDS = CatalogueEntry("R815", "too-many-commands", RefusalKind.TOO_OFTEN)
    TOO_MANY_AT_ONCE = CatalogueEntry("R816", "too-many-at-once", RefusalKind.TOO_OFTEN)
    OVERLOADED = CatalogueEntry("R817", "overloaded", RefusalKind.UNAVAILABLE)
    HTTPS_ONLY = CatalogueEntry("R847", "https-only", RefusalKind.NOT_ALLOWED)

    # R9: the simulated table
    NO_SIMULATOR = CatalogueEntry("R901", "no-simulator", RefusalKind.NOT_FOUND)
    BAD_COMMAND = CatalogueEntry("R902", "bad-command", RefusalKind.INVALID, ("",))
    UNKNOWN_ACTION = CatalogueEntry("R903", "unknown-action", RefusalKind.INVALID, ("action",))
    UNKNOWN_ARGUMENT = CatalogueEntry("R904", "unknown-argument", RefusalKind.INVALID, ("*",))
    MISSING_ARGUMENT = CatalogueEntry("R905", "missing-argument", RefusalKind.INVALID, ("*",))
    BAD_ARGUMENT = CatalogueEntry("R906", "bad-argument", RefusalKind.INVALID, ("*",))
    UNKNOWN_FAULT = CatalogueEntry("R907", "unknown-fault", RefusalKind.INVALID, ("fault",))
    NOT_CLEARABLE = CatalogueEntry("R908", "not-clearable", RefusalKind.INVALID, ("fault",))
    COVER_CLOSED = CatalogueEntry("R909", "cover-closed", RefusalKind.INVALID, ("action",))
    WALL_IN_THE_WAY = CatalogueEntry("R910", "wall-in-the-way", RefusalKind.INVALID, ("side",))
    HATCH_NOT_OPEN = CatalogueEntry("R911", "hatch-not-open", RefusalKind.INVALID, ("action",))
    HANDS_BUSY = CatalogueEntry("R912", "hands-busy", RefusalKind.INVALID, ("action",))
    NOT_RUNNING = CatalogueEntry("R913", "not-running", RefusalKind.INVALID, ("action",))
    NO_SUCH_TILE = CatalogueEntry("R914", "no-such-tile", RefusalKind.INVALID, ("tile",))

    # S2: a hall: people and accounts
    NO_SUCH_PERSON = CatalogueEntry("S201", "no-such-person", RefusalKind.NOT_FOUND, ("person", "into"))
    PERSON_ERASED = CatalogueEntry("S202", "person-erased", RefusalKind.CONFLICT, ("person",))
    NO_SUCH_ACCOUNT = CatalogueEntry("S203", "no-such-account", RefusalKind.NOT_FOUND, ("account",))
    ACCOUNT_CLOSED = CatalogueEntry("S204", "account-closed", RefusalKind.CONFLICT, ("account",))
    HAS_ACCOUNT = CatalogueEntry("S205", "has-account", RefusalKind.CONFLICT, ("person",))
    BAD_ROLE = CatalogueEntry("S206", "bad-role", RefusalKind.INVALID, ("role",))
    LAST_OWNER = CatalogueEntry("S207", "last-owner", RefusalKind.CONFLICT, ("account",))
    WEAK_PASSPHRASE = CatalogueEntry("S208", "weak-passphrase", RefusalKind.INVALID, ("passphrase",))
    WRONG_SIGN_IN = CatalogueEntry("S209", "wrong-sign-in", RefusalKind.INVALID, ("passphrase",))
    SECOND_FACTOR_WANTED = CatalogueEntry("S210", "second-factor-wanted", RefusalKind.INVALID, ("code",))
    NO_SUCH_SIGN_IN = CatalogueEntry("S211", "no-such-sign-in", RefusalKind.NOT_FOUND, ("sign_in",))
    BAD_CONTACT = CatalogueEntry("S212", "bad-contact", RefusalKind.INVALID, ("*",))
    BAD_SHIFT = CatalogueEntry("S213", "bad-shift", RefusalKind.INVALID, ("starts", "ends"))
    SIGN_IN_OVER = CatalogueEntry("S215", "sign-in-over", RefusalKind.NOT_PAIRED)
    WRONG_FACTOR_CODE = CatalogueEntry("S216", "wrong-factor-code", RefusalKind.INVALID, ("code",))
    WRONG_CONSOLE_CODE = CatalogueEntry("S217", "wrong-console-code", RefusalKind.INVALID, ("code",))

    # S3: a hall: floor, sessions, queue, prices
    NO_SUCH_FLOOR_TABLE = CatalogueEntry("S301", "no-such-floor-table", RefusalKind.NOT_FOUND, ("table",))
    TABLE_TAKEN = CatalogueEntry("S302", "table-taken", RefusalKind.CONFLICT, ("table",))
    TABLE_BLOCKED = CatalogueEntry("S303", "table-blocked", RefusalKind.CONFLICT, ("table",))
    TABLE_FULL = CatalogueEntry("S304", "table-full", RefusalKind.CONFLICT, ("guests", "into"))
    SEAT_TAKEN = CatalogueEntry("S305", "seat-taken", RefusalKind.INVALID, ("seat",))
    SEATED_ALREADY = CatalogueEntry("S306", "seated-already", RefusalKind.CONFLICT, ("guests",))
    NO_SUCH_SESSION = CatalogueEntry("S307", "no-such-session", RefusalKind.NOT_FOUND, ("session", "into"))
    SESSION_OVER = CatalogueEntry("S308", "session-over", RefusalKind.CONFLICT, ("session", "into"))
    SESSION_RUNNING = CatalogueEntry("S309", "session-running", RefusalKind.NOT_NOW, ("session", "stay"))
    SAME_SESSION = CatalogueEntry("S310", "same-session", RefusalKind.INVALID, ("into",))
    NO_SUCH_STAY = CatalogueEntry("S311", "no-such-stay", RefusalKind.NOT_FOUND, ("stay",))
    BAD_MOMENT = CatalogueEntry("S312", "bad-moment", RefusalKind.INVALID, ("at",))
    BAD_PLACE = CatalogueEntry("S313", "bad-place", RefusalKind.INVALID, ("x", "y"))
    TABLE_NUMBER_TAKEN = CatalogueEntry("S314", "table-number-taken", RefusalKind.CONFLICT, ("number",))
    BAD_TABLE_NUMBER = CatalogueEntry("S315", "bad-table-number", RefusalKind.INVALID, ("number",))
    BAD_PARTY = CatalogueEntry(
        "S320", "bad-party", RefusalKind.INVALID, ("size", "persons", "parties", "avoid", "minutes")
    )
    NO_SUCH_PARTY = CatalogueEntry("S321", "no-such-party", RefusalKind.NOT_FOUND, ("party",))
    QUEUED_ALREADY = CatalogueEntry("S322", "queued-already", RefusalKind.CONFLICT, ("persons",))
    AVOIDED = CatalogueEntry("S323", "avoided", RefusalKind.CONFLICT, ("parties",))
    BAD_PRICES = CatalogueEntry("S330", "bad-prices", RefusalKind.INVALID, ("*",))
    NO_PRICES = CatalogueEntry("S331", "no-prices", RefusalKind.NOT_NOW)
    BAD_RECEIPT = CatalogueEntry("S332", "bad-receipt", RefusalKind.INVALID, ("*",))
    NO_SUCH_RECEIPT = CatalogueEntry("S333", "no-such-receipt", RefusalKind.NOT_FOUND, ("receipt",))
    BAD_PAYMENT = CatalogueEntry("S334", "bad-payment", RefusalKind.INVALID, ("paid", "amount", "counted"))
    BAD_COUNT = CatalogueEntry("S335", "bad-count", RefusalKind.INVALID, ("counted", "left", "day"))
    DIFFERENCE_UNEXPLAINED = CatalogueEntry("S336", "difference-unexplained", RefusalKind.INVALID, ("why",))
    NO_SUCH_ALARM = CatalogueEntry("S340", "no-such-alarm", RefusalKind.NOT_FOUND, ("alarm",))

    # S4: a hall: tournaments
    NO_SUCH_TOURNAMENT = CatalogueEntry("S401", "no-such-tournament", RefusalKind.NOT_FOUND, ("tournament",))
    TOURNAMENT_NOT_NOW = CatalogueEntry(
        "S402", "tournament-not-now", RefusalKind.NOT_NOW, ("tournament", "round", "table")
    )
    BAD_TOURNAMENT = CatalogueEntry("S403", "bad-tournament", RefusalKind.INVALID, ("*",))
    NO_SUCH_ENTRANT = CatalogueEntry("S404", "no-such-entrant", RefusalKind.NOT_FOUND, ("*",))
    BAD_ENTRANT = CatalogueEntry("S405", "bad-entrant", RefusalKind.INVALID, ("*",))
    BAD_IMPORT = CatalogueEntry("S406", "bad-import", RefusalKind.INVALID, ("text",))
    BAD_DRAW = CatalogueEntry("S407", "bad-draw", RefusalKind.INVALID, ("*",))
    BAD_TABLES = CatalogueEntry("S408", "bad-tables", RefusalKind.INVALID, ("*",))
    NOT_FOURS = CatalogueEntry("S409", "not-fours", RefusalKind.INVALID, ("players",))
    NO_SUCH_GAME = CatalogueEntry("S410", "no-such-game", RefusalKind.NOT_FOUND, ("round", "table"))
    RESULTS_MISSING = CatalogueEntry("S411", "results-missing", RefusalKind.NOT_NOW, ("round",))
    RESULTS_DISPUTED = CatalogueEntry("S412", "results-disputed", RefusalKind.NOT_NOW, ("round",))
    OUTRANKED = CatalogueEntry("S413", "outranked", RefusalKind.CONFLICT, ("round", "table"))
    NO_SUCH_FINE = CatalogueEntry("S414", "no-such-fine", RefusalKind.NOT_FOUND, ("fine",))
    BAD_FINE = CatalogueEntry("S415", "bad-fine", RefusalKind.INVALID, ("*",))
    NO_SUCH_PROTEST = CatalogueEntry("S416", "no-such-protest", RefusalKind.NOT_FOUND, ("protest",))
    PROTEST_TOO_LATE = CatalogueEntry("S417", "protest-too-late", RefusalKind.NOT_NOW, ("round",))
    PROTESTS_OPEN = CatalogueEntry("S418", "protests-open", RefusalKind.NOT_NOW, ("round",))
    WINDOW_OPEN = CatalogueEntry("S419", "window-open", RefusalKind.NOT_NOW, ("round",))
    STEP_NOT_LAST = CatalogueEntry("S420", "step-not-last", RefusalKind.CONFLICT, ("step",))
    BAD_PRESET = CatalogueEntry("S421", "bad-preset", RefusalKind.INVALID, ("*",))
    BAD_REPORT = CatalogueEntry("S422", "bad-report", RefusalKind.INVALID, ("*",))
    STICKS_LEFT = CatalogueEntry("S423", "sticks-left", RefusalKind.INVALID, ("*",))
    BAD_PHOTO = CatalogueEntry("S424", "bad-photo", RefusalKind.INVALID, ("photo",))
    NO_SUCH_SHEET = CatalogueEntry("S425", "no-such-sheet", RefusalKind.NOT_FOUND, ("sheet",))
    TOO_MANY_SHEETS = CatalogueEntry("S426", "too-many-sheets", RefusalKind.CONFLICT)
    GAME_WAS_GIVEN = CatalogueEntry("S427", "game-was-given", RefusalKind.NOT_NOW, ("table",))
    DICE_NOT_ASKED = CatalogueEntry("S428", "dice-not-asked", RefusalKind.NOT_NOW, ("tournament",))
    DICE_NOT_THROWN = CatalogueEntry("S429", "dice-not-thrown", RefusalKind.NOT_NOW, ("tournament",))
    DRAW_LIST_CHANGED = CatalogueEntry("S430", "draw-list-changed", RefusalKind.CONFLICT, ("players",))
    DICE_ASKED = CatalogueEntry("S431", "dice-asked", RefusalKind.NOT_NOW, ("table",))
    WRONG_CARD_CODE = CatalogueEntry("S432", "wrong-card-code", RefusalKind.INVALID, ("code",))

    # S5: a hall: link to its tables, store
    STORE_UNAVAILABLE = CatalogueEntry("S501", "store-unavailable", RefusalKind.UNAVAILABLE)
    STORE_FULL = CatalogueEntry("S502", "store-full", RefusalKind.UNAVAILABLE)
    STORE_DAMAGED = CatalogueEntry("S503", "store-damaged", RefusalKind.UNAVAILABLE)
    STORE_TOO_NEW = CatalogueEntry("S504", "store-too-new", RefusalKind.UNAVAILABLE)
    STORE_BUSY = CatalogueEntry("S505", "store-busy", RefusalKind.UNAVAILABLE)
    STORE_FAILED = CatalogueEntry("S506", "store-failed", RefusalKind.FAILED)
    BAD_STORE_URL = CatalogueEntry("S507", "bad-store-url", RefusalKind.INVALID, ("store",))
    STORE_OVERTAKEN = CatalogueEntry("S508", "store-overtaken", RefusalKind.STALE)
    STORE_NOT_A_FILE = CatalogueEntry("S509", "store-not-a-file", RefusalKind.INVALID)
    STORE_NOT_EMPTY = CatalogueEntry("S510", "store-not-empty", RefusalKind.CONFLICT)
    NOT_ENROLLED = CatalogueEntry("S520", "not-enrolled", RefusalKind.NOT_PAIRED)
    FOREIGN_TABLE = CatalogueEntry("S521", "foreign-table", RefusalKind.NOT_ALLOWED, ("table",))
    GAP = CatalogueEntry("S522", "gap", RefusalKind.CONFLICT, ("first",))
    CONFLICT = CatalogueEntry("S523", "conflict", RefusalKind.CONFLICT, ("events",))
    BAD_CHAIN = CatalogueEntry("S524", "bad-chain", RefusalKind.INVALID, ("events",))
    BAD_SIGNATURE = CatalogueEntry("S525", "bad-signature", RefusalKind.INVALID, ("head", "proof", "key"))
    NO_SUCH_ENROLLED_TABLE = CatalogueEntry("S526", "no-such-enrolled-table", RefusalKind.NOT_FOUND, ("table",))
    BAD_TABLE_ORDER = CatalogueEntry("S527", "bad-table-order", RefusalKind.INVALID, ("*",))
    NO_SUCH_ORDER = CatalogueEntry("S528", "no-such-order", RefusalKind.NOT_FOUND, ("order",))
    TOO_MANY_ORDERS = CatalogueEntry("S529", "too-many-orders", RefusalKind.CONFLICT)
    ANSWERED_OTHERWISE = CatalogueEntry("S530", "answered-otherwise", RefusalKind.CONFLICT, ("order",))

    # S6: webhooks of a hall, releases of its tables
    NO_SUCH_WEBHOOK = CatalogueEntry("S601", "no-such-webhook", RefusalKind.NOT_FOUND, ("webhook",))
    BAD_WEBHOOK = CatalogueEntry("S602", "bad-webhook", RefusalKind.INVALID, ("url", "wanted", "webhook"))
    TOO_MANY_WEBHOOKS = CatalogueEntry("S603", "too-many-webhooks", RefusalKind.CONFLICT)
    WEBHOOK_OFF = CatalogueEntry("S604", "webhook-off", RefusalKind.NOT_NOW, ("webhook",))
    ROLLOUT_UNDER_WAY = CatalogueEntry("S605", "rollout-under-way", RefusalKind.NOT_NOW, ("version",))
