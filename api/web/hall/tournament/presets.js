// Scoring rules of the house: made from others, kept under a name, and shown with what is different.

import { toast } from "../../shared/toast.js";
import { known, t } from "../../shared/words.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { command } from "../shared/commands.js";
import { ask } from "../shared/form.js";
import { may } from "../shared/frame.js";
import { presetName } from "../shared/presets.js";
import { offence } from "../shared/tariff.js";

/** @import { Preset } from "../shared/types.js" */
/** @import { Field } from "../shared/form.js" */

const COUNTS = ["0", "1", "2", "3", "4"];
const STICKS = ["first", "lost", "none"];
const SUBSTITUTES = ["unranked", "fixed", "ranked"];
const PENALTIES = ["standings", "table"];

/** @param {Preset[]} presets */
export const presetsCard = (presets) =>
  html`<section class="card stack presets">
    <div class="row apart">
      <h2>${t("hall.preset.own")}</h2>
      ${
        may("tournament.keep-preset")
          ? html`<button @click=${() => choose(presets)}>${t("hall.preset.change")}</button>`
          : nothing
      }
    </div>
    ${presets.some(({ own }) => own) ? nothing : html`<p class="quiet">${t("hall.preset.none-own")}</p>`}
    ${presets.map(shown)}
  </section>`;

/** @param {Preset} one */
const shown = (one) =>
  html`<div class="entry">
    <div class="row apart">
      <span>
        <b>${presetName(one)}</b>
        <span class="quiet">
          ${one.own ? t("hall.preset.version", { n: one.version }) : t("hall.preset.of-program")}
        </span>
      </span>
      ${
        one.own && may("tournament.keep-preset")
          ? html`<button @click=${() => change(one, one.id)}>${t("hall.preset.edit")}</button>`
          : nothing
      }
    </div>
    ${one.source ? madeFrom(one) : nothing}
  </div>`;

/** @param {Preset} one */
const madeFrom = (one) =>
  html`<p class="small quiet">
      ${t("hall.preset.made-from", { source: presetName({ id: one.document.based_on, edition: one.source }) })}
    </p>
    ${
      one.differences.length === 0
        ? html`<p class="small quiet">${t("hall.preset.same")}</p>`
        : html`<ul class="plain small">
            ${one.differences.map(
              ({ member, value, source }) =>
                html`<li>
                  ${t(`hall.preset.m.${member}`)}: <s class="quiet">${inWords(member, source)}</s> →
                  <b>${inWords(member, value)}</b>
                </li>`,
            )}
          </ul>`
    }`;

/**
 * A member of the document as people read it.
 * @param {string} member
 * @param {any} value
 */
function inWords(member, value) {
  if (value === null || value === undefined) return t("hall.preset.v.nothing");
  if (member === "floating") return umaText(value);
  if (member === "tariff") return tariffText(value).replaceAll("\n", "; ");
  if (member === "gong") return gongText(value);
  if (Array.isArray(value)) return value.map(word).join(", ");
  return word(value);
}

/** @param {unknown} value */
const word = (value) => (known(`hall.preset.v.${value}`) ? t(`hall.preset.v.${value}`) : String(value));

/** @param {Record<string, string[]>} floating */
const umaText = (floating) =>
  sameUma(floating)
    ? floating[0].join(", ")
    : COUNTS.map((count) => `${count}: ${floating[count].join(", ")}`).join("; ");

/** @param {Record<string, string[]>} floating */
const sameUma = (floating) => COUNTS.every((count) => floating[count].join() === floating[0].join());

/** @param {Record<string, unknown>} gong */
const gongText = (gong) =>
  [
    gong.minutes ? t("hall.minutes", { n: gong.minutes }) : t("hall.tournament.no-clock"),
    `${t("hall.settings.inside")}: ${gong.inside}`,
    `${t("hall.settings.between")}: ${gong.between}`,
    ...(gong.stop_now ? [t("hall.settings.stop")] : []),
    ...(gong.redeal_last ? [t("hall.settings.redeal")] : []),
  ].join(" · ");

/** @param {{ id: string, points: string[] }[]} tariff */
const tariffText = (tariff) =>
  tariff.map(({ id, points }) => (points.length > 0 ? `${offence(id)}: ${points.join(", ")}` : offence(id))).join("\n");

/**
 * From which rules those of the house are made.
 * @param {Preset[]} presets
 */
function choose(presets) {
  ask({
    title: t("hall.preset.change"),
    fields: [
      { name: "id", label: t("hall.tournament.rules"), options: presets.map((one) => [one.id, presetName(one)]) },
    ],
    values: { id: presets[0]?.id },
    button: t("hall.preset.edit"),
    send: async ({ id }) => {
      const source = presets.find((one) => one.id === id);
      if (source) setTimeout(() => change(source, ""));
    },
  });
}

/**
 * @param {Preset} source
 * @param {string} own the id of rules of the house that are changed; empty: new ones
 */
