"""The result sheet as one printed page: HTML with its own style, words from a message catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from controller.match.sheet.facts import sheet_json
from controller.match.sheet.place import SheetPlace, in_local_time, sheet_name, zone_name
from controller.match.sheet.signed import SheetHead, head_html, live_html
from controller.match.sheet.style import FIXED_MM, HEAD_MM, players_share, style, type_size
from controller.match.sheet.words import (
    Words,
    clock,
    figure,
    items_text,
    listed,
    moved,
    names_of,
    say,
    signed,
    with_streak,
)
from controller.match.state import MatchState

HASH_SHOWN: Final = 16
"""Digits of a hash that people compare."""

MOST_UNFOLDED: Final = 4
"""Options that a screen shows without being asked."""


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What is said of the rules beside their name. ``profile``: its name, empty where the game has none; ``differing``:
    names and values of what is played otherwise than in the profile."""

    profile: str = ""
    differing: tuple[tuple[str, str], ...] = ()


def sheet_html(
    state: MatchState,
    words: Words,
    lang: str = "en",
    head: SheetHead | None = None,
    place: SheetPlace = SheetPlace(),  # noqa: B008 (frozen)
    rules: SheetRules | None = None,
) -> str:
    """A whole HTML document. ``words``: the catalogue of the language with the names of the items
    by the keys that explanations use; what it has no name for is shown by its id. ``head``: of the
    journal that it was made from, where it is signed. Times are those of ``place``.
    ``rules`` are those of the match, in the same words."""
    sheet = in_local_time(sheet_json(state), place.zone)
    shown = [(hand, result) for hand in sheet["hands"] for result in (*_at_once(hand), *_all_results(hand))]
    results = [_outcome(sheet, words, hand, result) for hand, result in shown]
    remarks = list(_remarks(sheet, words))
    rules = rules or SheetRules()
    players = len(sheet["players"])
    share = players_share((_bare(cell) for one in shown for cell in _changes(sheet, *one, False)), players)
    fixed = FIXED_MM + (HEAD_MM if head is not None or place.code else 0)
    size = type_size(results, [*remarks, *_options_text(words, rules)], share, fixed)
    rows = [_row(sheet, words, *one, text) for one, text in zip(shown, results, strict=True)]
    title = sheet_name(sheet, words)
    return "".join(
        [
            f'<!doctype html><html lang="{escape(lang)}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{style(size, players, share)}</style></head><body><main>",
            _header(sheet, words, title, place, rules),
            _options(words, rules),
            _hands_table(sheet, words, rows),
            _remark_list(words, remarks),
            _footer(sheet, words),
            f"<footer class=codes>{live_html(place, words)}{head_html(head, words)}</footer>",
            "</main></body></html>",
        ]
    )


def _header(sheet: Mapping[str, Any], words: Words, title: str, place: SheetPlace, rules: SheetRules) -> str:
    ended = sheet["ended"] or ""
    facts = [
        *(
            say(words, f"paper.{key}", name=name)
            for key, name in (("hall", place.hall), ("table", place.table))
            if name
        ),
        say(words, "paper.ruleset", name=say(words, f"ruleset.{sheet['ruleset']}")),
        *_rules(sheet, words, rules),
        say(words, "paper.started", time=_day(sheet["started"]), zone=zone_name(sheet["started"], place.zone)),
        say(words, "paper.ended", time=_day(ended)) if ended else say(words, "paper.running"),
    ]
    if sheet["ending"] is not None and sheet["ending"]["how"] != "played-out":
        facts.append(say(words, f"paper.ending-{sheet['ending']['how']}", **sheet["ending"]))
    facts.append(say(words, "paper.match", match=sheet["match"]))
    return (
        f"<header><h1>{escape(title)}</h1><p class=facts>{escape(' · '.join(facts))}</p>"
        f"<p class=fields><span>{escape(say(words, 'paper.round'))}</span><span>{escape(say(words, 'paper.referee'))}"
        "</span></p></header>"
    )


def _rules(sheet: Mapping[str, Any], words: Words, rules: SheetRules) -> Iterator[str]:
    """The profile, the house's name for them, and the beginning of the hash of the whole document, by which two sheets
    are told to be of one. A match that began before hashes were kept has none."""
    if rules.profile:
        yield _with_colon(words, say(words, "start.profile"), rules.profile)
    if sheet["house_rules"] is not None:
        yield say(words, "paper.house-rules", name=sheet["house_rules"])
    if sheet["rules_hash"]:
        yield say(words, "paper.rules-hash", hash=sheet["rules_hash"][:HASH_SHOWN])


