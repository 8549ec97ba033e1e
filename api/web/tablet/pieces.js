// The scores in pieces, for people who also lay sticks or chips on the table: what each has, and what is handed over.

import { entered, field } from "../shared/controls.js";
import { Dialog } from "../shared/dialog.js";
import { get } from "../shared/net.js";
import { problemText } from "../shared/problem.js";
import { figure, listed, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { components } from "../types/api.js" */

/** @typedef {components["schemas"]["PiecesShown"]} Shown */

const MOST_PIECES = 8;
const MOST_VALUE = 1_000_000;

export function piecesDialog() {
  const dialog = new Dialog({ title: t("pieces.open"), about: "hand" });
  /** @type {unknown} */
  let shown = nothing;
  let turn = 0;
  const ask = async (/** @type {number[]} */ pieces) => {
    const mine = ++turn;
    try {
      const query = pieces.map((value) => `value=${value}`).join("&");
      const found = await get(`/matches/current/pieces${query ? `?${query}` : ""}`);
      if (mine === turn) shown = content(found, ask);
    } catch (error) {
      if (mine === turn) shown = html`<p class="notice bad">${problemText(error).text}</p>`;
    }
    dialog.draw();
  };
  dialog.open(
    () => shown,
    () => html`<button type="button" class="main" @click=${dialog.close}>${t("close")}</button>`,
  );
  void ask([]);
}

/**
 * @param {Shown} shown
 * @param {(pieces: number[]) => void} onPieces
 */
function content({ pieces, players, handed }, onPieces) {
  const edit = (/** @type {Event} */ event) => onPieces(valuesOf(entered(event)));
  return html`
    ${field(
      t("pieces.values"),
      html`<input type="text" inputmode="numeric" maxlength="60" .value=${pieces.join(" ")} @change=${edit} />`,
    )}
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">${t("final.name")}</th>
          <th scope="col" class="number">${t("final.score")}</th>
          ${pieces.map((value) => html`<th scope="col" class="number">${figure(value)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${players.map(
          ({ name, score, held, rest }) =>
            html`<tr>
              <th scope="row">${name}${score < 0 ? html` <span class="small">${t("pieces.owes")}</span>` : nothing}</th>
              <td class="number">${figure(score)}</td>
              ${held.map((number) => html`<td class="number">${number || ""}</td>`)}
              ${rest ? html`<td class="quiet small">${t("pieces.rest", { points: figure(rest) })}</td>` : nothing}
            </tr>`,
        )}
      </tbody>
    </table>
    ${
      handed.length
        ? html`<h3>${t("pieces.handed")}</h3>
            <ul class="handed">
              ${handed.map((row) => html`<li>${payment(row, pieces)}</li>`)}
            </ul>`
        : nothing
    }
  `;
}

/**
 * @param {Shown["handed"][number]} row
 * @param {number[]} pieces
 */
function payment({ payer, payee, amount, gives, back, rest }, pieces) {
  const who = { payer: payer ?? t("pieces.table"), payee: payee ?? t("pieces.table"), points: figure(amount) };
  const parts = [t("pieces.pays", who), t("pieces.gives", { pieces: inPieces(gives, pieces) })];
  if (back.some(Boolean)) parts.push(t("pieces.back", { pieces: inPieces(back, pieces) }));
  if (rest) parts.push(t("pieces.rest", { points: figure(rest) }));
  return parts.join(" ");
}

/**
 * Such as "2 × 100, 1 × 10".
 * @param {number[]} numbers
 * @param {number[]} pieces
 */
const inPieces = (numbers, pieces) =>
  listed(numbers.flatMap((number, at) => (number ? [`${number} × ${figure(pieces[at])}`] : []))) || "–";

/**
 * The values that somebody typed: whole numbers, whatever stands between them.
 * @param {string} text
 */
const valuesOf = (text) =>
  (text.match(/\d+/g) ?? [])
    .map(Number)
    .filter((value) => value >= 1 && value <= MOST_VALUE)
    .slice(0, MOST_PIECES);
