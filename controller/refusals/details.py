"""What a refusal says of this time, as sentences that every reader gets in the own language.

The English sentences are here; those of the other languages are ``takes.<name>`` and ``because.<name>`` in
``api/locale/*/detail.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Detail:
    """``key``: of its sentence. ``values`` fill the places of the sentence; a tuple holds keys of words, which are
    listed in the reader's language. ``of_field``: it stands after the name of the field."""

    key: str
    sentence: str
    values: Mapping[str, object]
    of_field: bool

    def __str__(self) -> str:
        said = {name: _last_parts(value) if isinstance(value, tuple) else value for name, value in self.values.items()}
        return self.sentence.format(**said)


def _last_parts(keys: tuple[object, ...]) -> str:
    return ", ".join(str(key).rpartition(".")[2] for key in keys)


class Because(Enum):
    """Why something cannot be done now. A member is called with the values of its sentence."""

    AT_STEP = "the tournament stands at “{phase}”; this is done at: {wanted}"
    ABANDONED = "the tournament was abandoned"
    CLOSED = "the tournament is closed"
    ALL_SEATED = "all {n} rounds were seated"
    NOT_SEATED = "no round was seated"
    ROUND_LOCKED = "the round is locked"
    ROUND_OVER = "the round is over"
    ROUND_NOT_OPEN = "round {n} is locked, or has not begun"
    HAS_RESULT = "the game has a result"
    NOT_DRAWN = "numbers were not drawn yet"
    LAST_ROUND = "no round is played after it"
    PLAYED = "something was played in this round: withdraw the entries, and abandon the games at the tables"
    BY_STANDINGS = "tables by standings are made when the round before is locked"
    NO_SCHEDULE = "there is no schedule for the next round"
    WITHOUT_SEAT = "players are without a seat; make a new schedule"
    MORE_NEEDED = "{n} play; {more} more are needed"
    TEAMS_OF_FOUR = "teams of four, and a multiple of four teams, are needed"
    FOUR_TEAMS = "four teams at least are needed"
    PROMISED = "a promise was made for this draw, and stays"
    NOT_PROMISED = "nothing was promised for this draw"
    DECIDED = "{who} has decided it"
    ANOTHER_RULING = "a ruling is changed by another one"
    NO_RESULT = "there is no result that could stand"
    GAME_BEGUN = "the table has begun the game"
    NOT_ANSWERED = "the table was asked, and has not answered yet"
    ROUND_UNSEATED = "round {n} was not seated"
    TABLES_OF_ROUND = "round {n} has tables 1 to {most}"
    NOT_AT_TABLE = "the player does not sit at this table"
    NOT_SITTING = "the player does not sit in this round"
    NO_GAME = "the scoring rules of the tournament name no game"
    GROUP_PLACES = "the groups have {places} places for {players} players"
    COMES_TO = "it came to {shown} when it was shown, and comes to {now} now; what has changed is marked"
    MERGED_SESSION = "the session went on in another one"
    PAYS_AT_END = "before the end, a guest pays who has left, where nothing is charged to the table as a whole"
    IN_TILL = "there should be {there} in the till"
    NEXT_CLOSE = "somebody has closed the day meanwhile; the next close is number {n}"
    OTHER_PRICES = "somebody has set other prices meanwhile"
    SITS_AT = "the person sits at table {n}"
    SITS_OFF_FLOOR = "the person sits at a table that is no longer on the floor"

    def __call__(self, **values: object) -> Detail:
        return Detail(f"because.{_name(self)}", self.value, values, of_field=False)


def _name(one: Enum) -> str:
    return one.name.lower().replace("_", "-")