def _with_colon(words: Words, name: str, value: str) -> str:
    return f"{name}{say(words, 'sheet.colon')}{value}"


def _options(words: Words, rules: SheetRules) -> str:
    """What differs from the profile. Many of them are folded on a screen; a closed ``details`` is printed closed by
    some browsers, so the list stands beside it and not in it."""
    if not rules.differing:
        return ""
    head = escape(_options_head(words, rules))
    lines = "".join(f"<li>{escape(_with_colon(words, *each))}</li>" for each in rules.differing)
    folded = len(rules.differing) > MOST_UNFOLDED
    fold = f"<details><summary>{head}</summary></details>" if folded else f"<b>{head}</b>"
    return f"<div class=options>{fold}<ul>{lines}</ul></div>"


def _options_head(words: Words, rules: SheetRules) -> str:
    changed = say(words, "start.changed", n=len(rules.differing))
    return _with_colon(words, say(words, "compare.chapter.options"), changed)


def _options_text(words: Words, rules: SheetRules) -> list[str]:
    """Head and paragraph that are printed, of which the height is estimated."""
    lines = [_with_colon(words, *each) for each in rules.differing]
    return [_options_head(words, rules), " · ".join(lines)] if lines else []


def _day(time: str) -> str:
    return time[:16].replace("T", " ")


def _hands_table(sheet: Mapping[str, Any], words: Words, rows: Sequence[str]) -> str:
    heads_of = ("paper.hand", "paper.time", "paper.dealer", "paper.dice", "paper.result")
    heads = "".join(f"<th scope=col>{escape(say(words, column))}</th>" for column in heads_of)
    names = "".join(f"<th scope=col class=n>{escape(row['name'])}</th>" for row in sheet["players"])
    head = f"<thead><tr>{heads}{names}</tr></thead>"
    return f"<table class=hands>{head}<tbody>{''.join(rows)}</tbody>{_totals(sheet, words)}</table>"


def _totals(sheet: Mapping[str, Any], words: Words) -> str:
    cells = _named_cells(sheet, map(figure, sheet["totals"]))
    rows = [f"<tr class=total><td colspan=5>{escape(say(words, 'paper.total'))}</td>{cells}</tr>"]
    ranking = (sheet["final"] or {}).get("ranking", ())
    if ranking:
        by_player = {row["player"]: row for row in ranking}
        places = [by_player.get(row["player"]) for row in sheet["players"]]
        marks = _named_cells(sheet, (_place(row, words) for row in places))
        rows.append(f"<tr class=total><td colspan=5>{escape(say(words, 'paper.place'))}</td>{marks}</tr>")
    if (together := sheet["together"]) is not None:
        by_player = {row["player"]: row for row in together["rows"]}
        cells = _named_cells(sheet, (_together(by_player[row["player"]]) for row in sheet["players"]))
        label = escape(say(words, "paper.together", n=together["matches"]))
        rows.append(f"<tr class=total><td colspan=5>{label}</td>{cells}</tr>")
    return f"<tfoot>{''.join(rows)}</tfoot>"


def _together(row: Mapping[str, Any]) -> str:
    """Points won and lost in all matches; beside them the final points where those are something else."""
    net, points = signed(row["net"]), row["points"]
    return net if points is None or points == row["net"] else f"{net} <small>{signed(points)}</small>"


def _named_cells(sheet: Mapping[str, Any], cells: Iterable[str]) -> str:
    """A cell for each player. On a phone the rows are blocks without heads, so each cell carries its player's name."""
    pairs = zip(sheet["players"], cells, strict=True)
    return "".join(f'<td class=n data-name="{escape(row["name"])}">{cell}</td>' for row, cell in pairs)


def _place(row: Mapping[str, Any] | None, words: Words) -> str:
    if row is None:
        return ""
    place = escape(say(words, "paper.place-n", n=row["place"]))
    earned = [signed(row["points"])] if row["points"] != row["score"] else []
    if "table_points" in row:
        earned.append(escape(say(words, "paper.table-points", n=row["table_points"])))
    if "chips" in row:
        earned.append(escape(say(words, "paper.final-chips", n=signed(row["chips"]))))
    if row.get("yakitori"):
        earned.append(escape(say(words, "paper.yakitori")))
    if row.get("marks"):
        earned.append(escape(say(words, "paper.marks", n=row["marks"])))
    return f"{place} <small>{', '.join(earned)}</small>" if earned else place


