// Small helpers to make elements. Attributes that are false, null or undefined are left out; on* become listeners.

const SVG = "http://www.w3.org/2000/svg";

export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value)); // "false" means something there
    else if (value === false) continue;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else if (name === "checked") element.checked = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Runs `draw(part)` only when the part differs from the last one, so that focus and scroll survive updates. */
export function onChange(pick, draw) {
  let last;
  return (state) => {
    const part = pick(state);
    const now = JSON.stringify(part) ?? "";
    if (now === last) return;
    last = now;
    draw(part, state);
  };
}

export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

export function field(label, control) {
  return h("label", { class: "field" }, label, control);
}

export function tick(label, checked, onchange, attributes = {}) {
  const box = h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked), ...attributes });
  return h("label", { class: "tick" }, box, label);
}

/** A select of [value, label] pairs. */
export function choice(pairs, value, onchange, attributes = {}) {
  const options = pairs.map(([key, label]) => h("option", { value: key, selected: String(key) === String(value) }, label));
  return h("select", { onchange: (event) => onchange(event.target.value), ...attributes }, options);
}

/** One large choice among a few: a row of buttons that behaves as a radio group. `entries`: [value, label, attributes]. */
export function radios(label, entries, value, onpick) {
  const items = entries.map(([key, text, attributes = {}]) =>
    h("button", { type: "button", role: "radio", class: "choice", "aria-checked": String(key === value), onclick: () => onpick(key), ...attributes }, text));
  return h("div", { role: "radiogroup", "aria-label": label, class: "row" }, items);
}

/** A modal dialog that removes itself when it closes. Returns {element, body, footer, close}. */
export function modal(title, closeLabel, attributes = {}) {
  const body = h("div", { class: "body" });
  const footer = h("footer");
  const element = h("dialog", { "aria-label": title, ...attributes });
  const close = () => element.close();
  element.append(h("header", {}, h("h2", {}, title), button("✕", close, { class: "plain", "aria-label": closeLabel })), body, footer);
  element.addEventListener("close", () => {
    const toasts = element.querySelector(".toasts");
    if (toasts) document.body.append(toasts); // what was said outlives the dialog
    element.remove();
  });
  document.body.append(element);
  element.showModal();
  return { element, body, footer, close };
}

export function toast(text, detail = "", bad = false) {
  let host = document.querySelector(".toasts");
  if (!host) document.body.append((host = h("div", { class: "toasts", role: "status", "aria-live": "polite" })));
  const open = [...document.querySelectorAll("dialog[open]")].pop();
  (open ?? document.body).append(host);
  for (const old of [...host.children]) if (old.dataset.text === text) old.remove(); // said once is enough
  const note = h("div", { class: bad ? "toast bad" : "toast", "data-text": text }, text, detail && detail !== text ? h("small", {}, detail) : null);
  host.append(note);
  setTimeout(() => note.remove(), bad ? 9000 : 4000);
}
