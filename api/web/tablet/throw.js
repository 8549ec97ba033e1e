// Dice that the players threw themselves, and wind tiles that they drew: entered by hand.

import { button, choice, field, fill, h, modal, radios, svg, toast } from "../shared/dom.js";
import { die } from "./dice.js";
import { attempt, closeUnless } from "../shared/latest.js";
import { HAN } from "./wall.js";
import { t } from "../shared/words.js";

const WINDS = ["E", "S", "W", "N"];

const asks = ({ id, index, phase, next }) => JSON.stringify([id, index, phase, next.key, next.args.seats]);
const isAsked = (match) => (state) => state.match !== null && asks(state.match) === asks(match);
const sayDone = () => toast(t("meanwhile.done"));

/** `match` waits for dice. `use(faces)` and `without()` answer true when the dialog may close. `without` null: not offered. */
export function throwDialog(match, use, without) {
  const count = match.next.args.dice;
  const dialog = modal(t("throw.title"), t("close"), { class: "narrow" });
  const faces = Array(count).fill(null);
  const go = button(t("throw.go"), () => attempt(dialog, () => use(faces)), { class: "main", disabled: true });
  const draw = () => {
    fill(dialog.body, faces.map((face, index) => h("div", { class: "stack" }, h("h2", {}, t("throw.die", { n: index + 1 })),
      radios(t("throw.die", { n: index + 1 }), [1, 2, 3, 4, 5, 6].map((value) => [value, picture(value), { "aria-label": String(value), class: "choice face" }]), face, (value) => { faces[index] = value; draw(); }))));
    go.disabled = faces.includes(null);
  };
  draw();
  if (without) dialog.footer.append(button(t("throw.none"), () => attempt(dialog, without), { class: "plain" }));
  dialog.footer.append(button(t("cancel"), dialog.close), go);
  closeUnless(dialog, isAsked(match), sayDone);
  return dialog;
}

const picture = (value) => svg("svg", { viewBox: "0 0 40 41", width: 40, "aria-hidden": "true" }, die(value));

/** Which wind each player drew; `use({seat: wind})` answers true when the dialog may close. */
export function windsDialog(match, use) {
  const { seats } = match;
  const dialog = modal(t("winds.title"), t("close"), { class: "narrow" });
  const drawn = Object.fromEntries(seats.map(({ seat }) => [seat, ""]));
  const hint = h("p", { class: "quiet" }, t("winds.need"));
  const go = button(t("winds.go"), () => attempt(dialog, () => use(drawn)), { class: "main", disabled: true });
  const check = () => {
    const winds = Object.values(drawn);
    go.disabled = winds.includes("") || new Set(winds).size < winds.length;
    hint.hidden = !go.disabled;
  };
  const pairs = [["", "–"], ...WINDS.map((wind) => [wind, `${HAN[wind]} ${t(`wind.${wind}`)}`])];
  dialog.body.append(...seats.map(({ seat, name }) => field(name, choice(pairs, "", (wind) => { drawn[seat] = wind; check(); }))), hint);
  dialog.footer.append(button(t("cancel"), dialog.close), go);
  closeUnless(dialog, isAsked(match), sayDone);
  return dialog;
}