def _row(
    sheet: Mapping[str, Any],
    words: Words,
    hand: Mapping[str, Any],
    result: Mapping[str, Any] | None,
    text: str,
) -> str:
    """A hand with one of its results; a replaced one is struck out."""
    struck = any(result is old for old in hand["replaced"])
    dealer = names_of(sheet, [hand["seats"][hand["dealer"]]])
    facts = (_number(words, hand), *map(escape, (clock(hand["started"]), dealer, _dice(words, hand))))
    cells = "".join(f"<td>{cell}</td>" for cell in facts)
    changes = _named_cells(sheet, _changes(sheet, hand, result, struck))
    outcome = f"<td class=long><div class=clip>{escape(text)}</div></td>"
    return f"<tr{' class=struck' if struck else ''}>{cells}{outcome}{changes}</tr>"


def _number(words: Words, hand: Mapping[str, Any]) -> str:
    """The index, by which remarks name the hand, then round, number in the round and extra hands; where a match is a
    number of hands, which of them it is."""
    extra = f"<small>+{hand['extra']}</small>" if hand["extra"] else ""
    mark = "<sup>*</sup>" if hand["notes"] else ""
    if hand["hands"]:
        return f"<b>{hand['hand']}</b> {hand['number']}/{hand['hands']}{mark}"
    wind = escape(say(words, "round." + hand["prevailing"]))
    return f"<b>{hand['hand']}</b> {wind} {hand['in_round']}{extra}{mark}"


def _dice(words: Words, hand: Mapping[str, Any]) -> str:
    """Dice, then the broken wall by the wind of its owner and the stacks counted."""
    broken = hand["break"]
    if broken is None:
        return ""
    throws = "-".join(map(str, hand["dice"])) + ("".join(f"+{face}" for face in hand["second_throw"]))
    wind = hand["winds"][broken["broken_wall_seat"]]
    owner = say(words, f"wind.{wind}") if wind else ""
    return f"{throws} \N{RIGHTWARDS ARROW} {owner} {broken['stacks_counted']}"


def _outcome(sheet: Mapping[str, Any], words: Words, hand: Mapping[str, Any], result: Mapping[str, Any] | None) -> str:
    if result is None:
        return say(words, "paper.playing")
    if "at_once" in result:
        what = say(words, "paper.semicolon").join(_paid(sheet, words, paid) for paid in result["at_once"])
        return say(words, "paper.at-once", what=what)
    if not result["winners"]:
        reason = words.get(f"abort.{result['reason']}", result["reason"])
        parts = [say(words, f"paper.{result['kind']}", reason=reason)]
    else:
        parts = [_win(sheet, words, result, win) for win in result["winners"]]
    named = {"passed-over": result["passed_over"], "ready": result["ready"], **_declared(result)}
    parts += [
        say(words, f"paper.{name}", names=names_of(sheet, players, words)) for name, players in named.items() if players
    ]
    return say(words, "paper.semicolon").join([*parts, *_moved(sheet, words, hand, result), *_pot(words, hand)])


