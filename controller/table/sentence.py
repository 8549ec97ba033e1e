"""The one sentence that the table says now: what people should do, or what they wait for.

Short enough to be read from two metres (``LONGEST`` letters in every language), and never false: a hand that is over is
not called one that is being played. Journal and board come before the machine, the machine before the match where it
needs people or has no wall for them (``controller.mechanism.first_voice``). What it takes several steps to say stands
in the prompt, in the words of the same key without ``say.``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.match import MatchState, wanted_roll
from controller.match.passing import passing_json
from controller.match.waiting import seats_to_confirm, tied
from controller.mechanism import Voice

LONGEST: Final = 90
"""Letters of a sentence, with the longest names that may be in it cut by whoever shows it."""

SHORTENED: Final = frozenset(
    {
        "prompt.board-away", "prompt.board-incompatible", "prompt.build-lost", "prompt.build-suspended",
        "prompt.building", "prompt.close-hatch", "prompt.drum-and-staged", "prompt.half-raised", "prompt.hatch-doubt",
        "prompt.hatch-open-in-build", "prompt.hot", "prompt.journal-damaged", "prompt.journal-unwritable",
        "prompt.key-awaited", "prompt.lifts-away", "prompt.plan-too-long", "prompt.playing-other-plan",
        "prompt.press-both", "prompt.push-in-add", "prompt.push-in-first", "prompt.push-in-remove", "prompt.put-in",
        "prompt.put-rest-in", "prompt.reset-needed", "prompt.running-out", "prompt.staged-load-next",
        "prompt.staged-other-plan", "prompt.stop-pressed", "prompt.warning",
        "prompt.refused.bad-argument", "prompt.refused.fault-present", "prompt.refused.hatch-not-closed",
        "prompt.refused.head-not-home", "prompt.refused.latched", "prompt.refused.not-now",
        "prompt.refused.unknown-command",
        "remedy.check-cable", "remedy.clear-slot", "remedy.close-cover", "remedy.empty-and-restart",
        "remedy.find-tile", "remedy.find-tiles", "remedy.free-channel", "remedy.free-head", "remedy.look-in-drum",
        "remedy.next-build", "remedy.press-key", "remedy.release-stop", "remedy.reset", "remedy.service",
        "remedy.sort-sets", "remedy.take-out-tile",
    }
)  # fmt: skip
"""Keys whose words are too long to be a sentence; ``say.<key>`` is their short form."""

_HAND_IS_PLAYED: Final = frozenset({"prompt.playing", "prompt.playing-ready"})
"""They say that people play, which only the match knows."""
_WALL_LIES: Final = _HAND_IS_PLAYED | {"prompt.playing-other-plan"}
"""A wall is on the table, and the machine has all the time that people want."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """``key`` and ``args``: of the catalogue. ``voice``: whose it is, for the button beside it."""

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)
    voice: Voice = Voice.MACHINE


def sentence(prompt: Mapping[str, Any], match: MatchState | None, clock: Mapping[str, Any] | None = None) -> Sentence:
    """``prompt``: as in the snapshot, with ``first``; ``clock``: of the round, as in the snapshot too."""
    key = prompt["key"]
    if prompt["first"] == Voice.MATCH and match is not None:
        return _of_gong(match, clock) or _of_match(match)
    if key in _WALL_LIES and match is not None and match.phase == "roll" and seats_to_confirm(match):
        return _of_gong(match, clock) or _of_match(match)  # people sit down before they see to the tiles
    if key in _HAND_IS_PLAYED and (match is None or match.phase != "play"):
        return Sentence(_of_wall(match))
    return Sentence(f"say.{key}" if key in SHORTENED else key, prompt["args"])


def _of_wall(match: MatchState | None) -> str:
    """What is said of a wall that lies on the table while no hand is played."""
    if match is None:
        return "say.wall-stands"
    return "say.hand-over" if match.hands else "say.wall-played"


def _of_gong(match: MatchState, clock: Mapping[str, Any] | None) -> Sentence | None:
    """What the clock of the hall says; None while it forbids nothing."""
    if clock is None or clock["left"] != 0:
        return None
    if match.phase == "play":
        return Sentence("say.stop-play", voice=Voice.MATCH) if clock["stops"] else None
    return Sentence("say.time-up", voice=Voice.MATCH) if match.phase == "roll" else None


def _of_match(match: MatchState) -> Sentence:
    if match.phase == "over":
        return _over(match)
    if match.phase == "play":
        return _of_hand(match)
    if seats_to_confirm(match):
        return Sentence("say.change-seats", voice=Voice.MATCH)
    wanted = wanted_roll(match)
    if wanted is None:
        return Sentence("say.winds", {"name": _name(match, match.present[0])}, Voice.MATCH)
    args = {"name": _name(match, wanted.seats[0]), "dice": wanted.dice}
    return Sentence(f"say.{'tie' if tied(match) else wanted.purpose}", args, Voice.MATCH)


def _of_hand(match: MatchState) -> Sentence:
    """Which tiles are passed now, else that the hand is played, by all or by those who have not won in it."""
    passing = passing_json(match)
    if passing is None and match.running is not None and match.running.ends:
        return Sentence("say.play-on", voice=Voice.MATCH)
    if passing is None:
        return Sentence("match.next-result", voice=Voice.MATCH)
    if not passing["number"]:
        return Sentence("say.pass-begin", voice=Voice.MATCH)
    key = "say.pass-courtesy" if passing["courtesy"] else f"say.pass-{passing['to']}"
    args = {"n": passing["number"], "of": passing["passes"], "tiles": passing["tiles"]}
    return Sentence(key, args, Voice.MATCH)


def _over(match: MatchState) -> Sentence:
    rows = [] if match.ending is None else match.ending.final.get("ranking", [])
    first = [row for row in rows if row["place"] == 1]
    if not first:
        return Sentence("say.over-abandoned", voice=Voice.MATCH)
    names = [str(row["name"]) for row in first]
    if len(first) > 1:
        return Sentence("say.over-tied", {"names": names}, Voice.MATCH)
    return Sentence("say.over", {"name": names[0], "score": first[0]["score"]}, Voice.MATCH)


def _name(match: MatchState, seat: int) -> str:
    player = match.seats_now[seat]
    return "" if player is None else match.names[player]
