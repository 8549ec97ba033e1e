"""The look of the printed sheet. Its type is as large as one A4 page allows, estimated from the texts themselves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

# An A4 page with 10 mm margins, and what head, facts, totals and signatures take of its height at most.
PAGE_MM, WIDTH_MM, FIXED_MM = 277.0, 190.0, 62.0
# A signed head below them.
HEAD_MM = 32.0
MM_PER_PT = 0.353
LINE_HEIGHT = 1.2
ROW_PADDING_MM = 0.75
LARGEST_PT, SMALLEST_PT, STEP_PT = 8.0, 3.0, 0.2
RESULT_LINES = 2

# Columns in percent of the width; the result takes what players' columns leave.
HAND, TIME, DEALER, DICE = 9.0, 5.5, 10.0, 13.0
LEFT = 100 - HAND - TIME - DEALER - DICE
LEAST_PLAYERS, MOST_PLAYERS = 36.0, 47.0
CELL_PADDING_MM = 2.0


def em_width(text: str) -> float:
    """Width of a text in ems: Chinese and Japanese characters are square, others a little wider than half as wide."""
    return sum(1.0 if ord(sign) >= 0x2E80 else 0.56 for sign in text)


def players_share(amounts: Iterable[str], players: int) -> float:
    """What the players' columns take of the width, in percent, so that no amount is cut off at the largest type."""
    widest = max((em_width(text) for text in amounts), default=0.0) * LARGEST_PT * MM_PER_PT + CELL_PADDING_MM
    return min(max(players * widest * 100 / WIDTH_MM, LEAST_PLAYERS), MOST_PLAYERS)


def type_size(
    results: Sequence[str], remarks: Sequence[str], share: float = LEAST_PLAYERS, fixed: float = FIXED_MM
) -> float:
    """The largest size in points with which these result texts and remarks fit on the page. Each text is measured once,
    not once for each size: a long match has hundreds of them."""
    size, rows, listed = LARGEST_PT, [em_width(text) for text in results], [em_width(text) for text in remarks]
    while size > SMALLEST_PT and _height(size, rows, listed, share) > PAGE_MM - fixed:
        size -= STEP_PT
    return round(size, 1)


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
        "@page{size:A4 portrait;margin:10mm}"
        "*{box-sizing:border-box}"
        f"body{{margin:0;font:{size}pt/{LINE_HEIGHT} system-ui,'Noto Sans','Noto Sans CJK TC',sans-serif}}"
        "body{color:#000;background:#fff}"
        "@media screen{body{max-width:190mm;margin:10mm auto}}"
        "h1{font-size:13pt;margin:0 0 1mm}h2{font-size:8pt;margin:2mm 0 .5mm}"
        ".facts{font-size:8pt;margin:0 0 2mm}"
        f"{_columns(players, share)}"
        "table{border-collapse:collapse;width:100%;table-layout:fixed}"
        "th,td{border:.2mm solid #777;padding:.2mm .8mm;text-align:left;vertical-align:top}"
        "th{background:#eee;overflow-wrap:anywhere}"
        "td{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}td.long{white-space:normal}"
        ".n{text-align:right;font-variant-numeric:tabular-nums}"
        "small{color:#444}sup{line-height:0}"
        f".clip{{display:-webkit-box;-webkit-line-clamp:{RESULT_LINES};-webkit-box-orient:vertical;overflow:hidden}}"
        ".struck td{text-decoration:line-through;color:#666}"
        ".total td{font-weight:bold;border-top:.5mm solid #000}"
        "tr{break-inside:avoid}"
        "ul{margin:0;padding-left:4mm}li{overflow-wrap:anywhere}"
        ".signs td{height:12mm;border:0;border-bottom:.3mm solid #000}"
        ".head{display:flex;gap:2mm;margin-top:2mm;break-inside:avoid}.head svg{flex:none;width:28mm;height:28mm}"
        ".head p{margin:0;font-size:7pt}.head code{font-size:6pt;overflow-wrap:anywhere}"
        "thead{display:table-row-group}"
    )
