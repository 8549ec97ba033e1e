"""The look of the printed sheet. Its type shrinks with the number of lines, so that a match stays on one A4 page."""

from __future__ import annotations

# The body of an A4 page with 10 mm margins, without head, totals and signatures.
BODY_MM = 277 - 58
# Height of a line of type in mm per point of size, with line spacing 1.2; a row of the table has room for two lines.
LINE_MM = 0.353 * 1.2
LARGEST_PT, SMALLEST_PT = 8.0, 3.5
ROW_PADDING_MM = 0.7


def density(rows: int, remarks: int, longest_name: int) -> float:
    """Type size in points with which ``rows`` two-line rows and ``remarks`` two-line remarks fill at most the page.

    Long names wrap in the head of the table and take a line more for about every eight letters.
    """
    lines = 2 * rows + 2 * remarks + longest_name / 8
    size = (BODY_MM - rows * ROW_PADDING_MM) / (lines * LINE_MM)
    return max(SMALLEST_PT, min(LARGEST_PT, round(size - 0.05, 1)))


def style(size: float) -> str:
    return (
        "@page{size:A4 portrait;margin:10mm}"
        "*{box-sizing:border-box}"
        f"body{{margin:0;font:{size}pt/1.2 system-ui,'Noto Sans','Noto Sans CJK TC',sans-serif}}"
        "body{color:#000;background:#fff}"
        "@media screen{body{max-width:190mm;margin:10mm auto}}"
        "h1{font-size:13pt;margin:0 0 1mm}h2{font-size:8pt;margin:2mm 0 .5mm}"
        ".facts{font-size:8pt;margin:0 0 2mm}"
        "table{border-collapse:collapse;width:100%}"
        "th,td{border:.2mm solid #777;padding:.25mm .8mm;text-align:left;vertical-align:top}"
        "th{background:#eee;overflow-wrap:anywhere}"
        ".n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}th.n{white-space:normal}"
        "small{color:#444}"
        ".clip{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}"
        ".struck td{text-decoration:line-through;color:#666}"
        ".total td{font-weight:bold;border-top:.5mm solid #000}"
        "tr{break-inside:avoid}"
        "ul{margin:0;padding-left:4mm}li{overflow-wrap:anywhere}"
        ".signs td{width:20%;height:12mm;border:0;border-bottom:.3mm solid #000;vertical-align:top}"
        "thead{display:table-row-group}"
    )
