// Soft tones, and the sentence of the display spoken aloud, for those who choose it on their device; silent until then.
// Nothing waits for a sound, and nothing fails without one: a device may have no loudspeaker, or no voice.

import { currentLanguage } from "./words.js";

const KEPT = "jantaku.sound";
const LOUD = 0.06; // of 1: heard across a table, not across a room
const SECONDS = 0.35;

/** @typedef {"off" | "tones" | "spoken"} Sound */

/** @type {Sound[]} */
export const SOUNDS = ["off", "tones", "spoken"];

/**
 * Their tones in hertz, one after the other.
 * @typedef {keyof typeof TONES} Sign
 */
const TONES = { attention: [659, 523], result: [523, 659, 784], dice: [784], stick: [587] };

/** @type {AudioContext | undefined} */
let context;

/** What was chosen on this device. @returns {Sound} */
export function chosenSound() {
  const kept = /** @type {Sound} */ (localStorage.getItem(KEPT));
  return SOUNDS.includes(kept) ? kept : "off";
}

/** Heard at once, so that people know how loud it is. @param {Sound} sound */
export function setSound(sound) {
  localStorage.setItem(KEPT, sound);
  if (sound !== "spoken") globalThis.speechSynthesis?.cancel();
  ring("result");
}

/** @param {Sign} sign */
export function ring(sign) {
  if (chosenSound() === "off" || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  // A browser is silent until somebody has touched the page.
  if (context.state === "suspended") context.resume().catch(() => {});
  TONES[sign].forEach((hertz, place) => tone(/** @type {AudioContext} */ (context), hertz, (place * SECONDS) / 2));
}

/**
 * One that swells and fades.
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} after seconds from now
 */
function tone(context, hertz, after) {
  const [start, gain, source] = [context.currentTime + after, context.createGain(), context.createOscillator()];
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(LOUD, start + SECONDS / 8);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS);
  source.frequency.value = hertz;
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + SECONDS);
}

/** In the place of what is being said. @param {string} text */
export function speak(text) {
  const { speechSynthesis: voices } = globalThis;
  if (chosenSound() !== "spoken" || !voices || !text) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = currentLanguage();
  voices.cancel();
  voices.speak(said);
}
