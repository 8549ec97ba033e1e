"""Recomputes an open report: the draw, every schedule, every result, the standings, the seal.

What is found is a list; a report without findings comes out of its facts byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from controller.fairness.byte_layout import Malformed
from controller.fairness.journal_head import head_of_text
from controller.fairness.signing import is_signed, is_sound
from controller.refusals import Refused
from hall.tournament.draw import faces_of, promise_of, recomputed, schedule_seed
from hall.tournament.outcome import preset_of_tournament
from hall.tournament.planning import tables_of
from hall.tournament.report import (
    REPORT,
    Facts,
    Report,
    as_json,
    digest_of,
    read_report,
    results_of_games,
    sealed,
    text_of,
    tournament_of,
)
from hall.tournament.results import check_result, effective
from hall.tournament.values import AskedDice, Commitment, Draw, DroppedDice, Schedule


@dataclass(frozen=True, slots=True)
class Finding:
    """``what``: ``spelling``, ``draw``, ``schedule``, ``seats``, ``result``, ``standings`` or ``seal``. ``where``: the
    path in the report."""

    what: str
    where: str
    detail: str

    def as_json(self) -> dict[str, str]:
        return {"what": self.what, "where": self.where, "detail": self.detail}


def check_report(text: bytes) -> dict[str, Any]:
    """``{"ok", "digest", "signed", "findings"}``. Raises ``Refused`` (``bad-report``) for what is no report."""
    report = read_report(text)
    findings = list(_findings(report, text))
    return {
        "ok": not findings,
        "digest": digest_of(report).hex(),
        "signed": bool(report.seal.signature),
        "findings": [each.as_json() for each in findings],
    }


def _findings(report: Report, text: bytes) -> Iterator[Finding]:
    if text_of(report).encode() != text:
        yield Finding("spelling", "", "not the canonical JSON of this report")
    facts = report.tournament
    if facts.draw is not None:
        yield from check_draw(facts.draw, facts.commitments)
        yield from check_asked(facts.asked, facts.draw)
        yield from _commitment_in_time(facts)
    for at, schedule in enumerate(facts.schedules):
        yield from check_schedule(schedule, facts.draw, f"tournament.schedules.{at}")
    yield from _seats(facts)
    yield from _results(report)
    yield from _derived(report)
    yield from _seal(report)


def check_draw(draw: Draw, commitments: tuple[Commitment, ...]) -> Iterator[Finding]:
    """The numbers follow from what the draw was made from, and the secret is the one that was promised."""
    try:
        if recomputed(draw) != draw:
            yield Finding("draw", "tournament.draw", "the numbers do not follow from what they were drawn from")
    except (Refused, ValueError) as error:
        yield Finding("draw", "tournament.draw", str(error))
        return
    if draw.method == "hall":
        promised = [each for each in commitments if each.draw == draw.draw]
        if len(promised) != 1 or promised[0].hash != promise_of(bytes.fromhex(draw.secret)):
            yield Finding("draw", "tournament.draw.secret", "is not what was promised for this draw")


def check_asked(asked: tuple[AskedDice, ...], draw: Draw) -> Iterator[Finding]:
    """Dice were asked for before they were thrown, by list and words that then counted, and each time that they are not
    used is said, with what they showed."""
    used = [each for each in asked if each.draw == draw.draw and not each.ended]
    if draw.method == "hall" and used:
        yield Finding("draw", "tournament.asked", "dice were asked for, are not used, and nobody says why")
    if draw.method == "table" and [(each.list_hash, each.words) for each in used] != [(draw.list_hash, draw.words)]:
        yield Finding("draw", "tournament.asked", "the dice were not asked for once, with this list and these words")
    for at, each in enumerate(asked):
        if each.dropped is not None and each.dropped.records:
            yield from _dropped(each.dropped, f"tournament.asked.{at}.dropped")


def _dropped(dice: DroppedDice, where: str) -> Iterator[Finding]:
    try:
        faces = faces_of(dice.records, dice.table)
    except Refused as refused:
        yield Finding("draw", f"{where}.{refused.field}", refused.detail)
        return
    if faces != [face for roll in dice.faces for face in roll]:
        yield Finding("draw", f"{where}.faces", "are not those of the signed statements")


def _commitment_in_time(facts: Facts) -> Iterator[Finding]:
    drawn = next((step.time for step in facts.steps if step.kind == "drawn"), None)
    late = [each for each in facts.commitments if drawn is not None and facts.draw and each.draw == facts.draw.draw]
    if any(drawn is not None and each.time >= drawn for each in late):
        yield Finding("draw", "tournament.commitments", "the promise is no older than the draw")


def check_schedule(schedule: Schedule, draw: Draw | None, where: str) -> Iterator[Finding]:
    """Made again from its seed, which nobody chose."""
    if draw is None or schedule.seed != str(schedule_seed(draw, schedule.first)):
        yield Finding("schedule", f"{where}.seed", "is not the one that follows from the draw")
    try:
        if tables_of(schedule, len(schedule.rounds)) != schedule.rounds:
            yield Finding("schedule", f"{where}.rounds", "do not follow from what they were made from")
    except (Refused, ValueError, LookupError) as error:
        yield Finding("schedule", where, str(error))


def _seats(facts: Facts) -> Iterator[Finding]:
    """Everybody sits once in a round, and is on the list."""
    known = {each.id for each in facts.entrants}
    for at, round in enumerate(facts.rounds):
        seated = [id for table in round.tables for id in table]
        where = f"tournament.rounds.{at}.tables"
        if round.number != at + 1:
            yield Finding("seats", f"tournament.rounds.{at}.number", "rounds are counted from 1")
        for id in dict.fromkeys(seated):
            if id not in known or seated.count(id) > 1:
                yield Finding("seats", where, f"{id} is not on the list, or sits twice")


def _results(report: Report) -> Iterator[Finding]:
    facts = report.tournament
    tournament, results = tournament_of(facts), results_of_games(facts, report.games)
    try:
        preset = preset_of_tournament(tournament)
    except Refused as refused:
        yield Finding("result", f"tournament.settings.{refused.field}", refused.detail)
        return
    for round in facts.rounds:
        for table in range(1, len(round.tables) + 1):
            result = effective(tournament, results, round.number, table)
            if result is None or result.state == "playing":
                continue
            try:
                check_result(result, preset)
            except Refused as refused:
                where = f"round {round.number}, table {table}, {refused.field}"
                yield Finding("result", where, refused.detail)


def _derived(report: Report) -> Iterator[Finding]:
    try:
        again = sealed(report.tournament, report.games, report.program)
    except (Refused, ValueError, LookupError) as error:
        yield Finding("standings", "derived", str(error))
        return
    there, wanted = as_json(report)["derived"], as_json(again)["derived"]
    for name in wanted:
        if there[name] != wanted[name]:
            yield Finding(
                "standings", f"derived.{_first_difference(name, there[name], wanted[name])}", "recomputed anew"
            )


def _first_difference(path: str, there: Any, wanted: Any) -> str:
    if isinstance(there, Mapping) and isinstance(wanted, Mapping):
        name = next(name for name in wanted if there.get(name) != wanted[name])
        return _first_difference(f"{path}.{name}", there.get(name), wanted[name])
    if isinstance(there, list) and isinstance(wanted, list):
        at = next((at for at, pair in enumerate(zip(there, wanted, strict=False)) if pair[0] != pair[1]), None)
        if at is None:
            return f"{path}.{min(len(there), len(wanted))}"
        return _first_difference(f"{path}.{at}", there[at], wanted[at])
    return path


def _seal(report: Report) -> Iterator[Finding]:
    seal, digest = report.seal, digest_of(report)
    if seal.digest != digest.hex():
        yield Finding("seal", "seal.digest", f"is {digest.hex()}")
    if seal.signature or seal.key:
        try:
            key, signature = bytes.fromhex(seal.key), bytes.fromhex(seal.signature)
        except ValueError:
            key = signature = b""
        if len(key) != 32 or not is_sound(key) or not is_signed(key, digest, signature, REPORT):
            yield Finding("seal", "seal.signature", "this key did not sign this report")
    for at, text in enumerate(seal.heads):
        try:
            genuine = head_of_text(text).is_genuine
        except Malformed:
            genuine = False
        if not genuine:
            yield Finding("seal", f"seal.heads.{at}", "is no head that its table signed")
