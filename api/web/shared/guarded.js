// Pages that not every device may read. When this one may not, or no longer, the page shows a sentence that says what
// to do, and nothing of what it showed before.

import { begin } from "./begin.js";
import { show } from "./draw.js";
import { hasEnded, loadAnew } from "./ended.js";
import { loadMe, me } from "./me.js";
import { refusals } from "./net.js";
import { mayOpen } from "./openable.js";
import { topBar } from "./top.js";
import { t } from "./words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** What a page wants before it draws, as `begin`; it goes on only where this device may read the page. */
export async function beginGuarded() {
  await begin();
  const ended = hasEnded();
  const may = readable();
  refusals.addEventListener("refused", () => look(may));
  document.addEventListener("visibilitychange", () => document.hidden || look(may));
  if (may) return;
  showBarred(ended);
  await new Promise(() => {});
}

/** While the service does not answer, nobody knows; the page says that itself. */
function readable() {
  const known = me();
  if (!known) return true;
  return mayOpen(location.pathname) && (known.viewers || known.open || known.device !== null);
}

/**
 * Loads the page anew when this device may read it no longer, or may now: what it showed, followed and asked for is
 * over at once.
 * @param {boolean} before
 */
async function look(before) {
  const known = await loadMe().catch(() => null);
  if (!known || readable() === before) return;
  loadAnew(before);
}

/** @param {boolean} ended it could be read before */
function showBarred(ended) {
  const known = me();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  document.body.className = "barred";
  main.id = "barred";
  const role = known?.device ? t(`access.role.${known.role}`) : "";
  const what = role ? t("access.barred-role", { role }) : t("access.barred-unpaired");
  topBar({ title: t("access.barred-title"), links: [], status: nothing, onLanguage: () => showBarred(ended) });
  show(
    "barred",
    html`<section class="card stack">
      <h2>${t(ended ? "access.barred-ended" : "access.barred")}</h2>
      <p>${what}</p>
      <div class="row">
        <a class="button main" href="/pair">${t("access.pair-title")}</a>
        <a class="button" href="/">${t("phone.to-display")}</a>
      </div>
    </section>`,
  );
}