function change(source, own) {
  const document = /** @type {Record<string, any>} */ (source.document);
  const floating = /** @type {Record<string, string[]>} */ (document.floating);
  const gong = /** @type {Record<string, any>} */ (document.gong);
  const counts = sameUma(floating) ? ["0"] : COUNTS;
  ask({
    title: t(own ? "hall.preset.edit" : "hall.preset.change"),
    fields: fields(counts),
    values: {
      ...document,
      ...gong,
      start: document.start ?? null,
      edition: own ? document.edition : "",
      tariff: tariffText(document.tariff),
      ...Object.fromEntries(counts.map((count) => [`uma${count}`, floating[count].join(", ")])),
    },
    button: t("hall.preset.keep"),
    note: own ? t("hall.preset.keep-help") : t("hall.preset.made-from", { source: presetName(source) }),
    send: async (values) => {
      const done = await command("tournament.keep-preset", { preset: documentOf(source, own, values, counts) });
      if (done) toast(t("hall.preset.kept"));
      return done;
    },
  });
}

/**
 * @param {string[]} counts
 * @returns {Field[]}
 */
function fields(counts) {
  const number = /** @type {const} */ ("number");
  const tick = /** @type {const} */ ("tick");
  /** @param {string} name @param {string[]} words */
  const choice = (name, words) => ({
    name,
    label: t(`hall.preset.m.${name}`),
    options: words.map((one) => /** @type {[string, string]} */ ([one, word(one)])),
  });
  return [
    { name: "edition", label: t("hall.preset.name"), longest: 80 },
    { name: "start", label: t("hall.preset.m.start"), kind: number },
    { name: "return", label: t("hall.preset.m.return"), kind: number },
    ...counts.map((count) => ({
      name: `uma${count}`,
      label: t(counts.length > 1 ? "hall.preset.m.floating-of" : "hall.preset.m.floating", { n: count }),
      longest: 80,
      help: t("hall.preset.uma-help"),
    })),
    choice("sticks", STICKS),
    choice("penalties", PENALTIES),
    choice("substitutes", SUBSTITUTES),
    { name: "absence", label: t("hall.preset.m.absence"), longest: 20 },
    { name: "protest_minutes", label: t("hall.settings.protests"), kind: number },
    { name: "minutes", label: t("hall.settings.minutes"), kind: number },
    { name: "inside", label: t("hall.settings.inside"), kind: number },
    { name: "between", label: t("hall.settings.between"), kind: number },
    { name: "stop_now", label: t("hall.settings.stop"), kind: tick },
    { name: "redeal_last", label: t("hall.settings.redeal"), kind: tick },
    { name: "tariff", label: t("hall.preset.m.tariff"), many: true, longest: 4000, help: t("hall.preset.tariff-help") },
  ];
}

/**
 * The document that is kept: that of the source with what was changed.
 * @param {Preset} source
 * @param {string} own
 * @param {Record<string, any>} values
 * @param {string[]} counts
 */
function documentOf(source, own, values, counts) {
  const document = /** @type {Record<string, any>} */ (source.document);
  const { version: _version, start: _start, based_on, ...rest } = document;
  const edition = String(values.edition).trim();
  return {
    ...rest,
    id: own || idOf(edition),
    edition,
    based_on: own ? (based_on ?? "") || document.id : document.id,
    ...(values.start === null ? {} : { start: values.start }),
    return: values.return,
    floating: Object.fromEntries(
      COUNTS.map((count) => [count, numbersOf(values[`uma${counts.length > 1 ? count : "0"}`])]),
    ),
    sticks: values.sticks,
    penalties: values.penalties,
    substitutes: values.substitutes,
    absence: String(values.absence).trim(),
    protest_minutes: values.protest_minutes,
    gong: Object.fromEntries(
      ["minutes", "inside", "between", "stop_now", "redeal_last"].map((name) => [name, values[name]]),
    ),
    tariff: tariffOf(String(values.tariff), document.tariff),
  };
}

/**
 * For programs: from the name, with a part of its own so that two names never meet.
 * @param {string} edition
 */
function idOf(edition) {
  const plain = edition
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `own-${plain.slice(0, 40) || "rules"}-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
}

/** @param {string} text */
const numbersOf = (text) =>
  text
    .replaceAll("−", "-")
    .split(/[,;\s]+/)
    .filter((one) => one !== "");

/**
 * @param {string} text a line for each offence
 * @param {{ id: string, effect: string }[]} before whose effects stay
 */
const tariffOf = (text, before) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const at = line.search(/[:：]/);
      const name = (at < 0 ? line : line.slice(0, at)).trim();
      const known = before.find(({ id }) => [id, offence(id)].includes(name));
      return {
        id: known?.id ?? name,
        points: at < 0 ? [] : numbersOf(line.slice(at + 1)),
        effect: known?.effect ?? "",
      };
    });