class Takes(Enum):
    """What a field takes: "Minutes of a round: a whole number from 0 to 1440". Called with what fills its sentence."""

    BETWEEN = "a whole number from {least} to {most}"
    AT_LEAST = "at least {least}"
    AT_MOST = "at most {most}"
    ABOVE = "more than {least}"
    BELOW = "less than {most}"
    WHOLE = "a whole number"
    NUMBER = "a number"
    AMOUNT = "a number or a fraction, such as -5 or 1/3"
    PART = "a number from 0 to 1, such as 1/2"
    ZERO_OR_BELOW = "0, or a number below it"
    TEXT = "a text"
    CHARACTERS = "a text of {least} to {most} characters"
    LONGEST = "at most {most} characters"
    SHORTEST = "at least {least} characters"
    LINE = "one line of at most {most} characters"
    YES_OR_NO = "yes or no"
    ENTRIES = "at most {most} entries"
    FEWEST = "at least {least} entries"
    LIST = "a list"
    OBJECT = "an object"
    ONE_OF = "one of {choices}"
    LISTED = "one that is in the list"
    SOMETHING = "it must be filled in"
    UNKNOWN = "it is not known here"
    FITTING = "it does not have the right form"
    FOUR = "four values"
    PLACES_ONCE = "places 1 to {players} once each, four at a table"
    DAY = "a day such as 2026-11-25"
    TIME = "a time such as 2026-11-25T14:00:00Z"
    WITHIN_A_WEEK = "a time within a week"
    LETTERS_OF_COUNTRY = "two or three letters, such as AUT"
    EIGHT_DIGITS = "eight digits"
    HEX = "hexadecimal digits, {digits} of them"
    ONCE = "each of them once"
    NOT_BEFORE_FIRST = "it is before the first"
    FIXED_BY_DRAW = "it stays as it is once numbers are drawn"
    AS_SEATED = "{n} rounds are seated already, so it cannot be fewer"
    NAME_TAKEN = "{name} has it already"
    ID_OF_PROGRAM = "it belongs to rules that come with the program"
    FULL = "there are {most} already"
    OTHER_WAY = "it is changed in another way"
    OPEN_ROUND = "a round that is not locked yet"
    LOCKED_ROUND = "a round that is locked"
    SUBSTITUTE = "{name} is not entered as a substitute"
    SITS = "{name} sits at a table of round {round}"
    IN_ANOTHER = "there is another substitution in these rounds"
    ONLY_SUBSTITUTES = "only substitutes come in after a cut"
    STAYS_LISTED = "whoever was drawn or fined stays on the list; change the state instead"
    POINTS_SAID = "it must say how many points"
    POINTS_WHOLE = "a whole number, for it changes the score of the table"
    SITS_NOWHERE = "the player sits at no table of this round"
    ANOTHER_SEATED = "somebody who sits in this round, and another player than the other"
    NOT_IN_ROUND = "this player does not play in this round"
    TWICE_SEATED = "this player sits twice"
    TABLE_TAKEN = "this table plays in this round already"
    TABLE_TWICE = "it names a table twice"
    NO_TEAM = "{name} is in no team"
    NO_BOARD = "it is played without a board"
    ONE_REST = "some groups, one of them without a size"
    FOURS = "a multiple of four, for the group plays on"
    GROUP_PLAYS = "one group at least plays on"
    TOTAL = "with the sticks they add up to {there}, not {wanted}"
    STICKS_LEFT = "scores and sticks add up to {there}, not {wanted}; were there {sticks}?"
    HANDS_TOTAL = "the hands leave {seat} with {score}, not {given}"
    AMOUNTS = "an amount from {least} to {most}"
    NOT_ZERO = "an amount up to {most}, and not 0"
    ADDS_UP = "it adds up to {there}, not {wanted}"
    NOT_COUNTED = "{methods}: not counted"
    PERCENT_OR_AMOUNT = "1 to 100 percent, or an amount"
    ITEM = "how many, from 1 to {most}, and a price from 0"
    STILL_TO_COME = "the time is still to come"
    BEFORE_CHANGE = "the time is before the last change"
    DAY_AGO = "the time is more than a day ago"
    SHIFT_ENDS = "after now, and at most {hours} hours after the start"
    WITHIN_DAYS = "within {days} days"
    EASY_TO_GUESS = "it repeats a few characters, or the name of the account"
    TIME_OF_DAY = "a time of day from 00:00 to 23:59"
    BOTH_TIMES = "a start and an end, or neither"
    ANOTHER_TIME = "another time than the start"
    CAP_OF_HOURS = "only a price for hours has one, up to {most}"
    TABLE_HOUR = "an hour of a table can cost {there}, more than {most}"
    SEAT_HOUR = "an hour of a guest at a full table can cost {there}, more than {most}"
    TIME_ZONE = "a time zone such as Europe/Vienna"
    CURRENCY = "three capital letters, such as EUR"
    ADDRESS = "an address of the web"
    ADDRESS_ASCII = "at most {most} printable ASCII characters, no space among them"
    HTTPS = "it must begin with https://"
    BARE_ADDRESS = "no user, password or fragment in it"
    NOT_SENT_TO = "nothing is sent to {host}"
    AN_EVENT = "{given} is no type of event, no room with a star (tournament.*), no star"
    STAYS_WITHIN = "{given} stays within the hall"
    GRANTED_ROLES = "at tables, one of {choices}"

    def __call__(self, **values: object) -> Detail:
        return Detail(f"takes.{_name(self)}", self.value, values, of_field=True)


