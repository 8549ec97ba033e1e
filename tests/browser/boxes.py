"""Where the parts of the display lie: measured in the page, at every size at which people use it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

SIZES: Final = ((800, 480), (1024, 600), (1280, 800), (800, 1280), (1920, 1080), (390, 844), (360, 640))
"""Width and height in CSS pixels of the displays that a table is used with."""

DIGITS: Final = {
    (800, 480): (45, 32), (1024, 600): (57, 40), (1280, 800): (76, 54), (800, 1280): (88, 63), (390, 844): (41, 35),
    (360, 640): (35, 24),
}  # fmt: skip
"""Least height of the digits of a score in px, and while the rails step back for a large picture."""

CAP: Final = 0.7
"""Height of a digit of the page's own numerals, in units of the size of the type."""

MEASURE: Final = """() => {
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.offsetParent);
  const name = (e) => `${e.className || e.tagName}: ${e.textContent.trim().slice(0, 40)}`;
  const rect = (e) => e.getBoundingClientRect();
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push("the page scrolls");
  const needed = all(".rail .score, .rail .head > *, .rail .wind, .sentence, .toast, .foot .lit, .acts button");
  for (const e of needed) {
    const { left, top, right, bottom, width, height } = rect(e);
    if (!width || !height) { found.push(`empty ${name(e)}`); continue; }
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
      found.push(`outside ${name(e)} ${[left, top, right, bottom].map(Math.round)}`);
      continue;
    }
    const inside = [[0.5, 0.5], [0.06, 0.15], [0.94, 0.15], [0.06, 0.85], [0.94, 0.85]];
    for (const [x, y] of inside) {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      if (!hit || !e.closest(".rail, .say, .lit, button").contains(hit)) {
        found.push(`covered or cut ${name(e)} by ${hit ? name(hit) : "nothing"} at ${x}, ${y}`);
        break;
      }
    }
  }
  const bar = ".sentence, .toast, .acts button, .foot .lit";
  const apart = all(`.rail .score, .rail .wind, .rail .head, ${bar}, .machine .what, .frame .disc`);
  for (const [k, a] of apart.entries()) for (const b of apart.slice(k + 1)) {
    const p = rect(a), q = rect(b);
    const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (x > 1 && y > 1) found.push(`${name(a)} overlaps ${name(b)} by ${Math.round(x)} x ${Math.round(y)}`);
  }
  for (const e of all(".sentence, .acts button")) {
    const rise = Math.max(5, 0.3 * parseFloat(getComputedStyle(e).fontSize)); // letters higher than their line
    if (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + rise) found.push(`cut ${name(e)}`);
  }
  for (const e of all(".frame .disc, .felt .lay")) {
    const felt = rect(e.closest(".felt")), own = rect(e);
    const room = [own.left - felt.left, own.top - felt.top, felt.right - own.right, felt.bottom - own.bottom];
    if (Math.min(...room) < -1) found.push(`beyond the felt ${name(e)} ${room.map(Math.round)}`);
  }
  for (const e of all(".felt .lay > *")) {
    const felt = rect(e.closest(".felt")), own = rect(e);
    if (own.top < felt.top - 1 || own.bottom > felt.bottom + 1) found.push(`beyond the felt ${name(e)}`);
    for (const other of all(".laid, .frame:not(.deal) .felt .disc")) {
      const p = rect(other), x = Math.min(p.right, own.right) - Math.max(p.left, own.left);
      const y = Math.min(p.bottom, own.bottom) - Math.max(p.top, own.top);
      if (x > 2 && y > 2) found.push(`${name(e)} under ${name(other)} by ${Math.round(x)} x ${Math.round(y)}`);
    }
  }
  const felt = document.querySelector(".felt")?.getBoundingClientRect();
  for (const e of document.querySelectorAll(".flow-label")) {
    const { left, right } = rect(e);
    const { x, y, width, height } = rect(document.querySelector(".felt .disc"));
    const corners = [[left, rect(e).top], [right, rect(e).bottom], [left, rect(e).bottom], [right, rect(e).top]];
    const within = ([a, b]) => Math.hypot(a - x - width / 2, b - y - height / 2) < 0.94 * width / 2;
    if (right && corners.some(within)) found.push(`under the disc ${name(e)}`);
    if (right && (left < felt.left - 1 || right > felt.right + 1)) found.push(`beyond the felt ${name(e)}`);
  }
  for (const e of all(".disc .whole")) {
    const own = rect(e), disc = rect(e.closest(".disc"));
    const [x, y] = [disc.x + disc.width / 2, disc.y + disc.height / 2];
    const reach = Math.max(x - own.left, own.right - x), off = Math.abs((own.top + own.bottom) / 2 - y);
    const round = getComputedStyle(e.closest(".disc")).borderRadius === "50%";
    if (round && Math.hypot(reach, off) > disc.width / 2) found.push(`wider than the disc ${name(e)}`);
  }
  for (const e of all(".rail .die")) if (rect(e).height < 18) found.push(`a die of ${rect(e).height} px`);
  for (const e of all(".felt *, .rail *, .foot *")) {
    const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && !e.closest("svg");
    if (text && parseFloat(getComputedStyle(e).fontSize) < 12.9) found.push(`small type ${name(e)}`);
  }
  return found;
}"""


def at(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("window.tablet?.draw()")


def findings(page: Any) -> list[str]:
    """What is cut, covered, outside the screen or on top of another part; in words, empty when all is well."""
    found: list[str] = page.evaluate(MEASURE)
    return found


def digits(page: Any) -> list[float]:
    """Height in px of the digits of each score."""
    sizes = page.evaluate(
        "[...document.querySelectorAll('.rail .score.n')].map((e) => parseFloat(getComputedStyle(e).fontSize))"
    )
    return [CAP * size for size in sizes]


def pictured(page: Any, state: str, language: str = "en") -> None:
    """A picture for people who look at them, in the folder that ``JANTAKU_SCREENSHOTS`` names; without it, none."""
    if named := os.environ.get("JANTAKU_SCREENSHOTS"):
        folder = Path(named)
        folder.mkdir(parents=True, exist_ok=True)
        size = page.viewport_size
        name = f"{state.replace(' ', '-')}-{size['width']}x{size['height']}-{language}.png"
        page.screenshot(path=str(folder / name))
