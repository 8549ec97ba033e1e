// The dialog that starts a match: ruleset, its options, names, and how the seats are found.

import { button, choice, field, fill, h, modal, radios, tick, toast } from "./dom.js";
import { get, newId, post } from "./net.js";
import { sayProblem } from "./problem.js";
import { itemName } from "./explain.js";
import { known, named, t } from "./words.js";

const KEPT = "jantaku.names";

export async function startDialog(state, done) {
  let list;
  try {
    list = (await get("/rulesets")).rulesets;
  } catch (error) {
    return sayProblem(error);
  }
  const form = { ruleset: list[0].id, profile: null, options: {}, names: keptNames(), dealer: null, seq: state.seq };
  const dialog = modal(t("start.title"), t("close"));
  const details = h("div", { class: "stack" });
  const players = h("div", {});
  form.changed = () => fill(players, names(form));
  const draw = async () => {
    const wanted = form.ruleset;
    const sheet = await get(`/rulesets/${wanted}`);
    if (wanted !== form.ruleset) return; // chosen again meanwhile; answers may overtake each other
    form.sheet = sheet;
    showRules(form, details);
  };
  const pick = h("div", {});
  const choose = (id) => {
    Object.assign(form, { ruleset: id, profile: null, options: {} });
    fill(pick, radios(t("start.ruleset"), list.map((each) => [each.id, named(each.names, each.id)]), form.ruleset, choose));
    draw().catch(sayProblem);
  };
  choose(form.ruleset);
  dialog.body.append(h("div", { class: "start" },
    h("div", { class: "stack" }, h("h2", {}, t("start.players")), players, h("p", { class: "quiet small" }, t("start.seats-help")), firstDealer(form)),
    h("div", { class: "stack" }, h("h2", {}, t("start.ruleset")), pick, details)));
  dialog.footer.append(button(t("cancel"), dialog.close), button(t("start.go"), () => start(form, dialog, done), { class: "main" }));
  return dialog;
}

function showRules(form, details) {
  form.changed();
  fill(details, summary(form.sheet), profileChoice(form, details), optionList(form.sheet, form));
}

/** The named profiles of the ruleset; another one starts again from its own values. */
function profileChoice(form, details) {
  const names = Object.keys(form.sheet.profiles ?? {});
  if (!names.length) return null;
  const pairs = [["", t("start.profile-none")], ...names.map((name) => [name, t(`profile.${form.ruleset}.${name}`)])];
  return field(t("start.profile"), choice(pairs, form.profile ?? "", (name) => {
    Object.assign(form, { profile: name || null, options: {} });
    showRules(form, details);
  }));
}

/** What an option is before anybody changes it here. */
function preset({ sheet, profile }, option) {
  return sheet.profiles?.[profile]?.[option.name] ?? option.default;
}

function keptNames() {
  try {
    const names = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(names) && names.length === 4 ? names.map(String) : ["", "", "", ""];
  } catch {
    return ["", "", "", ""];
  }
}

/** The chair that stays empty in a game of three; null for none. */
function emptySeat(form) {
  const { sheet, options } = form;
  const chosen = (name) => {
    const option = sheet.options.find((each) => each.name === name);
    return options[name] ?? (option && preset(form, option));
  };
  const three = chosen("players") === undefined ? sheet.wall.players === 3 : chosen("players") === 3;
  return three ? chosen("absent-seat") ?? sheet.wall.absent_seat ?? 3 : null;
}

function names(form) {
  const empty = emptySeat(form);
  return [0, 1, 2, 3].map((seat) => h("label", { class: `field who seat-${seat}` }, t(`start.seat.${seat}`),
    h("input", { type: "text", maxlength: 40, autocomplete: "off", value: form.names[seat], disabled: seat === empty, placeholder: seat === empty ? t("start.empty-seat") : t("seat.number", { n: seat + 1 }), oninput: (event) => { form.names[seat] = event.target.value; } })));
}

function firstDealer(form) {
  const pairs = [["", t("start.by-rule")], ...[0, 1, 2, 3].map((seat) => [seat, t("start.deals", { name: t("seat.number", { n: seat + 1 }) })])];
  return field(t("start.seating"), choice(pairs, "", (seat) => { form.dealer = seat === "" ? null : Number(seat); }));
}

function summary(sheet) {
  const walls = sheet.wall ?? {};
  const dice = sheet.dice ?? {};
  return h("p", { class: "quiet" }, t("start.summary", { tiles: walls.tiles ?? "–", dice: dice.dice ?? "–", unit: t(`unit.${sheet.unit}`) }));
}

function optionList(sheet, form) {
  const options = sheet.options ?? [];
  const rows = options.map((option) => optionRow(option, form));
  return h("details", {}, h("summary", { class: "button" }, t("start.options", { n: options.length })), h("div", { class: "options" }, rows));
}

function optionRow(option, form) {
  const key = `option.${form.ruleset}.${option.name}`;
  const label = known(key) ? t(key) : option.help;
  const now = preset(form, option);
  const set = (value) => {
    if (JSON.stringify(value) === JSON.stringify(now)) delete form.options[option.name];
    else form.options[option.name] = value;
    form.changed();
  };
  const numbers = (text) => text.split(/[,\s]+/).filter(Boolean).map(Number);
  switch (option.type) {
    case "flag": return tick(label, now, set);
    case "choice": return field(label, choice(option.choices.map((value, index) => [index, valueName(option.name, value)]), option.choices.indexOf(now), (index) => set(option.choices[index])));
    case "number": return field(label, h("input", { type: "number", value: now, min: option.minimum, max: option.maximum, step: 1, onchange: (event) => set(Number(event.target.value)) }));
    case "list": return members(option, label, form, set);
    default: return field(label, h("input", { type: "text", value: now.join(", "), onchange: (event) => set(numbers(event.target.value)) }));
  }
}

const seating = ({ dealer }) => (dealer === null ? {} : { seating: "given", first_dealer: dealer });
/** Numbers speak for themselves, but for some of them. */
const valueName = (option, value) => (known(`value.${option}.${value}`) ? t(`value.${option}.${value}`) : String(value));

function members(option, label, form, set) {
  const chosen = new Set(preset(form, option));
  const ticks = option.choices.map((name) => tick(itemName(name, form.sheet), chosen.has(name), (on) => {
    if (on) chosen.add(name);
    else chosen.delete(name);
    set([...chosen]);
  }));
  return h("details", {}, h("summary", { class: "button" }, label), h("div", {}, ticks));
}

async function start(form, dialog, done) {
  const empty = emptySeat(form);
  const seats = form.names.map((name, seat) => ({ seat, name: name.trim() || t("seat.number", { n: seat + 1 }) })).filter(({ seat }) => seat !== empty);
  localStorage.setItem(KEPT, JSON.stringify(form.names));
  try {
    await post("/matches", { id: newId(), expected_seq: form.seq, ruleset: form.ruleset, profile: form.profile, options: form.options, seats, ...seating(form) });
    dialog.close();
    toast(t("start.started"));
    done();
  } catch (error) {
    sayProblem(error);
  }
}
