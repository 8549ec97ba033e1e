// Dice that the players threw themselves, and wind tiles that they drew: entered by hand.

import { choice, field, radios } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt, closeUnless } from "../shared/latest.js";
import { HAN, WINDS } from "../shared/seats.js";
import { toast } from "../shared/toast.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { die } from "./dice.js";

/** @import { Match, Snapshot } from "../shared/types.js" */

const FACES = [1, 2, 3, 4, 5, 6];

/** @param {Match} match */
const question = ({ id, index, phase, next }) => JSON.stringify([id, index, phase, next.key, next.args.seats]);

/**
 * Closes the dialog when the table does not wait for this any more.
 * @param {Dialog} dialog
 * @param {Match} match
 */
function closeWhenDone(dialog, match) {
  const asked = (/** @type {Snapshot} */ state) => state.match !== null && question(state.match) === question(match);
  closeUnless(dialog, asked, () => toast(t("meanwhile.done")));
}

/**
 * `match` waits for dice. `use(faces)` and `without()` answer true when the dialog may close.
 * @param {Match} match
 * @param {(faces: number[]) => Promise<boolean>} use
 * @param {(() => Promise<boolean>) | null} without null: not offered
 */
export function throwDialog(match, use, without) {
  const dialog = new Dialog({ title: t("throw.title"), about: "hand", kind: "narrow" });
  /** @type {(number | null)[]} */
  const faces = Array(Number(match.next.args.dice)).fill(null);
  const set = (/** @type {number} */ place, /** @type {number} */ face) => {
    faces[place] = face;
    dialog.draw();
  };
  const whole = () => attempt(dialog, () => use(faces.filter((face) => face !== null)));
  dialog.open(
    () => faces.map((face, place) => dieChoice(face, place, set)),
    () => html`
      ${
        without
          ? html`<button type="button" class="plain" @click=${() => attempt(dialog, without)}>
              ${t("throw.none")}
            </button>`
          : nothing
      }
      ${cancelButton(dialog)}
      <button type="button" class="main" ?disabled=${faces.includes(null)} @click=${whole}>${t("throw.go")}</button>
    `,
  );
  closeWhenDone(dialog, match);
}

/**
 * @param {number | null} face
 * @param {number} place
 * @param {(place: number, face: number) => void} onPick
 */
function dieChoice(face, place, onPick) {
  const label = t("throw.die", { n: place + 1 });
  const entries = FACES.map((value) => ({ value, text: picture(value), label: String(value), kind: "face" }));
  return html`<div class="stack">
    <h2>${label}</h2>
    ${radios(label, entries, face, (value) => onPick(place, value))}
  </div>`;
}

/** @param {number} value */
const picture = (value) => html`<svg viewBox="0 0 40 41" width="40" aria-hidden="true">${die(value)}</svg>`;

const RESTS = "5p"; // of five players, whoever draws it rests first
const OWN_CHAIR = -1;

/**
 * What is sent of the wind tiles.
 * @typedef {{ winds: Record<string, string>, fifth?: string, east_seat?: number }} Drawn
 */

/**
 * Which wind each player drew, and which chair East chooses.
 * @param {Match} match
 * @param {(drawn: Drawn) => Promise<boolean>} use answers true when the dialog may close
 */
export function windsDialog(match, use) {
  const dialog = new Dialog({ title: t("winds.title"), about: "hand", kind: "narrow" });
  const tiles = Object.fromEntries(match.seats.map(({ seat }) => [seat, ""]));
  const form = { fifth: "", chair: OWN_CHAIR };
  const fifth = match.resting.at(0);
  const pairs = windPairs(fifth !== undefined);
  const draw = (/** @type {() => unknown} */ change) => {
    change();
    dialog.draw();
  };
  const complete = () => allDifferent([...Object.values(tiles), ...(fifth === undefined ? [] : [form.fifth])]);
  dialog.open(
    () => html`
      ${match.seats.map(({ seat, name }) =>
        field(
          name,
          choice(pairs, tiles[seat], (tile) => draw(() => (tiles[seat] = tile))),
        ),
      )}
      ${
        fifth === undefined
          ? nothing
          : field(
              fifth,
              choice(pairs, form.fifth, (tile) => draw(() => (form.fifth = tile))),
            )
      }
      ${field(
        t("winds.chair"),
        choice(chairPairs(match), form.chair, (chair) => draw(() => (form.chair = chair))),
      )}
      <p class="quiet" ?hidden=${complete()}>${t(fifth === undefined ? "winds.need" : "winds.need-five")}</p>
    `,
    () => html`
      ${cancelButton(dialog)}
      <button
        type="button"
        class="main"
        ?disabled=${!complete()}
        @click=${() => attempt(dialog, () => use(drawnOf(tiles, form)))}
      >
        ${t("winds.go")}
      </button>
    `,
  );
  closeWhenDone(dialog, match);
}

/**
 * @param {Record<string, string>} winds by seat
 * @param {{ fifth: string, chair: number }} form
 * @returns {Drawn}
 */
const drawnOf = (winds, { fifth, chair }) => ({
  winds,
  ...(fifth && fifth !== RESTS ? { fifth } : {}),
  ...(chair === OWN_CHAIR ? {} : { east_seat: chair }),
});

/**
 * @param {boolean} five
 * @returns {[string, string][]}
 */
const windPairs = (five) => [
  ["", "–"],
  ...WINDS.map((wind) => /** @type {[string, string]} */ ([wind, `${HAN[wind]} ${t(`wind.${wind}`)}`])),
  ...(five ? [/** @type {[string, string]} */ ([RESTS, t("winds.rests")])] : []),
];

/**
 * The chairs by the players who sit there now.
 * @param {Match} match
 * @returns {[number, string][]}
 */
const chairPairs = ({ seats }) => [
  [OWN_CHAIR, t("winds.own-chair")],
  ...seats.map(({ seat, name }) => /** @type {[number, string]} */ ([seat, t("winds.chair-of", { name })])),
];

/** @param {string[]} tiles */
const allDifferent = (tiles) => !tiles.includes("") && new Set(tiles).size === tiles.length;
