// The words of the page, from the catalogues of the service; never from code.

export const LANGUAGES = [["en", "English"], ["zh-Hant", "繁體中文"], ["zh-Hans", "简体中文"], ["ja", "日本語"]];
const KEPT = "jantaku.language";
let words = {};
let language = "en";

/** Loads the words of the chosen language, or of the browser's when none was chosen yet. */
export async function loadWords(chosen = localStorage.getItem(KEPT)) {
  const headers = chosen ? { "Accept-Language": chosen } : {};
  const answer = await fetch("/api/v1/words", { headers });
  if (!answer.ok) throw new Error(`words: ${answer.status}`);
  const body = await answer.json();
  words = body.words;
  language = body.language;
  document.documentElement.lang = language;
}

export async function setLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
  await loadWords(chosen);
}

export const currentLanguage = () => language;
export const known = (key) => key in words;

/** The sentence of a key with its placeholders filled; a missing key shows as the key, which a test looks for. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w[\w-]*)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A name that data carries in several languages: a string, or {en, zh-Hant, ...}. */
export function named(name, fallback = "") {
  if (typeof name === "string") return name;
  if (!name) return fallback;
  return name[language] ?? name.en ?? fallback;
}

/** Amounts with the sign that a score sheet shows: + and a true minus. */
export function signed(amount) {
  const figure = Math.abs(amount).toLocaleString(language);
  return amount > 0 ? `+${figure}` : amount < 0 ? `−${figure}` : "0";
}

export const figure = (amount) => (amount < 0 ? signed(amount) : amount.toLocaleString(language));
export const clock = (iso) => new Date(iso).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
