// Day or night: as the device has it, or as somebody chose. The page bears it as `data-theme`.

const KEPT = "jantaku.theme";
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** @typedef {"auto" | "day" | "night"} Theme */

/** @type {Theme[]} */
export const THEMES = ["auto", "day", "night"];

/** What was chosen on this device. @returns {Theme} */
export function chosenTheme() {
  const kept = /** @type {Theme} */ (localStorage.getItem(KEPT));
  return THEMES.includes(kept) ? kept : "auto";
}

/** @param {Theme} theme */
export function setTheme(theme) {
  localStorage.setItem(KEPT, theme);
  applyTheme();
}

export function applyTheme() {
  const theme = chosenTheme();
  const night = theme === "auto" ? DARK.matches : theme === "night";
  document.documentElement.dataset.theme = night ? "night" : "day";
}

/** Applies the theme now, and again whenever the device changes its own. */
export function followTheme() {
  applyTheme();
  DARK.addEventListener("change", applyTheme);
}
