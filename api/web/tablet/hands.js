// What has been played: the list of hands with corrections, the result sheet, penalties and rulings.

import { button, choice, field, fill, h, modal, toast } from "../shared/dom.js";
import { attempt, closeUnless, follow } from "../shared/latest.js";
import { lastTitle, netFigure, seatName } from "./matchcard.js";
import { answered, get, newId, post } from "../shared/net.js";
import { sayProblem } from "../shared/problem.js";
import { known, t } from "../shared/words.js";

export async function handsDialog(state, correct) {
  let match;
  try {
    match = await get("/matches/current");
  } catch (error) {
    return sayProblem(error);
  }
  const dialog = modal(t("hands.title"), t("close"));
  const hands = match.hands ?? [];
  dialog.body.append(hands.length ? table(match, hands, (hand) => { dialog.close(); correct(hand); }) : h("p", { class: "quiet" }, t("hands.none")));
  for (const kind of ["html", "csv", "json"]) {
    dialog.footer.append(h("a", { class: "button", href: `/api/v1/matches/${encodeURIComponent(match.id)}/sheet?format=${kind}`, target: "_blank", rel: "noopener" }, t(`hands.sheet-${kind}`)));
  }
  return dialog;
}

function table(match, hands, correct) {
  const heads = match.seats.map(({ name }) => h("th", { class: "number" }, name));
  const rows = [...hands].reverse().map((hand) => h("tr", {},
    h("td", {}, lastTitle(match, hand), hand.corrected ? h("span", { class: "chip warn" }, t("hands.corrected")) : null),
    match.seats.map(({ name }) => h("td", { class: "number" }, netFigure(hand.net?.[seatOf(hand, name)] ?? 0))),
    h("td", {}, button(t("correct.open"), () => correct(hand), { class: "plain" }))));
  return h("table", { class: "plain" }, h("thead", {}, h("tr", {}, h("th", {}, t("hands.hand")), heads, h("th", {}))), h("tbody", {}, rows));
}

/** People may have sat elsewhere in that hand. */
const seatOf = (hand, name) => hand.seats.find((each) => each.name === name)?.seat;

export async function penaltyDialog(state, done) {
  let sheet;
  try {
    sheet = await get(`/rulesets/${state.match.ruleset}`);
  } catch (error) {
    return sayProblem(error);
  }
  const offences = sheet.penalties ?? [];
  const form = { id: newId(), seat: state.match.seats[0].seat, penalty: offences[0]?.id ?? "", who: "", why: "", ...meant(state.match) };
  const dialog = modal(t("penalty.title"), t("close"), { class: "narrow" });
  let seen = state;
  const effect = h("p", { class: "quiet" });
  const go = button(t("penalty.go"), () => attempt(dialog, send), { class: "main", disabled: true });
  const explain = () => fill(effect, penaltyEffect(offences.find((each) => each.id === form.penalty)));
  explain();
  dialog.body.append(
    field(t("penalty.player"), choice(state.match.seats.map(({ seat, name }) => [seat, name]), form.seat, (seat) => { form.seat = Number(seat); })),
    offences.length ? field(t("penalty.kind"), choice(offences.map((each) => [each.id, penaltyName(each.id)]), form.penalty, (id) => { form.penalty = id; explain(); })) : h("p", {}, t("penalty.none")),
    effect, ...whoAndWhy(form, t("penalty.why"), (ready) => { go.disabled = !ready || !offences.length; }));
  const send = async () => {
    try {
      await post("/matches/current/penalties", { ...form, expected_seq: seen.seq });
      toast(t("penalty.kept", { name: seatName(seen.match, form.seat) }));
      done();
      return true;
    } catch (error) {
      if (answered(error)) form.id = newId();
      sayProblem(error);
      if (error.status === 409) done();
      return false;
    }
  };
  dialog.footer.append(button(t("cancel"), dialog.close), go);
  closeUnless(dialog, ({ match }) => match?.id === state.match.id && match.phase !== "over", () => toast(t("meanwhile.over"), "", true));
  follow(dialog, (now) => { seen = now; });
  return dialog;
}

/** The hand that is being played while the penalty is written down, also when it ends meanwhile. */
const meant = ({ phase, index }) => (phase === "play" ? { hand: index } : {});

const penaltyName = (id) => (known(`offence.${id}`) ? t(`offence.${id}`) : id);

function penaltyEffect(penalty) {
  if (!penalty) return "";
  const amounts = [...new Set(Object.values(penalty.pays_each_other ?? {}))];
  const parts = [
    amounts.length ? t("penalty.each", { n: amounts.join(" / ") }) : "",
    penalty.pays_bank ? t("penalty.bank", { n: penalty.pays_bank }) : "",
    penalty.effect && known(`effect.${penalty.effect}`) && !["none", "pays"].includes(penalty.effect) ? t(`effect.${penalty.effect}`) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/** Asks once more before something that cannot be taken back. `wanted(state)`: whether it still makes sense. */
export function confirmDialog(title, text, go, action, wanted, needsWho = false) {
  const dialog = modal(title, t("close"), { class: "narrow" });
  const form = { who: "", why: "" };
  const press = button(go, () => attempt(dialog, () => action(form)), { class: "grave", disabled: needsWho });
  dialog.body.append(h("p", {}, text), ...(needsWho ? whoAndWhy(form, t("correct.why"), (ready) => { press.disabled = !ready; }) : []));
  dialog.footer.append(button(t("cancel"), dialog.close), press);
  closeUnless(dialog, wanted, () => toast(t("meanwhile.done")));
  return dialog;
}

/** Who decides and why, for the sheet; `tell(ready)` after every letter. */
function whoAndWhy(form, why, tell) {
  const hint = h("p", { class: "quiet" });
  const check = () => {
    const missing = ["who", "why"].find((name) => !form[name].trim());
    fill(hint, missing ? t(`${missing}.need`) : "");
    tell(!missing);
  };
  const line = (name, label, maxlength) => field(label, h("input", { type: "text", maxlength, oninput: (event) => { form[name] = event.target.value; check(); } }));
  check();
  return [line("who", t("correct.who"), 60), line("why", why, 200), hint];
}
