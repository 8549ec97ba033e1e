// What belongs to a hand besides its wins: sticks, ready hands, why it was stopped, who is liable.

import { h, radios, tick } from "../shared/dom.js";
import { t } from "../shared/words.js";

const VOID = "void";

const seatTicks = (seats, chosen, set, fixed = []) => h("div", { class: "row" }, seats.map(({ seat, name }) =>
  tick(name, chosen.includes(seat) || fixed.includes(seat), (on) => set(on ? [...chosen, seat] : chosen.filter((each) => each !== seat)), { disabled: fixed.includes(seat) })));

const part = (label, ...content) => h("div", { class: "labelled", role: "group", "aria-label": label }, h("h2", {}, label), content);

/** Sticks of this hand, in every hand that counts. */
export function sticksPart(form, asks, seats, set) {
  if (!asks.riichi.length || (form.kind === "abort" && form.reason === VOID)) return null;
  return part(t("result.riichi"), seatTicks(seats, form.riichi, (riichi) => set(() => { form.riichi = riichi; }), declared(form, asks)));
}

/** Seats whose hand says that they declared riichi. */
export const declared = (form, asks) => (form.kind === "win" && form.full
  ? form.wins.filter((win) => win.tiles.flags.some((flag) => asks.riichi.includes(flag))).map((win) => win.winner).filter((seat) => seat !== null)
  : []);

export function noWinPart(form, asks, seats, set) {
  return form.kind === "draw" ? drawPart(form, asks, seats, set) : abortPart(form, asks, set);
}

function drawPart(form, asks, seats, set) {
  if (!asks.ready && !asks.nagashi) return h("p", { class: "quiet" }, t("result.draw-help"));
  return h("div", { class: "card stack" },
    asks.ready ? part(t("result.ready"), seatTicks(seats, form.ready, (ready) => set(() => { form.ready = ready; }), form.riichi)) : null,
    asks.nagashi ? part(t("result.nagashi"), seatTicks(seats, form.nagashi, (nagashi) => set(() => { form.nagashi = nagashi; }))) : null);
}

function abortPart(form, asks, set) {
  if (!asks.abort.length) return h("p", { class: "quiet" }, t("result.abort-help"));
  const reasons = [...asks.abort, VOID].map((reason) => [reason, t(`abort.${reason}`)]);
  return h("div", { class: "card stack" }, part(t("result.reason"), radios(t("result.reason"), reasons, form.reason, (reason) => set(() => { form.reason = reason; }))),
    form.reason === VOID ? h("p", { class: "quiet" }, t("result.abort-help")) : null);
}

/** Whether somebody may be liable for this win. */
export const liableAsked = (win, asks, full) => (asks.liable && (full || win.limit)) || (!full && (asks.liable_quick ?? []).includes(win.source));

/** Who pays for a hand that he made possible; only large hands know it, so it is asked where one can be meant. */
export function liablePart(win, asks, full, seats, set) {
  if (!liableAsked(win, asks, full)) return null;
  const others = seats.filter(({ seat }) => seat !== win.winner).map(({ seat, name }) => [seat, name]);
  return part(t("result.liable"), radios(t("result.liable"), [[null, t("result.nobody")], ...others], win.liable, (seat) => set(() => { win.liable = seat; })));
}

/** What the ruleset asks for in a result, without anything that it does not. */
export function aftermath(form, asks) {
  const riichi = asks.riichi.length ? [...new Set([...form.riichi, ...declared(form, asks)])] : [];
  switch (form.kind) {
    case "win": return { riichi };
    case "draw": return { riichi, ready: asks.ready ? [...new Set([...form.ready, ...riichi])] : [], nagashi: asks.nagashi ? form.nagashi : [] };
    default: return { reason: asks.abort.length ? form.reason : VOID, riichi: asks.abort.length && form.reason !== VOID ? riichi : [] };
  }
}
