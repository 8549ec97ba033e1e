"""The look of the sheet. Printed, its type is as large as one page allows, A4 or Letter, estimated from the texts
themselves; a match too long for type that can be read goes on over several pages. On a phone each hand is a block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

# What A4 (297 x 210) and Letter (279.4 x 215.9) both have within 10 mm margins, and what head, facts, totals and
# signatures take of the height at most.
PAGE_MM, WIDTH_MM, FIXED_MM = 259.0, 190.0, 69.0
# The codes below them.
HEAD_MM = 30.0
MM_PER_PT = 0.353
LINE_HEIGHT = 1.2
ROW_PADDING_MM = 0.75
LARGEST_PT, SMALLEST_PT, STEP_PT = 8.0, 6.0, 0.2
"""Below the smallest nobody reads it."""
FLOWING_PT = 7.0
"""On several pages."""
RESULT_LINES = 2

# Columns in percent of the width; the result takes what players' columns leave.
HAND, TIME, DEALER, DICE = 9.0, 5.5, 10.0, 13.0
LEFT = 100 - HAND - TIME - DEALER - DICE
LEAST_PLAYERS, MOST_PLAYERS = 36.0, 47.0
CELL_PADDING_MM = 2.0


def em_width(text: str) -> float:
    """Width of a text in ems: Chinese and Japanese characters are square, others a little wider than half as wide, the
    separators of digits narrow."""
    return sum(1.0 if ord(sign) >= 0x2E80 else 0.28 if sign == "," else 0.56 for sign in text)


def players_share(amounts: Iterable[str], players: int) -> float:
    """What the players' columns take of the width, in percent, so that no amount is cut off at the largest type."""
    widest = max((em_width(text) for text in amounts), default=0.0) * LARGEST_PT * MM_PER_PT + CELL_PADDING_MM
    return min(max(players * widest * 100 / WIDTH_MM, LEAST_PLAYERS), MOST_PLAYERS)


def type_size(
    results: Sequence[str], remarks: Sequence[str], share: float = LEAST_PLAYERS, fixed: float = FIXED_MM
) -> float:
    """The largest size in points with which these result texts and remarks fit on the page; ``FLOWING_PT`` where none
    does. Each text is measured once, not once for each size: a long match has hundreds of them."""
    size, rows, listed = LARGEST_PT, [em_width(text) for text in results], [em_width(text) for text in remarks]
    while size >= SMALLEST_PT and _height(size, rows, listed, share) > PAGE_MM - fixed:
        size -= STEP_PT
    return FLOWING_PT if size < SMALLEST_PT else round(size, 1)


def _height(size: float, results: Sequence[float], remarks: Sequence[float], share: float) -> float:
    """``results`` and ``remarks``: the widths of their texts in ems."""
    line, em = size * MM_PER_PT * LINE_HEIGHT, size * MM_PER_PT
    result_mm = WIDTH_MM * (LEFT - share) / 100 - 2
    rows = sum(min(RESULT_LINES, _lines(width, em, result_mm)) for width in results)
    listed = sum(_lines(width, em, WIDTH_MM - 5) for width in remarks)
    return (rows + listed) * line + len(results) * ROW_PADDING_MM


def _lines(ems: float, em: float, width: float) -> int:
    return max(1, ceil(ems * em / width))


def _columns(players: int, share: float) -> str:
    """The column widths, in the style: a page that is served may not carry them as attributes."""
    widths = [HAND, TIME, DEALER, DICE, LEFT - share, *[share / players] * players]
    return "".join(f".hands th:nth-child({n}){{width:{width:.2f}%}}" for n, width in enumerate(widths, 1))


