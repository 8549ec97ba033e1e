// What opens from the bar: the menu of everything that is not the next step, and the machine cut open.

import { callCard } from "../shared/callcard.js";
import { radios } from "../shared/controls.js";
import { Dialog } from "../shared/dialog.js";
import { follow } from "../shared/latest.js";
import { withSide } from "../shared/matchwords.js";
import { SOUNDS, chosenSound, setSound } from "../shared/sound.js";
import { THEMES, chosenTheme, setTheme } from "../shared/theme.js";
import { languageChoice } from "../shared/top.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { faultCard } from "../shared/faultwords.js";
import { anchorCard } from "./fairdice.js";
import { machineCard } from "./machine.js";
import { lastHand, ranking, together } from "./matchcard.js";

/** @import { Hand, Snapshot } from "../shared/types.js" */
/** @import { Step } from "./bar.js" */

/**
 * @param {{
 *   steps: () => Step[], items: () => Step[], last: () => Step[], links: [string, string][], onLanguage: () => void,
 *   correct: (hand: Hand) => void,
 * }} parts `steps`: what can be done next; `items`: what else; `last`: what nobody should touch by mistake
 */
export function openMenu({ steps, items, last, links, onLanguage, correct }) {
  const dialog = new Dialog({ title: t("bar.more"), about: "hand", kind: "more-menu" });
  /** @type {Snapshot | null} */
  let now = null;
  const choose = (/** @type {Step} */ { text, onClick, kind }) => {
    const go = () => {
      dialog.close();
      onClick();
    };
    return html`<button type="button" class=${kind ?? ""} @click=${go}>${text}</button>`;
  };
  dialog.open(
    () => html`
      ${callCard(now?.calls ?? [])}
      <div class="menu">${steps().map(choose)} ${items().map(choose)}</div>
      ${ranking(now?.match ?? null)} ${together(now?.match ?? null)}
      ${lastHand(now?.match ?? null, correctFrom(dialog, correct))}
      <nav class="menu" aria-label=${t("bar.more")}>
        ${links.map(([href, label]) => html`<a class="button" href=${href}>${label}</a>`)}
      </nav>
      <div class="row">
        ${languageChoice(() => onLanguageThen(dialog, onLanguage))} ${themeChoice(dialog)} ${soundChoice(dialog)}
      </div>
      ${now ? anchorCard(now) : nothing}
      <div class="menu">${last().map(choose)}</div>
    `,
    () => html`<button type="button" @click=${dialog.close}>${t("close")}</button>`,
  );
  follow(dialog, (state) => {
    now = state;
    dialog.draw();
  });
}

/**
 * @param {Dialog} dialog
 * @param {(hand: Hand) => void} correct
 * @returns {(hand: Hand) => void}
 */
const correctFrom = (dialog, correct) => (hand) => {
  dialog.close();
  correct(hand);
};

/**
 * @param {Dialog} dialog
 * @param {() => void} onLanguage
 */
function onLanguageThen(dialog, onLanguage) {
  onLanguage();
  dialog.draw();
}

/** @param {Dialog} dialog */
function themeChoice(dialog) {
  const entries = THEMES.map((theme) => ({ value: theme, text: t(`theme.${theme}`) }));
  return radios(t("theme.title"), entries, chosenTheme(), (theme) => {
    setTheme(theme);
    dialog.draw();
  });
}

/** @param {Dialog} dialog */
function soundChoice(dialog) {
  const entries = SOUNDS.map((sound) => ({ value: sound, text: t(`sound.${sound}`) }));
  return radios(t("sound.title"), entries, chosenSound(), (sound) => {
    setSound(sound);
    dialog.draw();
  });
}

/** @param {Snapshot} state */
const faultsOf = ({ faults, match }) => faults.map((fault) => faultCard(fault, match));

/**
 * The machine cut open, and its faults in full, with everything it can be asked for.
 * @param {() => Step[]} steps
 * @param {() => string} needed which tiles the match is played with, where others are in the table
 */
export function openMachine(steps, needed) {
  const dialog = new Dialog({ title: t("machine.title"), about: "trouble", kind: "narrow" });
  /** @type {Snapshot | null} */
  let now = null;
  dialog.open(
    () =>
      now
        ? html`<p>${t(now.prompt.key, withSide(now.match, now.prompt.args))}</p>
            ${needed() ? html`<p><strong>${needed()}</strong></p>` : nothing}
            <section class="machine-card stack">${machineCard(now.mechanism, now.match)}</section>
            ${faultsOf(now)}`
        : nothing,
    () =>
      html`${steps().map(
          ({ text, onClick, kind }) =>
            html`<button type="button" class=${kind ?? ""} @click=${onClick}>${text}</button>`,
        )} <button type="button" @click=${dialog.close}>${t("close")}</button>`,
  );
  follow(dialog, (state) => {
    now = state;
    dialog.draw();
  });
}
