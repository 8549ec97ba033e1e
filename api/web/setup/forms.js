// The dialogs that edit an entry of the table's lists: house rules, or a player.

import { entered, field, radios, textField } from "../shared/controls.js";
import { Dialog, cancelButton } from "../shared/dialog.js";
import { attempt } from "../shared/latest.js";
import { get, newId, post } from "../shared/net.js";
import { asProblem, problemText, showProblem } from "../shared/problem.js";
import { t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { GameChoice } from "./game.js";
import { blamed } from "./options.js";
import { furtherNames } from "./names.js";
import { fileAddress, fileChanges, fileMistake, pickRulesFile } from "./rulesfile.js";

/** @import { HouseRules, HouseRulesRead, ListedPlayer, RulesetList } from "../shared/types.js" */

const LONGEST_RULES = 60;
const LONGEST_PLAYER = 40;
const MOST_NUMBER = 999999;
const FIRST_LANGUAGE = "en"; // of the name that whoever has none of his own reads
const COLOURS = ["red", "orange", "yellow", "green", "teal", "blue", "purple", "grey"];

/** A dialog with a name, a notice, and what is sent and removed. */
class EntryForm {
  /**
   * @param {string} title
   * @param {string} kind of the dialog
   * @param {string} name
   */
  constructor(title, kind, name) {
    this.dialog = new Dialog({ title, about: "start", kind });
    this.name = name;
    /** Whether *Remove* was touched once: the second touch does it. */
    this.removing = false;
    /** @type {unknown} */
    this.notice = nothing;
  }

  /**
   * @param {string} label
   * @param {number} longest
   */
  nameField(label, longest) {
    return textField({
      label,
      longest,
      value: this.name,
      onEdit: (text) => {
        this.name = text;
        this.dialog.draw();
      },
    });
  }

  /**
   * @param {string} path
   * @param {() => object} body
   * @param {(error: unknown) => string} [words]
   */
  send(path, body, words = (error) => problemText(error).text) {
    return attempt(this.dialog, async () => {
      try {
        await post(path, { id: newId(), ...body() });
        return true;
      } catch (error) {
        asProblem(error);
        this.notice = html`<p class="notice bad">${words(error)}</p>`;
        this.dialog.draw();
        return false;
      }
    });
  }

  /**
   * @param {(() => void) | null} onRemove
   * @param {() => void} onKeep
   */
  footer(onRemove, onKeep) {
    const remove = () => {
      if (this.removing) onRemove?.();
      this.removing = true;
      this.dialog.draw();
    };
    return html`
      ${
        onRemove
          ? html`<button type="button" class=${this.removing ? "grave" : "plain"} @click=${remove}>
                ${t(this.removing ? "setup.remove-sure" : "setup.remove")}
              </button>
              <span class="spring"></span>`
          : nothing
      }
      ${cancelButton(this.dialog)}
      <button type="button" class="main" ?disabled=${!this.name.trim()} @click=${onKeep}>${t("setup.save")}</button>
    `;
  }
}

/** @param {Record<string, string>} names */
function withoutFirst({ [FIRST_LANGUAGE]: _first, ...further }) {
  return further;
}

/**
 * @param {HouseRules | null} house null for new house rules
 * @param {string} [text] of a file that is loaded into them
 */
export async function rulesDialog(house, text) {
  /** @type {RulesetList} */
  let list;
  try {
    list = await get("/rulesets");
  } catch (error) {
    showProblem(error);
    return;
  }
  const form = new EntryForm(
    t(house ? "setup.edit-rules" : "setup.add-rules", { name: house?.name }),
    "setup",
    house?.name ?? "",
  );
  const game = new GameChoice(list.rulesets, [], list.usual, () => form.dialog.draw());
  if (house) Object.assign(game, { ruleset: house.ruleset, house });
  let further = withoutFirst(house?.names ?? {});
  /** @type {unknown} what a file that was loaded changes */
  let changes = nothing;
  const load = async (/** @type {HouseRules} */ kept, /** @type {string} */ file) => {
    try {
      /** @type {HouseRulesRead} */
      const read = await post(`/house-rules/${kept.id}/file`, { text: file });
      form.name = read.name;
      form.notice = nothing;
      further = withoutFirst(read.names);
      changes = fileChanges(kept, read);
      const { ruleset, profile, options } = read;
      game.begin(ruleset, { ...kept, ruleset, profile, options });
    } catch (error) {
      form.notice = html`<p class="notice bad">${fileMistake(error)}</p>
        <p class="small">${problemText(error).remedy}</p>`;
    }
    form.dialog.draw();
  };
  const words = (/** @type {unknown} */ error) => {
    if (!game.rules) return problemText(error).text;
    const { wrong, text } = blamed(game.rules, asProblem(error).problem);
    game.rules.wrong = wrong;
    return text || problemText(error).text;
  };
  const keep = () =>
    form.send(
      "/house-rules",
      () => {
        const { ruleset, profile, options } = game.rules ?? { ruleset: game.ruleset, profile: null, options: {} };
        const names = Object.keys(further).length ? { [FIRST_LANGUAGE]: form.name, ...further } : {};
        const before = house ? { rules: house.id, revision: house.revision } : {};
        return { name: form.name, names, ruleset, profile, options, ...before };
      },
      words,
    );
  const remove = house ? () => form.send("/house-rules/removals", () => ({ rules: house.id })) : null;
  form.dialog.open(
    () => html`
      <div role="alert" class="start-notice">${form.notice}</div>
      <div role="status">${changes}</div>
      ${form.nameField(t("setup.rules-name"), LONGEST_RULES)}
      ${furtherNames({
        names: further,
        but: FIRST_LANGUAGE,
        longest: LONGEST_RULES,
        onEdit: (names) => {
          further = names;
          form.dialog.draw();
        },
      })}
      ${game.draw()} ${house ? files(house, (file) => load(house, file)) : nothing}
    `,
    () => form.footer(remove && (() => void remove()), () => void keep()),
  );
  if (house && text !== undefined) void load(house, text);
  else game.load().catch(showProblem);
}

/**
 * House rules as a file, and from one.
 * @param {HouseRules} house
 * @param {(text: string) => Promise<void>} onText
 */
const files = (house, onText) =>
  html`<div class="row">
    <a class="button" href=${fileAddress(house)} download>${t("setup.rules-file")}</a>
    <button type="button" @click=${() => pickRulesFile(onText)}>${t("setup.from-file")}</button>
  </div>`;

/** @param {ListedPlayer | null} player null for a new player */
export function playerDialog(player) {
  const title = player ? t("setup.edit-player", { name: player.name }) : t("setup.add-player");
  const form = new EntryForm(title, "narrow", player?.name ?? "");
  let { colour, number } = player ?? { colour: null, number: null };
  const keep = () =>
    form.send("/players", () => ({ name: form.name, colour, number, ...(player ? { player: player.id } : {}) }));
  const remove = player ? () => form.send("/players/removals", () => ({ player: player.id })) : null;
  const pick = (/** @type {any} */ value) => {
    colour = value === colour ? null : value;
    form.dialog.draw();
  };
  const count = (/** @type {Event} */ event) => {
    number = entered(event) === "" ? null : Number(entered(event));
  };
  form.dialog.open(
    () => html`
      <div role="alert">${form.notice}</div>
      ${form.nameField(t("setup.player-name"), LONGEST_PLAYER)}
      ${field(
        t("setup.number"),
        html`<input
          type="number"
          min="1"
          max=${MOST_NUMBER}
          step="1"
          .value=${String(number ?? "")}
          @change=${count}
        />`,
      )}
      <div>
        <p class="small quiet">${t("setup.colour")}</p>
        ${radios(t("setup.colour"), COLOURS.map(colourEntry), colour, pick)}
      </div>
    `,
    () => form.footer(remove && (() => void remove()), () => void keep()),
  );
}

/** @param {string} colour */
const colourEntry = (colour) => ({
  value: colour,
  text: html`<i class="dot ${colour}" aria-hidden="true"></i>${t(`colour.${colour}`)}`,
});