def style(size: float, players: int, share: float) -> str:
    return (
        "@page{size:portrait;margin:10mm}"
        "*{box-sizing:border-box}"
        f"body{{margin:0;font:{size}pt/{LINE_HEIGHT} system-ui,'Noto Sans','Noto Sans CJK TC',sans-serif}}"
        "body{color:#000;background:#fff}"
        f"small,sub,sup{{font-size:max({SMALLEST_PT}pt,.8em)}}"
        "h1{font-size:12pt;margin:0 0 .5mm}h2{font-size:8pt;margin:2mm 0 .5mm}"
        ".facts{font-size:8pt;margin:0 0 1mm}"
        ".fields{display:flex;gap:6mm;font-size:8pt;margin:0 0 2mm}"
        ".fields span{flex:1;border-bottom:.3mm solid #000;padding-top:2mm}"
        "table{border-collapse:collapse;width:100%}"
        "th,td{border:.2mm solid #777;padding:.2mm .8mm;text-align:left;vertical-align:top}"
        "th{background:#eee;overflow-wrap:anywhere}"
        ".n{text-align:right;font-variant-numeric:tabular-nums}"
        "small{color:#444}sup{line-height:0}"
        ".struck td{text-decoration:line-through;color:#595959}"
        ".total td{font-weight:bold;border-top:.5mm solid #000}"
        "tr{break-inside:avoid}"
        "ul{margin:0;padding-left:4mm}li{overflow-wrap:anywhere}"
        "section{break-inside:avoid}"
        ".options{margin:0 0 1.5mm}.options b,.options summary{font-weight:bold}"
        "@media print{.options details,.options b,.options summary,.options ul,.options li{display:inline}"
        ".options ul{padding:0}.options summary{list-style:none}.options li:not(:last-child)::after{content:' · '}"
        ".options summary::after,.options b::after{content:' '}}"
        "@media screen{.options details:not([open])+ul{display:none}.options summary{cursor:pointer;padding:.6rem 0}}"
        ".signs{display:flex;gap:4mm;list-style:none;padding:0}"
        ".signs li{flex:1;height:12mm;border-bottom:.3mm solid #000}"
        ".codes{display:flex;gap:4mm;margin-top:2mm;break-inside:avoid}"
        ".head{display:flex;gap:2mm;flex:1 1 0}.head svg{flex:none;width:26mm;height:26mm}"
        ".head p{margin:0;font-size:7pt}.head code{font-size:6pt;overflow-wrap:anywhere}"
        f"{_printed(players, share)}{_on_screens()}{_ON_PHONES}"
    )


def _printed(players: int, share: float) -> str:
    """Columns of fixed widths, so that an estimate of the height holds."""
    return (
        "@media print,(min-width:700px){"
        f"{_columns(players, share)}"
        ".hands{table-layout:fixed}.hands td{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}"
        ".hands td.long{white-space:normal}"
        f".clip{{display:-webkit-box;-webkit-line-clamp:{RESULT_LINES};-webkit-box-orient:vertical;overflow:hidden}}"
        "}"
    )


def _on_screens() -> str:
    """Type of the size of a screen, and all of each text."""
    return (
        "@media screen{body{font-size:.9rem;line-height:1.4}main{max-width:62rem;margin:0 auto;padding:1rem}"
        "h1{font-size:1.4rem}h2{font-size:1rem}.facts,.fields,.head p{font-size:.9rem}.head code{font-size:.75rem}"
        ".hands{table-layout:auto}.hands td{white-space:normal;overflow-wrap:anywhere}.clip{display:block}"
        ".hands :is(th,td):nth-child(2){white-space:nowrap}"
        ".head{flex-wrap:wrap}.head svg{width:11rem;height:11rem}}"
    )


_ON_PHONES = (
    "@media screen and (max-width:699px){.codes{flex-direction:column}.signs{flex-wrap:wrap}.signs li{flex:1 1 40%}"
    ".hands thead{display:none}.hands,.hands tbody,.hands tfoot{display:block}"
    ".hands tr{display:flex;flex-wrap:wrap;gap:.15rem .9rem;padding:.5rem 0;border-top:1px solid #777}"
    ".hands td{border:0;padding:0}.hands td.long,.total td:first-child{flex:1 0 100%}"
    ".hands td.n{flex:1 0 100%;display:grid;grid-template-columns:1fr auto minmax(3.5rem,auto);gap:.5rem}"
    ".hands td.n{white-space:nowrap}"
    ".hands td.n::before{content:attr(data-name);min-width:0;overflow:hidden;text-overflow:ellipsis}"
    ".hands td.n::before{color:#444;text-align:left}}"
)
