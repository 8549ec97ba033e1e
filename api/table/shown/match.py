"""A match and its hands, and what a result would pay."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.table.shown.base import OpenShown, Seat, Shown, Wind
from api.table.shown.rules import AsksShown, ScoredShown


class SeatShown(Shown):
    seat: Seat
    name: str
    wind: Wind | None


class PlayerShown(SeatShown):
    score: int


class MoveShown(Shown):
    """Who changes seats before the hand that comes; ``from`` null: one who rested."""

    name: str
    from_: Seat | None = Field(alias="from")
    to: Seat


class ThrowShown(Shown):
    """Dice thrown for seats or first dealer."""

    seat: Seat
    dice: list[int]


class NextShown(Shown):
    """What the people at the table do next."""

    key: str
    args: dict[str, Any]


class MeldShown(Shown):
    kind: Literal["chow", "pung", "kong", "quint", "sextet"]
    tiles: str
    concealed: bool
    added: bool | None = None
    from_: Wind | None = Field(None, alias="from")


class TilesShown(OpenShown):
    """What a winner showed, as in a scoring record; the fields of the game (``asks.rows``, ``asks.counts``) too."""

    hand: str
    winning_tile: str
    melds: list[MeldShown] | None = None
    flowers: str | None = None
    flags: list[str] | None = None


class WinnerShown(Shown):
    seat: Seat
    name: str
    source: Literal["self-draw", "discard", "robbed-kong"]
    discarder: Seat | None
    liable: Seat | None
    total: int
    limit: bool
    fu: int | None
    level: str
    items: dict[str, int]
    explain: dict[str, Any] | None
    chips: int = Field(description="what each payer gives beside the points, in games with chips")
    losers: list[int] = Field(description="by seat, what the hands of the others count; empty where they do not")
    tiles: TilesShown | None


class LineShown(Shown):
    """A payment. Seats; -1 is the bank."""

    payer: int
    payee: int
    amount: int
    key: str


class InstantShown(Shown):
    """What was paid at once in a hand; ``ends``: wins of the hand that were before it. ``net``: by seat."""

    number: int = Field(description="in the hand, from 1")
    instant: str = Field(description="one of `asks.instants`")
    seat: Seat = Field(description="who has it")
    feeder: Seat | None
    tile: str
    flags: list[str]
    ends: int
    net: list[int]
    who: str
    time: str
    undoable: bool = Field(description="it can be taken back: the newest, with no win after it")


class HandShown(Shown):
    """A hand that has a result; ``revision`` counts its results. ``net``: by seat."""

    hand: int = Field(description="index in the match, from 1")
    number: int
    extra: int
    round: int
    in_round: int
    prevailing: Wind
    dealer: Seat
    carry: int
    deposits: int
    jackpot: int
    tally: list[int] = Field(description="by seat, what was won towards the jackpot, or the chips, before the hand")
    has_won: list[int] = Field(description="by seat, 1 once it had won a hand, in games with yakitori")
    seats: list[SeatShown]
    kind: Literal["win", "draw", "abort"]
    reason: str
    discarder: Seat | None
    ready: list[Seat]
    declared: dict[str, list[Seat]] = Field(description="seats by what they declared (`asks.declared`)")
    riichi: list[Seat] = Field(description="`declared.riichi`", json_schema_extra={"deprecated": True})
    nagashi: list[Seat] = Field(description="`declared.nagashi`", json_schema_extra={"deprecated": True})
    winners: list[WinnerShown]
    passed_over: list[Seat]
    net: list[int]
    lines: list[LineShown]
    revision: int
    corrected: bool
    who: str
    time: str
    instants: list[InstantShown] = Field(description="what was paid at once in it; not contained in `net`")
    standing: Literal["recorded", "open", "confirmed", "disputed", "locked"] = Field(
        description="`recorded`: nobody is asked to confirm it"
    )
    confirmed: list[Seat] = Field(description="who agreed with the result as it is now")


class RankingRow(OpenShown):
    place: int
    name: str
    score: int
    points: float
    table_points: float | None = None
    marks: int | None = Field(default=None, description="of a player who has lost a box, in games with boxes")
    chips: int | None = Field(default=None, description="won and lost, in games with chips")
    yakitori: bool | None = Field(default=None, description="has won no hand, in games where that is paid for")


class FinalShown(OpenShown):
    ranking: list[RankingRow] | None = None


class RestrictionShown(Shown):
    """What a penalty asks of a player in the hand being played."""

    seat: Seat
    penalty: int
    effect: Literal[
        "dead-hand",
        "open-hand",
        "no-win-until-next-turn",
        "no-discard-win",
        "must-discard",
        "hand-ends",
        "claim-lost",
    ]


Phase = Literal["first-dealer", "roll", "play", "over"]


class DeclaredShown(Shown):
    """Points that lie on the table before a player, out of the score, while the hand is played."""

    seat: Seat
    declaration: str
    stake: int


class PassingShown(Shown):
    """The pass that comes, of so many ``passes``; ``number`` 0: the players have not begun. ``blind``: tiles that come
    may be passed on unseen; ``courtesy``: players opposite agree on up to ``tiles``. ``seconds``: time for it since
    ``since``, 0 for any. ``ways``: what may become of it; ``last``: what can be taken back."""

    number: int
    passes: int
    to: Literal["right", "across", "left", "die"]
    tiles: int
    blind: bool
    courtesy: bool
    one_suit: bool
    seconds: int
    since: str | None
    ways: list[Literal["begun", "made", "none", "stopped", "over"]]
    last: int | None


class UndoShown(Shown):
    """The result that can still be taken back without a reason; ``until``: by the clock of the snapshot (``time``)."""

    hand: int
    until: str


class DisputeShown(Shown):
    """A result with which a player does not agree; it waits for a referee."""

    dispute: int
    hand: int
    seat: Seat
    name: str
    text: str
    who: str
    time: str


class TogetherRow(Shown):
    """``net``: points won and lost; ``points``: what the ruleset gives for the rankings, null until the last match is
    ranked."""

    player: int
    name: str
    net: int
    points: float | None


class Together(Shown):
    """A match and those that it goes on from, the player with the most first."""

    matches: int
    rows: list[TogetherRow]


class MatchShown(Shown):
    id: str
    ruleset: str
    options: dict[str, Any]
    house_rules: str | None = Field(description="their name, where the match is played by house rules of the table")
    unit: str
    phase: Phase
    round: int
    prevailing: Wind | None
    dealer: Seat | None
    hand: int
    in_round: int
    extra: int
    index: int
    seats: list[PlayerShown]
    resting: list[str] = Field(description="who has no chair now")
    resting_scores: list[int] = Field(description="their scores, in the same order")
    rests_next: str | None = Field(description="who of five has no chair in the next round; null in the last one")
    carry: int
    deposits: int
    jackpot: int
    tally: list[int] = Field(description="by seat, what has been won towards the jackpot, or the chips")
    has_won: list[int] = Field(description="by seat, 1 once it has won a hand, in games with yakitori")
    asks: AsksShown
    won: list[Any]
    """Ends of the hand being played in which somebody has won already; empty in games of one end."""
    throws: list[ThrowShown] = Field(description="for seats and first dealer, the oldest first")
    tied: list[Seat] = Field(description="who throws once more because totals were equal")
    moves: list[MoveShown]
    seats_to_confirm: bool = Field(description="they have not said yet that they sit so; nothing waits for it")
    next: NextShown
    last: HandShown | None
    started: str
    ended: str | None
    final: FinalShown | None
    together: Together | None = Field(description="totals of a match that goes on from others")
    may_play_on: bool = Field(description="another match of the same game and players can go on from it")
    kitty: int
    restrictions: list[RestrictionShown]
    declared: list[DeclaredShown]
    instants: list[InstantShown] = Field(description="what was paid at once in the hand being played")
    passing: PassingShown | None = Field(description="tiles that are passed before the first discard of the hand")
    undo: UndoShown | None
    confirmation: Literal["none", "tablet", "phones"]
    hand_check: bool
    disputes: list[DisputeShown]


class HeldPieces(Shown):
    """``held``: pieces by value, in the order of ``pieces``; of a score below zero those that are owed. ``rest``: what
    no piece is small enough for."""

    name: str
    score: int
    held: list[int]
    rest: int


class HandedPieces(Shown):
    """What the last hand has a player hand over, with the change that he gets back; null is what lies on the table."""

    payer: str | None
    payee: str | None
    amount: int
    gives: list[int]
    back: list[int]
    rest: int


class PiecesShown(Shown):
    """The scores of a match in pieces, and the payments of its last hand."""

    pieces: list[int] = Field(description="values of the pieces, the largest first")
    players: list[HeldPieces]
    hand: int | None
    handed: list[HandedPieces]


class CourseRow(Shown):
    """Something that moved points, or a ruling. ``net`` and ``scores`` are by player (``course.players``); ``scores``
    are those after it. ``waits``: the points of a penalty move later."""

    kind: Literal["hand", "penalty", "cancelled", "ruling", "laid"]
    hand: int | None
    number: int | None = Field(description="of the penalty or ruling; of the cancelled penalty")
    net: list[int]
    scores: list[int]
    seat: Seat | None
    name: str
    what: str = Field(description="of a penalty: its id, or points or warning; of a ruling: its text")
    why: str
    who: str
    time: str
    waits: Literal["", "match-end", "after-ranking"]
    cancelled: bool


class CourseShown(Shown):
    """The match row by row; each column of nets adds up to the score."""

    players: list[str]
    start_points: int
    rows: list[CourseRow]


class ListedPlayer(Shown):
    name: str
    score: int


class ListedMatch(Shown):
    """A match in a list. ``round``: from 0; ``hands``: those with a result; ``ending``: null while it is played;
    ``ranking``: null while it is played, and for one that was abandoned."""

    id: str
    seq: int = Field(description="number of its first event")
    ruleset: str
    house_rules: str | None
    phase: Phase
    ending: Literal["played-out", "early", "abandoned"] | None
    started: str
    ended: str | None
    hands: int
    round: int
    players: list[ListedPlayer]
    ranking: list[RankingRow] | None


class MatchPage(Shown):
    matches: list[ListedMatch]
    next: int = Field(
        description="give it as `since` for the matches after these (`before`, where the newest come first)"
    )
    more: bool = Field(description="whether there are any")


class PlayerTotal(Shown):
    """``places``: how often first, second ...; ``net``: points won and lost; ``points``: what the ruleset gives for the
    ranking."""

    name: str
    matches: int
    places: list[int]
    net: int
    points: float
    marks: int | None = Field(default=None, description="in games with boxes: how often a box was lost")


class RulesetTotals(Shown):
    ruleset: str
    matches: int
    players: list[PlayerTotal]


class DayTotals(Shown):
    """What the ranked matches that began on a day came to, by ruleset, for their points do not add up."""

    day: str
    totals: list[RulesetTotals]


class PlayedMatch(MatchShown):
    """A match with its hands that have a result, the oldest first."""

    hands: list[HandShown]
    course: CourseShown


class PreviewWin(Shown):
    winner: Seat
    total: int
    fu: int | None
    level: str | None
    limit: bool


class ComingHand(OpenShown):
    """The hand that comes. The dealer may be named before his seat is known, where people change seats."""

    dealer: Seat
    dealer_name: str | None
    carry: int
    deposits: int
    jackpot: int
    tally: list[int]
    has_won: list[int]


class PreviewAnswer(Shown):
    """What a result would pay; ``next`` null: it ends the match, or another hand is corrected. ``net``: by seat."""

    results: list[ScoredShown]
    wins: list[PreviewWin]
    passed_over: list[Seat]
    net: list[int]
    lines: list[LineShown]
    next: ComingHand | None
    ends_match: bool
