"""The report of a shuffle in words: lines for a terminal, and one page to print."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from api.commands.rules import Say, wrapped
from api.words.catalogue import topic
from controller.fairness.shuffle.guessing import OTHERS
from controller.fairness.shuffle.measurement import FEWEST_TO_GUESS, ShuffleEffect, ShuffleReport
from controller.fairness.shuffle.sample_size import CyclesNeeded

NUMBERS: Final = ("fair", "mean", "interval", "p", "adjusted", "smallest")
WIDE, MIDDLE = 110, 55
"""Of the drawing of an interval."""
DENSE_FROM: Final = 26
"""Rows that need smaller letters to fit one sheet."""
STYLE: Final = """
@page { size: A4; margin: 14mm }
body { font: 9.5pt/1.35 system-ui, "Noto Sans", "Noto Sans CJK TC", sans-serif; color: #111; margin: 0 auto;
  max-width: 182mm }
h1 { font-size: 15pt; margin: 0 0 2mm } h2 { font-size: 11pt; margin: 4mm 0 1mm } p, ul { margin: 1mm 0 }
table { border-collapse: collapse; width: 100%; font-size: 8.5pt; margin: 3mm 0 }
th, td { border-bottom: 0.2mm solid #bbb; padding: 0.8mm 1.2mm; text-align: right; vertical-align: bottom }
th:first-child, td:first-child { text-align: left } tr.shown { font-weight: bold; background: #fde8d8 }
td { white-space: nowrap } td:first-child { white-space: normal } td svg { display: block }
table.dense { font-size: 6.2pt; line-height: 1.15 } table.dense td { padding: 0 1mm; white-space: nowrap }
table.dense svg { height: 7px }
.verdict { border: 0.4mm solid #111; padding: 2mm; font-weight: bold }
"""


def _words(language: str) -> Say:
    words = topic(language, "shuffle")

    def say(key: str, /, **values: object) -> str:
        return words[f"shuffle.{key}"].format(**values)

    return say


def lines(report: ShuffleReport, seed: int, language: str) -> Iterator[str]:
    """For a terminal."""
    say = _words(language)
    yield from _head(report, say)
    yield ""
    for effect in report.effects:
        mark = f"  <- {say('measured')}" if effect in report.shown else ""
        yield f"{_name(effect, say)}{mark}"
        yield "    " + "  ".join(
            f"{_column(column, report, say)} {value}" for column, value in zip(NUMBERS, _values(effect), strict=True)
        )
    for title, sentences in _notes(report, seed, say):
        yield f"\n{title}"
        for sentence in sentences:
            yield from wrapped(sentence, "  ")


def plan_lines(rows: Sequence[CyclesNeeded], arguments: argparse.Namespace) -> Iterator[str]:
    """The table of ``jantaku shuffle plan``."""
    say = _words(arguments.language)
    yield say("plan.title", tiles=arguments.tiles, level=_percent(arguments.level), power=_percent(arguments.power))
    yield from wrapped(say("plan.columns", tests=arguments.tests), "  ")
    title = ""
    for row in rows:
        if (own := say(f"plan.{row.effect}", marked=row.marked)) != title:
            title = own
            yield f"\n{title}"
        hours = say("plan.hours", hours=f"{row.together * arguments.cycle_seconds / 3600:.1f}")
        yield f"  {row.shift:>5g} {row.alone:>8,} {row.together:>8,}   {hours}"


def page(report: ShuffleReport, seed: int, language: str) -> str:
    """HTML that needs nothing else and prints on one sheet of A4."""
    say = _words(language)
    title, *head, verdict = (escape(line) for line in _head(report, say))
    columns = [say("column.statistic"), *(_column(column, report, say) for column in NUMBERS), ""]
    names = "".join(f"<th>{escape(column)}</th>" for column in columns)
    notes = "".join(
        f"<h2>{escape(heading)}</h2><ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"
        for heading, sentences in _notes(report, seed, say)
    )
    dense = ' class="dense"' if len(report.effects) >= DENSE_FROM else ""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>{''.join(f'<p>{line}</p>' for line in head)}"
        f'<p class="verdict">{verdict}</p><table{dense}><thead><tr>{names}'
        f"</tr></thead><tbody>{''.join(_row(effect, report, say) for effect in report.effects)}</tbody></table>"
        f"{notes}</body></html>\n"
    )


def _head(report: ShuffleReport, say: Say) -> Iterator[str]:
    starts = [say("start", name=name, cycles=cycles) for name, cycles in report.starts.items()]
    yield say("title")
    yield say("table", table=report.table or say("no-table"))
    yield say("sample", cycles=f"{report.cycles:,}", tiles=report.tiles, starts=say("comma").join(starts))
    found = {"tests": len(report.effects), "level": _percent(report.level)}
    yield say("shown", shown=len(report.shown), **found) if report.shown else say("nothing-shown", **found)


def _notes(report: ShuffleReport, seed: int, say: Say) -> Iterator[tuple[str, list[str]]]:
    found = {"tests": len(report.effects), "level": _percent(report.level)}
    how = [say("how.exact"), say("how.holm", **found), say("how.guesses", others=OTHERS, seed=seed)]
    yield say("how-title"), how
    limits = [say(f"limits.{name}") for name in ("proof", "other", "intent")]
    if report.missing:
        missing = [say(f"missing.{kind}", fewest=FEWEST_TO_GUESS) for kind in report.missing]
        limits.append(say("limits.missing", effects=say("comma").join(missing)))
    yield say("limits-title"), limits


def _column(name: str, report: ShuffleReport, say: Say) -> str:
    return say(f"column.{name}", confidence=_percent(1 - report.level), power=_percent(report.power))


def _name(effect: ShuffleEffect, say: Say) -> str:
    return say(f"effect.{effect.kind}", zone=effect.zone, wall=effect.wall)


def _values(effect: ShuffleEffect) -> tuple[str, ...]:
    interval = f"{effect.low:.3f} … {effect.high:.3f}"
    return (
        f"{effect.fair:.3f}", f"{effect.mean:.3f}", interval, _chance(effect.p), _chance(effect.adjusted),
        f"{effect.smallest:.3f}",
    )  # fmt: skip


def _chance(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else "< 0.0001"


def _percent(share: float) -> str:
    return f"{100 * share:.4g} %"


def _row(effect: ShuffleEffect, report: ShuffleReport, say: Say) -> str:
    cells = "".join(f"<td>{escape(value)}</td>" for value in _values(effect))
    mark = ' class="shown"' if effect in report.shown else ""
    return f"<tr{mark}><td>{escape(_name(effect, say))}</td>{cells}<td>{_drawn(effect)}</td></tr>"


def _drawn(effect: ShuffleEffect) -> str:
    """The interval beside the mean of a perfect shuffle; the ends of the drawing are twice the smallest shift away."""
    low, mean, high = (_across(value, effect) for value in (effect.low, effect.mean, effect.high))
    return (
        f'<svg width="{WIDE}" height="10" viewBox="0 0 {WIDE} 10" role="img" aria-hidden="true">'
        f'<line x1="{MIDDLE}" x2="{MIDDLE}" y1="0" y2="10" stroke="#888"/>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="5" y2="5" stroke="#111" stroke-width="1.5"/>'
        f'<circle cx="{mean:.1f}" cy="5" r="2.5" fill="#111"/></svg>'
    )


def _across(value: float, effect: ShuffleEffect) -> float:
    share = (value - effect.fair) / (2 * effect.smallest)
    return MIDDLE + MIDDLE * max(-1.0, min(1.0, share))