def _moved(sheet: Mapping[str, Any], words: Words, hand: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    """Why players paid more than the hand, or paid where nobody won."""
    if payers := with_streak(result):
        yield say(words, "paper.with-streak", extra=hand["extra"], names=names_of(sheet, payers, words))
    for what, points in moved(result).items():
        each = (f"{names_of(sheet, [player])} {figure(amount)}" for player, amount in points.items())
        yield say(words, f"paper.moved.{what}", names=listed(words, each))


def _paid(sheet: Mapping[str, Any], words: Words, paid: Mapping[str, Any]) -> str:
    name, loser = names_of(sheet, [paid["player"]]), names_of(sheet, [paid["feeder"]])
    what = say(words, f"instant.{paid['instant']}")
    return say(words, "paper.instant-from" if loser else "paper.instant", name=name, what=what, loser=loser)


def _declared(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """Players by what they declared, that of a drawn hand first."""
    return {f"declared.{name}": players for name, players in reversed(result["declared"].items())}


def _pot(words: Words, hand: Mapping[str, Any]) -> list[str]:
    """What lay on the table for the winner when the hand began."""
    if not hand["deposits"] and not (hand["carry"] and hand["counted"]):
        return []
    return [say(words, "paper.pot", carry=hand["carry"], deposits=hand["deposits"])]


def _win(sheet: Mapping[str, Any], words: Words, result: Mapping[str, Any], win: Mapping[str, Any]) -> str:
    name, loser = names_of(sheet, [win["player"]]), names_of(sheet, [result["discarder"]])
    how = say(words, f"paper.{win['source']}", name=name, loser=loser)
    items = items_text(words, sheet["ruleset"], win["items"])
    liable = [] if win["liable"] is None else [say(words, "paper.liable", name=names_of(sheet, [win["liable"]]))]
    losers = [
        say(words, "paper.loser", name=names_of(sheet, [player]), points=points) for player, points in win["losers"]
    ]
    if win["chips"]:
        losers.append(say(words, "paper.chips", n=win["chips"]))
    whole = say(words, "paper.comma").join([how, *_worth(sheet, words, win), *liable])
    whole += f"{say(words, 'sheet.colon')}{items}" if items else ""
    return say(words, "paper.semicolon").join([whole, *losers])


def _worth(sheet: Mapping[str, Any], words: Words, win: Mapping[str, Any]) -> list[str]:
    """Total, fu and the name of such a worth, as far as the game has them."""
    if win["limit"] and not win["level"]:
        return [say(words, "paper.limit")]
    total = [f"{figure(win['total'])} {say(words, 'unit.' + sheet['unit'])}"] if win["total"] else []
    fu = [f"{win['fu']} {say(words, 'unit.fu')}"] if win["fu"] else []
    level = [say(words, f"level.{win['level']}")] if win["level"] else []
    return [*([" ".join(total + fu)] if total else []), *level]


def _changes(
    sheet: Mapping[str, Any], hand: Mapping[str, Any], result: Mapping[str, Any] | None, struck: bool
) -> list[str]:
    if result is None:
        return ["" for _ in sheet["players"]]
    if struck or "at_once" in result or result is not hand["result"]:
        return [signed(amount) for amount in result["net"]]
    pairs = zip(result["net"], hand["scores"], strict=True)
    return [f"{signed(amount)} <small>{figure(score)}</small>" for amount, score in pairs]


def _bare(cell: str) -> str:
    return cell.replace("<small>", "").replace("</small>", "")


def _remarks(sheet: Mapping[str, Any], words: Words) -> Iterator[str]:
    """Corrections, penalties, rulings and notes, in words."""
    for hand in sheet["hands"]:
        yield from (_correction(words, hand, result) for result in _corrections(hand))
        yield from (say(words, note, hand=hand["hand"]) for note in hand["notes"])
    for penalty in sheet["penalties"]:
        yield _penalty(sheet, words, penalty)
    for ruling in sheet["rulings"]:
        yield say(words, "paper.ruling", text=ruling["text"], who=ruling["who"], time=clock(ruling["time"]))


def _all_results(hand: Mapping[str, Any]) -> list[Any]:
    """What was replaced, the wins after which the hand went on, and what ended it (None while it is played)."""
    return [*hand["replaced"], *hand["earlier"], hand["result"]]


def _at_once(hand: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What was paid at once in a hand and counts, as one row before its results."""
    paid = [one for one in hand["instants"] if one["counts"]]
    if not paid:
        return []
    return [{"at_once": paid, "net": [sum(moved) for moved in zip(*(one["net"] for one in paid), strict=True)]}]


def _corrections(hand: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The results of a hand that took the place of others."""
    known = set()
    for result in _all_results(hand):
        if result is not None and result["end"] in known:
            yield result
        known.add(result and result["end"])


def _correction(words: Words, hand: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    key = "paper.correction" if result["follows_correction_of"] is None else "paper.follows-correction"
    facts = {"hand": hand["hand"], "cause": result["follows_correction_of"], "who": result["who"], "why": result["why"]}
    return say(words, key, time=clock(result["time"]), **facts)


def _penalty(sheet: Mapping[str, Any], words: Words, penalty: Mapping[str, Any]) -> str:
    key = "paper.penalty" if penalty["cancels"] is None else "paper.penalty-cancels"
    changes = [
        f"{row['name']} {signed(amount)}"
        for row, amount in zip(sheet["players"], penalty["net"], strict=True)
        if amount
    ]
    return say(
        words,
        key,
        n=penalty["penalty"],
        cancels=penalty["cancels"],
        name=names_of(sheet, [penalty["player"]]),
        kind=words.get(f"offence.{penalty['kind']}") or say(words, f"penalty.{penalty['kind']}"),
        points=listed(words, changes) or "0",
        who=penalty["who"],
        why=penalty["why"],
        time=clock(penalty["time"]),
    )


def _remark_list(words: Words, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<h2>{escape(say(words, 'paper.remarks'))}</h2><ul>{listed}</ul>"


def _footer(sheet: Mapping[str, Any], words: Words) -> str:
    signs = "".join(f"<li>{escape(name)}</li>" for name in (row["name"] for row in sheet["players"]))
    return f"<section><h2>{escape(say(words, 'paper.signatures'))}</h2><ul class=signs>{signs}</ul></section>"
