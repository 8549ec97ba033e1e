// A person looked and says where the tile sets are, when the table cannot know.

import { badge } from "./machine.js";
import { button, choice, field, h, modal } from "../shared/dom.js";
import { attempt } from "../shared/latest.js";
import { t } from "../shared/words.js";

const PLACES = ["outside", "in_drum", "building", "staged", "raised"];

/** `use({A: place, ...})` answers true when the dialog may close. */
export function placesDialog(sets, use) {
  const dialog = modal(t("placed.title"), t("close"), { class: "narrow" });
  const said = Object.fromEntries(Object.entries(sets).map(([name, set]) => [name, set.place]));
  const pairs = PLACES.map((place) => [place, t(`place.${place}`)]);
  dialog.body.append(h("p", {}, t("placed.text")), ...Object.keys(sets).map((name) =>
    h("div", { class: "row" }, badge(name), field(t("placed.set", { set: name }), choice(pairs, said[name], (place) => { said[name] = place; })))));
  dialog.footer.append(button(t("cancel"), dialog.close), button(t("placed.go"), () => attempt(dialog, () => use(said)), { class: "main" }));
  return dialog;
}
