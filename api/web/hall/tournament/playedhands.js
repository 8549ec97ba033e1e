// Hands that were entered, one line each, with what each player has after it.

import { listed, t, wordOr } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";

/** @import { HandsReckoned, PlayedHand } from "../shared/types.js" */

const WINDS = ["E", "S", "W", "N"];

/**
 * @param {HandsReckoned} answer
 * @param {string[]} names
 * @param {number | null} open the hand that is being changed
 * @param {(at: number) => void} change
 */
export function playedHands({ hands, start, scores, unit }, names, open, change) {
  const have = WINDS.map(() => start);
  return html`<table>
    <thead>
      <tr>
        <th>${t("hall.hands.hand")}</th>
        ${names.map((name, seat) => html`<th class="number">${t(`wind.${WINDS[seat]}`)} ${name}</th>`)}
        <th><span class="unseen">${t("hall.actions")}</span></th>
      </tr>
    </thead>
    <tbody>
      ${hands.map((hand, at) => {
        hand.points.forEach((moved, seat) => (have[seat] += moved));
        const key = html`<button type="button" aria-pressed=${open === at} @click=${() => change(at)}>
          ${t("hall.hands.change")}
        </button>`;
        return line(hand, [...have], names, unit, key);
      })}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${t("hall.hands.scores")}</th>
        ${scores.map((score) => html`<td class="number"><b>${score.toLocaleString()}</b></td>`)}
        <td></td>
      </tr>
    </tfoot>
  </table>`;
}

/**
 * @param {PlayedHand} hand
 * @param {number[]} have
 * @param {string[]} names
 * @param {string} unit
 * @param {unknown} key
 */
const line = (hand, have, names, unit, key) =>
  html`<tr>
    <td>${handName(hand.name[0], hand.name.slice(1), hand.counter)}<small>${ended(hand, names, unit)}</small></td>
    ${hand.points.map(
      (moved, seat) =>
        html`<td class="number">
          ${moved ? html`<b class=${moved < 0 ? "loss" : "gain"}>${signed(moved)}</b>` : nothing}
          <small class="quiet">${have[seat].toLocaleString()}</small>
        </td>`,
    )}
    <td>${key}</td>
  </tr>`;

/**
 * @param {PlayedHand} hand
 * @param {string[]} names
 * @param {string} unit
 */
function ended({ kind, winners, discarder, value, level, void: again }, names, unit) {
  if (kind !== "win") return t(again || kind === "abort" ? "entry.again" : "entry.draw");
  const who = listed(winners.map((seat) => names[seat]));
  const from = discarder === null ? t("source.self-draw") : t("hall.hands.from-whom", { name: names[discarder] });
  const worth = level ? levelName(level) : value ? t("result.total", { total: value, unit: t(`unit.${unit}`) }) : "";
  return html`<b>${who}</b> <span class="quiet">${[from, worth].filter(Boolean).join(" · ")}</span>`;
}

/**
 * @param {string} wind
 * @param {string} number
 * @param {number} counter
 */
export function handName(wind, number, counter) {
  const name = t("match.hand", { wind: t(`round.${wind}`), n: number });
  return counter ? `${name} · ${t("hall.hands.counter", { n: counter })}` : name;
}

/** @param {string} id */
export const levelName = (id) => wordOr(`level.${id}`, t("result.limit"));

/** @param {number} moved */
const signed = (moved) => (moved > 0 ? `+${moved.toLocaleString()}` : moved.toLocaleString().replace("-", "−"));
