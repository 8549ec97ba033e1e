// The words of the page, from the catalogues of the service; never from code.

/** @import { Names, Words } from "./types.js" */

const KEPT = "jantaku.language";
/** Below which all parts of the pages stand, with the version that this script is of. */
const WEB = new URL(/^.*\/web\/(?:[0-9a-f]{16}\/)?/.exec(import.meta.url)?.[0] ?? "/web/", location.href);
/** Where the words of this page stand. A page with a folder of its own has there those of its first picture, and apart
 * those of what is opened by hand; for single modules, which no page loads, all stand together. */
const FOLDER = /\/web\/[0-9a-f]{16}\//.test(import.meta.url) ? document.body.dataset.words : undefined;
let whole = FOLDER === undefined;

/** @type {Words} */
let current = { language: "en", languages: ["en"], words: {} };

/**
 * Loads the words of the chosen language, or those that the service found best for this browser when it sent the page.
 * They stand beside the scripts of the same version, so a browser asks for them once.
 */
export async function loadWords(chosen = localStorage.getItem(KEPT)) {
  const best = document.documentElement.lang;
  const answer = (chosen && chosen !== best && (await wordsOf(chosen))) || (await wordsOf(best));
  if (!answer) throw new Error(`words: ${best}`);
  current = answer;
  if (FOLDER !== undefined && whole) await loadLaterWords();
  document.documentElement.lang = current.language;
}

/** Those of what is opened by hand, now and after every change of the language. */
export async function loadLaterWords() {
  if (FOLDER === undefined) return;
  const { language, words } = current;
  const later = await wordsOf(language, ".later");
  if (!later) throw new Error(`words: ${language}`);
  if (language === current.language) current = { ...current, words: { ...words, ...later.words } };
  whole = true;
}

/**
 * Null for a language that the service does not speak.
 * @param {string} language
 * @param {string} part
 * @returns {Promise<Words | null>}
 */
async function wordsOf(language, part = "") {
  const answer = await fetch(new URL(`${FOLDER ?? "words"}/${language}${part}.json`, WEB));
  return answer.ok ? answer.json() : null;
}

/** @param {string} chosen */
export async function setLanguage(chosen) {
  localStorage.setItem(KEPT, chosen);
  // The page and the result sheet come in it at once next time.
  document.cookie = `jantaku-language=${chosen}; Path=/; SameSite=Strict; Max-Age=31536000`;
  await loadWords(chosen);
}

export const currentLanguage = () => current.language;
/** All languages that the service speaks. */
export const languages = () => current.languages;
/** @param {string} key */
export const known = (key) => key in current.words;

/**
 * The sentence of a key with its placeholders filled; a missing key shows as the key, which a test looks for.
 * @param {string} key
 * @param {Record<string, unknown>} values
 */
export function t(key, values = {}) {
  const text = current.words[key] ?? key;
  return text.replace(/\{(\w[\w-]*)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

/**
 * Amounts have the separators of the language, and so have lists.
 * @param {unknown} value
 * @returns {string}
 */
function shown(value) {
  if (Array.isArray(value)) return listed(value.map(shown));
  return typeof value === "number" ? figure(value) : String(value);
}

/**
 * The words of a key, or what else is to be shown where no catalogue has it.
 * @param {string} key
 * @param {string} otherwise
 */
export const wordOr = (key, otherwise) => (known(key) ? t(key) : otherwise);

/**
 * The games that the catalogue knows, by their names.
 * @returns {[string, string][]} id and name
 */
export const rulesets = () =>
  Object.entries(current.words)
    .filter(([key]) => /^ruleset\.[a-z-]+$/.test(key))
    .map(([key, name]) => /** @type {[string, string]} */ ([key.slice("ruleset.".length), name]))
    .sort(([, a], [, b]) => a.localeCompare(b, current.language));

/**
 * A name that data carries in several languages: a string, or {en, zh-Hant, ...}.
 * @param {Names | undefined} name
 * @param {string} otherwise
 */
export function named(name, otherwise = "") {
  if (typeof name === "string") return name;
  return name?.[current.language] ?? name?.[writtenLanguage()] ?? name?.en ?? otherwise;
}

/** The languages that take the words of another one and say but the terms of the game in their own. */
const REGIONS = /** @type {Record<string, string>} */ ({ "zh-HK": "zh-Hant", "zh-TW": "zh-Hant" });

/** That in which somebody who reads the page in its language writes names. */
export const writtenLanguage = () => REGIONS[current.language] ?? current.language;

/** All languages in which names are written. */
export const writtenLanguages = () => current.languages.filter((language) => !(language in REGIONS));

const DEFAULT_NAME = /^#([1-5])$/;

/**
 * What a player is called who gave no name, the same in every language; readers see it in theirs (`localNames`).
 * @param {number} place
 */
export const defaultName = (place) => `#${place + 1}`;

/**
 * For `JSON.parse`: names that nobody gave, in the language of the reader.
 * @param {string} _key
 * @param {unknown} value
 */
export function localNames(_key, value) {
  if (typeof value !== "string") return value;
  const found = DEFAULT_NAME.exec(value);
  return found ? t("seat.number", { n: found[1] }) : value;
}

/**
 * Amounts with the sign that a score sheet shows: + and a true minus.
 * @param {number} amount
 */
export function signed(amount) {
  const size = Math.abs(amount).toLocaleString(current.language);
  return amount > 0 ? `+${size}` : amount < 0 ? `−${size}` : "0";
}

/** @param {number} amount */
export const figure = (amount) => (amount < 0 ? signed(amount) : amount.toLocaleString(current.language));

/**
 * A phrase of the catalogue as a sentence: with a capital and a full stop, as the language has them.
 * @param {string} phrase
 */
export const asSentence = (phrase) =>
  current.language === "en" ? `${phrase[0].toUpperCase()}${phrase.slice(1)}.` : `${phrase}。`;

/** @param {string[]} sentences one after the other */
export const paragraph = (sentences) => sentences.join(current.language === "en" ? " " : "");

/** @param {string[]} parts one after the other, as the language separates them */
export const listed = (parts) => parts.join(current.language === "en" ? ", " : "、");

/**
 * What is said of something, after its name.
 * @param {string} name
 * @param {string} text
 */
export const labelled = (name, text = "") => `${name}${current.language === "en" ? ": " : "："}${text}`;

/** @param {string} iso */
export const clock = (iso) =>
  new Date(iso).toLocaleTimeString(current.language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