_OF_TYPE: Final[Mapping[str, tuple[Takes, Mapping[str, str]]]] = {
    "missing": (Takes.SOMETHING, {}),
    "extra_forbidden": (Takes.UNKNOWN, {}),
    "unexpected_keyword_argument": (Takes.UNKNOWN, {}),
    "missing_argument": (Takes.SOMETHING, {}),
    "greater_than": (Takes.ABOVE, {"least": "gt"}),
    "greater_than_equal": (Takes.AT_LEAST, {"least": "ge"}),
    "less_than": (Takes.BELOW, {"most": "lt"}),
    "less_than_equal": (Takes.AT_MOST, {"most": "le"}),
    "string_too_long": (Takes.LONGEST, {"most": "max_length"}),
    "string_too_short": (Takes.SHORTEST, {"least": "min_length"}),
    "too_long": (Takes.ENTRIES, {"most": "max_length"}),
    "too_short": (Takes.FEWEST, {"least": "min_length"}),
    "literal_error": (Takes.ONE_OF, {"choices": "expected"}),
    "enum": (Takes.ONE_OF, {"choices": "expected"}),
}
_OF_KIND: Final[tuple[tuple[str, Takes], ...]] = (
    ("int", Takes.WHOLE),
    ("float", Takes.NUMBER),
    ("finite", Takes.NUMBER),
    ("decimal", Takes.NUMBER),
    ("string", Takes.TEXT),
    ("bool", Takes.YES_OR_NO),
    ("datetime", Takes.TIME),
    ("date", Takes.DAY),
    ("list", Takes.LIST),
    ("tuple", Takes.LIST),
    ("dict", Takes.OBJECT),
    ("dataclass", Takes.OBJECT),
    ("model", Takes.OBJECT),
)
"""By the beginning of the type, for those that say what kind of value is wanted."""


def _listed(value: object) -> object:
    """What may be chosen comes as English: "'none', 'team' or 'club'"; that it may be left empty is not told."""
    if not isinstance(value, str):
        return value
    return ", ".join(choice for choice in value.replace("'", "").replace(" or ", ", ").split(", ") if choice)


def takes_of(error: Mapping[str, Any]) -> Detail:
    """From an error of pydantic (its ``type`` and ``ctx``)."""
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind in _OF_TYPE:
        takes, places = _OF_TYPE[kind]
        return takes(**{name: _listed(context.get(source, "")) for name, source in places.items()})
    if kind == "string_pattern_mismatch":
        return Takes.FITTING()
    return next((takes() for start, takes in _OF_KIND if kind.startswith(start)), Takes.FITTING())
