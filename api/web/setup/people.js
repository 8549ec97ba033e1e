// Who plays: a name for each seat, typed or chosen from the table's list; the last group in one touch.

import { choice, entered, field } from "../shared/controls.js";
import { SEATS } from "../shared/seats.js";
import { defaultName, t } from "../shared/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Match, ListedPlayer } from "../shared/types.js" */

export const FIFTH = 4;
const KEPT = "jantaku.names";
const LONGEST = 40;

export class PeopleChoice {
  /**
   * @param {ListedPlayer[]} players of the table's list
   * @param {Match | null} last the last match of this table
   * @param {() => void} onEdit
   */
  constructor(players, last, onEdit) {
    this.players = players;
    this.group = last ? groupOf(last) : [];
    this.onEdit = onEdit;
    this.names = this.group.length ? named(this.group) : keptNames();
    /** @type {number | null} who deals first; null: seats are drawn as the rules say */
    this.dealer = null;
    this.focused = 0;
  }

  /** Keeps what was typed for the next time at this device. */
  keep() {
    localStorage.setItem(KEPT, JSON.stringify(this.names));
  }

  /**
   * Whoever sits there is named next, by typing or by a touch in the list.
   * @param {HTMLElement} dialog
   * @param {number} seat
   */
  ask(dialog, seat) {
    this.focused = seat;
    /** @type {HTMLInputElement | null} */ (dialog.querySelector(`.seats .seat-${seat} input`))?.focus();
  }

  /** The last group, with seats drawn anew. */
  again() {
    this.names = named(this.group);
    this.dealer = null;
    this.onEdit();
  }

  /**
   * A player sits down on the seat that was touched last, or on the next empty one; where none is, the next one goes
   * to the seat after that.
   * @param {string} name
   * @param {number[]} places
   */
  seat(name, places) {
    const empty = places.filter((place) => !this.names[place].trim());
    const place = empty.includes(this.focused) ? this.focused : (empty[0] ?? this.focused);
    this.names[place] = name;
    const after = places[(places.indexOf(place) + 1) % places.length];
    this.focused = places.find((each) => !this.names[each].trim()) ?? after;
    this.onEdit();
  }

  /**
   * @param {number[]} empty the seats where nobody sits
   * @param {boolean} five
   */
  draw(empty, five) {
    const places = [...SEATS.filter((seat) => !empty.includes(seat)), ...(five ? [FIFTH] : [])];
    return html`
      <div class="row apart">
        <h2>${t("start.players")}</h2>
        ${
          this.group.length
            ? html`<button type="button" @click=${() => this.again()}>${t("setup.last-group")}</button>`
            : nothing
        }
      </div>
      <div class="seats">
        ${SEATS.map((seat) => this.nameField(seat, t(`start.seat.${seat}`), empty.includes(seat)))}
        ${five ? this.nameField(FIFTH, t("start.fifth"), false) : nothing}
      </div>
      ${this.chips(places)}
      <p class="quiet small">${t("start.seats-help")}</p>
      ${this.firstDealer()}
    `;
  }

  /** @param {number[]} places */
  chips(places) {
    const seated = new Set(places.map((place) => this.names[place].trim().toLocaleLowerCase()));
    const free = this.players.filter(({ name }) => !seated.has(name.toLocaleLowerCase()));
    if (!free.length) return nothing;
    return html`<div role="group" aria-label=${t("setup.players")} class="players">
      ${free.map(
        (player) =>
          html`<button type="button" class="player" @click=${() => this.seat(player.name, places)}>
            ${playerMark(player)}${player.name}
          </button>`,
      )}
    </div>`;
  }

  /**
   * @param {number} place
   * @param {string} label
   * @param {boolean} disabled
   */
  nameField(place, label, disabled) {
    const set = (/** @type {Event} */ event) => {
      this.names[place] = entered(event);
      this.onEdit();
    };
    return html`<label class="field who seat-${place}">
      ${label}<input
        type="text"
        maxlength=${LONGEST}
        autocomplete="off"
        placeholder=${disabled ? t("start.empty-seat") : t("seat.number", { n: place + 1 })}
        ?disabled=${disabled}
        .value=${this.names[place]}
        @focus=${() => (this.focused = place)}
        @input=${set}
      />
    </label>`;
  }

  firstDealer() {
    /** @type {[number | null, string][]} */
    const pairs = [[null, t("start.by-rule")], ...SEATS.map(dealerPair)];
    return field(
      t("start.seating"),
      choice(pairs, this.dealer, (seat) => void (this.dealer = seat)),
    );
  }

  /**
   * The people as a match is started with them.
   * @param {number[]} empty
   * @param {boolean} five
   */
  chosen(empty, five) {
    const name = (/** @type {number} */ place) => this.names[place].trim() || defaultName(place);
    return {
      seats: SEATS.filter((seat) => !empty.includes(seat)).map((seat) => ({ seat, name: name(seat) })),
      ...(five ? { fifth: name(FIFTH) } : {}),
      ...(this.dealer === null ? {} : { seating: "given", first_dealer: this.dealer }),
    };
  }
}

/**
 * The colour and the number of a player.
 * @param {ListedPlayer} player
 */
export const playerMark = ({ colour, number }) =>
  html`${colour ? html`<i class="dot ${colour}" aria-hidden="true"></i>` : nothing}${
    number === null ? nothing : html`<small class="number">${number}</small>`
  }`;

/**
 * The names of a match by seat, with who rests; nothing for a seat that nobody named.
 * @param {Match} match
 */
function groupOf({ seats, resting }) {
  const all = [...SEATS.map((seat) => seats.find((each) => each.seat === seat)?.name ?? ""), ...resting];
  const given = all.map((name, place) => (isDefault(name, place) ? "" : name));
  return given.some(Boolean) ? given : [];
}

/**
 * A name for each place, also for one that is not used.
 * @param {unknown[]} names
 */
const named = (names) => Array.from({ length: FIFTH + 1 }, (_, place) => String(names[place] ?? ""));

/**
 * @param {string} name
 * @param {number} place
 */
const isDefault = (name, place) => name === defaultName(place) || name === t("seat.number", { n: place + 1 });

/**
 * @param {number} seat
 * @returns {[number, string]}
 */
const dealerPair = (seat) => [seat, t("start.deals", { name: t("seat.number", { n: seat + 1 }) })];

function keptNames() {
  try {
    return named(JSON.parse(localStorage.getItem(KEPT) ?? "[]"));
  } catch {
    return named([]);
  }
}
