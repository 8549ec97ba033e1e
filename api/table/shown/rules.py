"""Rulesets with their options, what they ask for in a result, and a scored hand."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.table.shown.base import OpenShown, Shown

Source = Literal["self-draw", "discard", "robbed-kong"]
HandEnd = Literal["win", "draw", "abort"]
Names = dict[str, str]


class LevelShown(Shown):
    """A named worth: reached with that total and fu."""

    total: int
    fu: int
    id: str


class SituationShown(Shown):
    """A flag that may be true of a win. ``dealer``: only the dealer can have it, or never he; ``from_dealer``: on a
    discard, only on his. ``concealed``: only where nothing was claimed. ``kongs``: of a winner who has made so many (or
    set tiles aside that are replaced like them). ``without``: flags that cannot be true beside it."""

    id: str
    sources: list[Source]
    dealer: bool | None
    from_dealer: bool
    concealed: bool
    kongs: int
    without: list[str]


class DeclarationShown(Shown):
    """What players may have declared in a hand that ended like one of ``after``. ``flags``: those of a winner's record
    that say the same of him. ``ready``: whoever declared it shows a ready hand at a draw. ``stake``: points that are
    laid down with it, then also while the hand is played; 0 for what is only named with the result. ``always``: every
    such end depends on it. ``quick``: named of wins without tiles alone."""

    id: str
    after: list[HandEnd]
    flags: list[str]
    ready: bool
    stake: int
    always: bool
    quick: bool


class CountShown(Shown):
    """A field of the record that is a number: how many of a tile a winner has laid aside, or of something else where
    ``tile`` is empty (``least`` when nothing is said); asked of a winner with one of the ``flags``, or of each where
    there are none."""

    id: str
    most: int
    tile: str
    least: int
    flags: list[str]


class InstantOfGame(Shown):
    """What is paid at once while a hand is played. ``feeder``: another player fed it, who is named. ``tile``: four
    equal tiles. ``flags``: what may be true of it and changes what it pays. ``dealer``: only the dealer has it.
    ``most``: how often a player has it in a hand (0: any number of times). ``alone``: one player of a hand at most."""

    id: str
    feeder: bool
    tile: bool
    flags: list[str]
    dealer: bool
    most: int
    alone: bool


class CardLineShown(Shown):
    """A line of the card that a hand is won by: its groups as people write them; ``doubled``: worth twice its value
    without jokers."""

    id: str
    text: str
    value: int
    doubled: bool


class PassShown(Shown):
    """Tiles that all players pass before the first discard. ``second``: ``vote`` where every player may stop it and
    those after it before the first of them; ``seconds``: time for it, 0 for any. ``die``: 1 and 2 of one die to the
    right, 3 and 4 across, 5 and 6 to the left."""

    to: Literal["right", "across", "left", "die"]
    tiles: int
    blind: bool
    second: str
    courtesy: bool
    seconds: int
    one_suit: bool


class RowShown(Shown):
    """A field of the record with tiles that lie turned on the table; asked of a winner with one of the ``flags``, or of
    each where there are none. ``under``: the row under whose tiles these lie, so that they are never more. ``apart``:
    one of them may be a tile of the hand, so that they are no further copies."""

    id: str
    most: int
    flags: list[str]
    under: str
    apart: bool


class JokerShown(Shown):
    copies: int
    stands_for: list[str]


class WildShown(Shown):
    kinds: list[str]
    shown: str
    pointed: dict[str, str]
    stands_for: list[str]


class TilesOfGame(Shown):
    """The tiles of a game: ``hand`` before the winning one, ``sets`` of a complete hand, ``copies`` of each of the
    ``kinds`` but for the ``other_copies``; with their copies what is laid out beside a hand (``bonus``), the ``red``
    ones among the fives, and the ``jokers``; ``laid``: what else may lie beside a hand; ``thrown_wild``: a discarded
    bonus tile or joker wins as any tile; ``wild``: ordinary tiles that stand for others; ``exposures``: bonus tiles are
    held like others, and melds are three to six equal tiles, which all count."""

    players: int
    hand: int
    sets: int
    total: int
    copies: int
    kinds: list[str]
    other_copies: dict[str, int]
    bonus: dict[str, int]
    red: dict[str, int]
    jokers: dict[str, JokerShown]
    strangers_are_too_many: bool
    strangers_win_nothing: bool
    strangers_count: bool
    known: list[str]
    laid: list[str]
    thrown_wild: bool
    exposures: bool
    wild: WildShown


class AsksShown(OpenShown):
    """What the entry of a result asks for in a game; what the members mean stands at ``Asks`` of the rules."""

    declared: list[DeclarationShown]
    ready: bool
    abort: list[str]
    least: int
    presets: list[int]
    fu: list[int]
    fu_below: int
    levels: list[LevelShown]
    limit: str
    limit_totals: list[int]
    liable: bool
    liable_limit: bool
    liable_quick: list[Source]
    sources: list[Source]
    bonus_wins: list[Source]
    situations: list[SituationShown]
    tiles: TilesOfGame
    counts: list[CountShown]
    rows: list[RowShown]
    origins: bool
    chows: bool
    counters: bool
    counted_in: str
    streak_in: str
    pot: list[str]
    seen: list[str]
    hands: int
    bonus_after_deal: Literal["", "circle", "each"]
    instants: list[InstantOfGame]
    lines: list[CardLineShown]
    passes: list[PassShown]
    passes_after: Literal["", "draw"]
    chips: bool
    yakitori: bool
    one_winner: bool = Field(description="of several who call one tile one wins, whom the rules name")
    losers: bool
    loser_flags: list[str]


class OptionShown(OpenShown):
    """An option of a ruleset: the values that it can have, and the one that it has."""

    name: str
    type: Literal["flag", "choice", "number", "list", "numbers", "table"]
    default: Any
    chapter: Literal["table", "play", "scoring", "payment", "match", "penalties", "other"]
    help: str
    minimum: int | None = None
    maximum: int | None = None
    length: int | None = None
    step: int | None = Field(default=None, description="the number is a multiple of it")
    sum: int | None = Field(default=None, description="what the numbers add up to")
    choices: list[Any] | None = None


class ItemShown(OpenShown):
    """A scoring item as it is played ``when`` options have these values, a list being several; several rows may have
    one id. ``value``: missing where an option gives it. ``open_value``: with claimed sets, where that is another."""

    id: str
    key: str
    group: str
    names: Names
    value: int | None = None
    open_value: int | None = None
    when: dict[str, Any]


class WallPlanShown(OpenShown):
    tiles: int
    players: int
    absent_seat: int | None = None


class DicePlanShown(OpenShown):
    dice: int


class OffenceShown(OpenShown):
    """A penalty of the ruleset. ``pays_each_other``: by what the amount depends on."""

    id: str
    pays_each_other: dict[str, int] | None = None
    pays_bank: int = 0
    effect: str = ""


class OwnGroup(Shown):
    """A group of items. ``option``: gives all of them their value. ``patterns``: with a name, that an item may have."""

    id: str
    option: str | None
    patterns: list[str]


class OwnItems(Shown):
    """What an item of the house itself can be."""

    groups: list[OwnGroup]


class Sheet(OpenShown):
    """A ruleset whole. ``own_items``: null where a house can change no item."""

    id: str
    names: Names
    about: Names
    unit: str
    items: list[ItemShown]
    options: list[OptionShown]
    profiles: dict[str, dict[str, Any]]
    wall: WallPlanShown
    dice: DicePlanShown
    asks: AsksShown
    penalties: list[OffenceShown]
    own_items: OwnItems | None


class LeftOutShown(Shown):
    """Tiles of one group that are left out: ``copies`` of each of the ``tiles``; ``whole``: the whole group."""

    group: Literal["characters", "dots", "bamboos", "winds", "dragons", "flowers", "seasons"]
    tiles: list[str]
    copies: int
    whole: bool


class TilesNeededShown(Shown):
    """``left_out`` of a full set of 144; ``red`` fives take the place of plain ones; ``added``: animals and jokers;
    ``chosen``: tiles left out as the players agree; ``spare``: tiles of the house that nothing scores."""

    total: int
    left_out: list[LeftOutShown]
    red: dict[str, int]
    added: dict[str, int]
    chosen: int
    spare: int


class GameSetup(Shown):
    """What a game needs of the table. ``throws``: of the ``dice`` for a break; ``seating``: how seats are found."""

    tiles: TilesNeededShown
    players: int
    absent_seat: int | None
    dice: int
    throws: int
    seating: Literal["dice", "dice-east-only", "wind-tiles", "jup-wai", "given"]
    start_points: int


class ListedRuleset(Shown):
    """``about``: what sort of game it is, in a sentence for people who choose one; ``profiles``: by name;
    ``hand_check``: whether players may have a hand checked unless the match says otherwise."""

    id: str
    names: Names
    about: Names
    unit: str
    tiles: int
    players: int
    profiles: list[str]
    hand_check: bool


class UsualGame(Shown):
    ruleset: str
    options: dict[str, Any]
    confirmation: Literal["none", "tablet", "phones"]
    hand_check: bool


class RulesetList(Shown):
    rulesets: list[ListedRuleset]
    usual: UsualGame = Field(description="what this table plays unless somebody says otherwise")


class ComparedGame(Shown):
    """A column. ``unit``: in which its hands are counted, as a word."""

    ruleset: str
    profile: str | None
    name: str
    unit: str


class ComparedFact(Shown):
    """A row. ``values``: one for each game as data, null where a game knows no such thing; ``texts``: the same in the
    language of the reader; ``notes``: the sentence of each game's rule where these differ, else empty."""

    id: str
    name: str
    differs: bool
    values: list[Any]
    texts: list[str]
    notes: list[str]


class ComparedChapter(Shown):
    id: Literal["table", "items", "worth", "payments", "claims", "match", "penalties", "options"]
    name: str
    facts: list[ComparedFact]


class RulesComparison(Shown):
    """Games beside each other."""

    games: list[ComparedGame]
    chapters: list[ComparedChapter]


class ScoredShown(OpenShown):
    """A scored hand; ``sentences`` where it is explained."""

    total: int
    unit: str
    limit: bool
    items: dict[str, int]
    sentences: list[str] | None = None
