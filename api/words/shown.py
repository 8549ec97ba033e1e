"""What pages say of a snapshot of the table, as plain text: its sentence, and the name of a hand.

The pages make the same of the same keys (``api/web/shared/matchwords.js``, ``api/web/tablet/bar.js``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from api.words.names import local_name

Words = Mapping[str, str]
_PLACE: Final = re.compile(r"\{(\w[\w-]*)\}")


def filled(words: Words, key: str, values: Mapping[str, Any]) -> str:
    """The words of a key; a missing one shows as the key, a placeholder without a value stays."""
    return _PLACE.sub(lambda found: _text(values[found[1]]) if found[1] in values else found[0], words.get(key, key))


def _text(value: Any) -> str:
    return figure(value) if isinstance(value, int) and not isinstance(value, bool) else str(value)


def figure(amount: int) -> str:
    """With separators of thousands, and a true minus."""
    return f"−{-amount:,}" if amount < 0 else f"{amount:,}"


def table_sentence(snapshot: Mapping[str, Any], words: Words) -> str:
    """The one sentence of the table (``controller.table.sentence``)."""
    said, match = snapshot["sentence"], snapshot["match"]
    args = {name: _named(value, words) for name, value in said["args"].items()}
    if isinstance(args.get("side"), int):
        args["side"] = _side(match, args["side"] - 1, words)
    return filled(words, said["key"], args)


def _named(value: Any, words: Words) -> Any:
    """Names as this language has them, several of them in its own list."""
    if isinstance(value, list):
        return words.get("sheet.comma", ", ").join(str(_named(each, words)) for each in value)
    return local_name(value, words) if isinstance(value, str) else value


def _side(match: Mapping[str, Any] | None, side: int, words: Words) -> str:
    """A side by the player who sits there; by its number, from 1, where nobody does."""
    for player in match["seats"] if match else ():
        if player["seat"] == side:
            return filled(words, "machine.players-side", {"name": local_name(player["name"], words)})
    return filled(words, "machine.side", {"n": side + 1})


def hand_name(match: Mapping[str, Any], words: Words) -> str:
    """The hand that is played, as players of the game call it; "" before there is one."""
    if match["asks"]["hands"]:
        return filled(words, "match.hand-of", {"n": match["in_round"], "hands": match["asks"]["hands"]})
    if match["prevailing"] is None:
        return ""
    wind = words.get(f"round.{match['prevailing']}", match["prevailing"])
    name = filled(words, "match.hand", {"wind": wind, "n": match["in_round"]})
    riichi = any(one["id"] == "riichi" for one in match["asks"]["declared"])
    key, n = ("match.honba", match["carry"]) if riichi else ("match.extra", match["extra"])
    return f"{name} · {filled(words, key, {'n': n})}" if n else name
