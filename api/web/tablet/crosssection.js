// The table cut open: deck with the well and its hatch, drum below, a lift at either end. 520 x 152 units.

import { t } from "../shared/words.js";
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Build, Mechanism } from "../shared/types.js" */

/** @type {Record<string, string>} */
const INK = { A: "#17614f", B: "#2c4f8f" };
/** @type {Record<string, string>} */
const PALE = { A: "#bfe0d3", B: "#c5d3ee" };
const WOOD = "#5b4632";
const STEEL = "#8d7d60";
const GOLD = "#9a6b12";
const BUSY = "#d39a22";
const TILES_IN_A_ROW = 7; // of a lift, as far as the picture goes
const ROWS_OF_HEAP = [5, 7, 8, 9]; // from the bottom of the drum up

/** @param {Mechanism} mechanism */
export function crossSection(mechanism) {
  const { build } = mechanism;
  return html`<svg viewBox="0 12 520 152" class="section" role="img" aria-label=${t("machine.aria")}>
    <path d="M16 62h34v98h420V62h34" fill="none" stroke="#c9bda3" stroke-width="3" />
    ${deck(mechanism)} ${drum(mechanism)} ${[78, 402].map((x) => lift(x, mechanism))}
    <path
      d="M192 116H152M328 116h40"
      stroke=${picking(build) ? BUSY : "#d8cdb5"}
      stroke-width="5"
      stroke-dasharray="3 8"
      stroke-linecap="round"
    />
  </svg>`;
}

/** @param {Build | null} build */
const picking = (build) => build?.phase === "picking";

/**
 * The set that is in one of these places.
 * @param {Mechanism} mechanism
 * @param {string[]} places
 */
const setAt = ({ sets }, ...places) =>
  places.map((place) => Object.keys(sets).find((name) => sets[name].place === place)).find(Boolean) ?? null;

/** @param {Mechanism} mechanism */
function deck({ hatch }) {
  const away = hatch === "open" || hatch === "moving";
  const height = { open: 22, moving: 44, closed: 62, unknown: 62 }[hatch];
  return svg`<g stroke-linecap="round" fill="none">
    <path d="M16 62h62M142 62h64M314 62h64M466 62h38" stroke=${WOOD} stroke-width="9" />
    <path d="M378 62h24" stroke=${WOOD} stroke-width="9" />
    <path d=${`M206 ${height}h108`} stroke=${away ? GOLD : WOOD} stroke-width="9" />
    ${away ? svg`<path d="M260 58V30" stroke=${GOLD} stroke-width="5" />` : nothing}
  </g>`;
}

/** @param {Mechanism} mechanism */
function drum(mechanism) {
  const { build } = mechanism;
  const set = setAt(mechanism, "in_drum", "building");
  const picked = build ? build.counts.reduce((a, b) => a + b, 0) : 0;
  const tiles = set ? mechanism.sets[set].tiles - picked : 0;
  return svg`<g>
    <path d="M196 92c2 40 22 60 64 60s62-20 64-60z" fill="#efe7d4" stroke=${STEEL} stroke-width="3" />
    ${set ? heap(Math.max(0, Math.ceil(tiles / 5)), set) : nothing}
    <path d="M212 98h96" stroke=${picking(build) ? BUSY : "#cbbd9f"} stroke-width="4" stroke-dasharray="2 7"
      stroke-linecap="round" />
  </g>`;
}

/**
 * Tiles that lie in the bowl in rows from the bottom up.
 * @param {number} count
 * @param {string} set
 */
function heap(count, set) {
  const places = ROWS_OF_HEAP.flatMap((size, row) =>
    Array.from({ length: size }, (_, k) => [260 - (size * 11.5) / 2 + k * 11.5, 134 - row * 10.5]),
  );
  return places.slice(0, count).map(([x, y]) => small(x, y, set));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} set
 */
const small = (x, y, set) =>
  svg`<rect x=${x} y=${y} width="9.5" height="8.5" rx="2" fill=${PALE[set]} stroke=${INK[set]} stroke-width="1.3" />`;

/**
 * @param {number} x
 * @param {Mechanism} mechanism
 */
function lift(x, mechanism) {
  const up = mechanism.lifts.some((state) => state === "up" || state === "moving");
  const raised = setAt(mechanism, "raised");
  return svg`<g>
    <path d=${`M${x - 2} ${up ? 62 : 128}h66`} stroke=${STEEL} stroke-width="5" stroke-linecap="round" />
    <path d=${`M${x + 31} ${up ? 66 : 130}V158`} stroke=${STEEL} stroke-width="4" />
    ${up ? nothing : svg`<path d=${`M${x} 62h62`} stroke=${WOOD} stroke-width="9" />`}
    ${raised ? wall(x, 37, TILES_IN_A_ROW, raised) : nothing}
    ${below(x, up ? 38 : 106, mechanism)}
  </g>`;
}

/**
 * The wall that stands on the lift or is being built there.
 * @param {number} x
 * @param {number} y
 * @param {Mechanism} mechanism
 */
function below(x, y, mechanism) {
  const staged = setAt(mechanism, "staged");
  if (staged) return wall(x, y, TILES_IN_A_ROW, staged);
  const { build } = mechanism;
  if (!build) return nothing;
  const share = (build.counts[0] + build.counts[2]) / Math.max(build.quota[0] + build.quota[2], 1);
  return wall(x, y, Math.round(TILES_IN_A_ROW * share), build.set);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} count
 * @param {string} set
 */
const wall = (x, y, count, set) =>
  Array.from({ length: count }, (_, k) => [small(x - 9 + k * 11.5, y + 10, set), small(x - 9 + k * 11.5, y, set)]);
