// What the result that is being entered would pay, asked of the service a moment after the last edit.

import { seatName } from "../shared/matchwords.js";
import { answered, post } from "../shared/net.js";
import { asProblem, problemText } from "../shared/problem.js";
import { figure, known, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { PreviewAnswer } from "../shared/types.js" */
/** @import { WithSeats } from "../shared/matchwords.js" */

const PAUSE_MS = 200;

/** Asks for the newest entry only, and keeps what the service said about it. */
export class Preview {
  /** @param {() => void} onNews called when the answer has come */
  constructor(onNews) {
    this.onNews = onNews;
    this.turn = 0;
    /** Whether what is shown is the answer to what is entered. */
    this.ready = false;
    /** Whether the service could not be asked, and should be when it is back. */
    this.unasked = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {string | null} what has to be entered first */
    this.missing = null;
    /** @type {PreviewAnswer | null} */
    this.answer = null;
    /** @type {{ text: string, remedy: string } | null} */
    this.refusal = null;
  }

  /**
   * @param {string | null} missing
   * @param {() => object} result what to ask about when nothing is missing
   */
  check(missing, result) {
    this.stop();
    this.missing = missing;
    if (missing === null) this.timer = setTimeout(() => this.ask(result()), PAUSE_MS);
    else this.answer = this.refusal = null;
  }

  /** The answer that is on its way, or shown, is for an entry that is no more. */
  stop() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.ready = false;
  }

  /** @param {object} result */
  async ask(result) {
    const turn = this.turn;
    this.unasked = false;
    const [answer, refusal] = await post("/matches/current/preview", result).then(
      (found) => [found, null],
      (error) => [null, error],
    );
    if (turn !== this.turn) return;
    this.unasked = refusal !== null && !answered(asProblem(refusal));
    this.ready = refusal === null;
    this.answer = answer;
    this.refusal = refusal && problemText(refusal);
    this.onNews();
  }
}

/** @param {{ text: string, remedy: string }} refusal */
export const refusalParts = ({ text, remedy }) => html`
  <p class="notice bad">${text}</p>
  ${remedy ? html`<p>${remedy}</p>` : nothing}
`;

/**
 * Every payment with its reason.
 * @param {PreviewAnswer} answer
 * @param {WithSeats} about
 */
export const paymentLines = (answer, about) =>
  html`<ul class="lines small">
    ${answer.lines.map((line) => html`<li>${lineText(line, about)}</li>`)}
    ${stickLines(answer, about).map((text) => html`<li>${text}</li>`)}
  </ul>`;

/**
 * @param {PreviewAnswer["lines"][number]} line
 * @param {WithSeats} about
 */
function lineText({ payer, payee, amount, key }, about) {
  const who = (/** @type {number} */ seat) => (seat >= 0 && seat < 4 ? seatName(about, seat) : t("result.bank"));
  return t(known(key) ? key : "result.line", { payer: who(payer), payee: who(payee), amount: figure(amount) });
}

/**
 * What moves between a player and the sticks on the table, beside the payments.
 * @param {PreviewAnswer} answer
 * @param {WithSeats} about
 */
export function stickLines({ net, lines }, { seats }) {
  return seats.flatMap(({ seat, name }) => {
    const won = lines.filter((line) => line.payee === seat).reduce((sum, line) => sum + line.amount, 0);
    const lost = lines.filter((line) => line.payer === seat).reduce((sum, line) => sum + line.amount, 0);
    const rest = net[seat] - won + lost;
    return rest ? [t(rest < 0 ? "result.stick-laid" : "result.sticks-taken", { name, n: figure(Math.abs(rest)) })] : [];
  });
}
