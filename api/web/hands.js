// What has been played: the list of hands with corrections, the result sheet, penalties and rulings.

import { button, choice, field, fill, h, modal, toast } from "./dom.js";
import { lastTitle, netFigure, seatName } from "./matchcard.js";
import { get, newId, post } from "./net.js";
import { sayProblem } from "./problem.js";
import { HAN } from "./wall.js";
import { known, t } from "./words.js";

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
    h("td", {}, hand.prevailing ? h("span", { class: "han" }, HAN[hand.prevailing]) : "", " ", lastTitle(match, hand), hand.corrected ? h("span", { class: "chip warn" }, t("hands.corrected")) : null),
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
  const form = { id: newId(), seat: state.match.seats[0].seat, penalty: offences[0]?.id ?? "", who: "", why: "" };
  const dialog = modal(t("penalty.title"), t("close"), { class: "narrow" });
  const effect = h("p", { class: "quiet" });
  const explain = () => fill(effect, penaltyEffect(offences.find((each) => each.id === form.penalty)));
  explain();
  dialog.body.append(
    field(t("penalty.player"), choice(state.match.seats.map(({ seat, name }) => [seat, name]), form.seat, (seat) => { form.seat = Number(seat); })),
    offences.length ? field(t("penalty.kind"), choice(offences.map((each) => [each.id, penaltyName(each.id)]), form.penalty, (id) => { form.penalty = id; explain(); })) : h("p", {}, t("penalty.none")),
    effect,
    field(t("correct.who"), h("input", { type: "text", maxlength: 60, oninput: (event) => { form.who = event.target.value; } })),
    field(t("penalty.why"), h("input", { type: "text", maxlength: 200, oninput: (event) => { form.why = event.target.value; } })));
  const send = async () => {
    try {
      await post("/matches/current/penalties", { ...form, expected_seq: state.seq });
      dialog.close();
      toast(t("penalty.kept", { name: seatName(state.match, form.seat) }));
      done();
    } catch (error) {
      sayProblem(error);
    }
  };
  dialog.footer.append(button(t("cancel"), dialog.close), button(t("penalty.go"), send, { class: "main", disabled: !offences.length }));
  return dialog;
}

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

/** Asks once more before something that cannot be taken back. */
export function confirmDialog(title, text, go, action, needsWho = false) {
  const dialog = modal(title, t("close"), { class: "narrow" });
  const form = { who: "", why: "" };
  dialog.body.append(h("p", {}, text));
  if (needsWho) {
    dialog.body.append(
      field(t("correct.who"), h("input", { type: "text", maxlength: 60, oninput: (event) => { form.who = event.target.value; } })),
      field(t("correct.why"), h("input", { type: "text", maxlength: 200, oninput: (event) => { form.why = event.target.value; } })));
  }
  dialog.footer.append(button(t("cancel"), dialog.close), button(go, async () => { if (await action(form)) dialog.close(); }, { class: "grave" }));
  return dialog;
}
