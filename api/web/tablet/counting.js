// Scores that count from their old value to the new one and stop; at once where people want no motion.

const COUNT_MS = 400;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Counting {
  /** @param {() => void} redraw called while a figure is on its way */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<string, { from: number, to: number, begun: number }>} */
    this.ways = new Map();
    this.asked = false;
  }

  /**
   * What to show now for the figure `key`, which has become `value`.
   * @param {string} key
   * @param {number} value
   */
  shown(key, value) {
    const now = performance.now();
    const way = this.ways.get(key);
    if (!way || STILL.matches || document.hidden) {
      this.ways.set(key, { from: value, to: value, begun: now });
      return value;
    }
    if (way.to !== value) this.ways.set(key, { from: at(way, now), to: value, begun: now });
    const { from, to, begun } = /** @type {typeof way} */ (this.ways.get(key));
    if (from !== to && now - begun < COUNT_MS) this.again();
    return at({ from, to, begun }, now);
  }

  again() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.redraw();
    });
  }
}

/**
 * @param {{ from: number, to: number, begun: number }} way
 * @param {number} now
 */
function at({ from, to, begun }, now) {
  const share = Math.min(1, Math.max(0, (now - begun) / COUNT_MS));
  return share === 1 ? to : Math.round(from + (to - from) * share);
}
