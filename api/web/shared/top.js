// The bar at the top of every page: name, state of the line, language.

import { choice, fill, h } from "./dom.js";
import { LANGUAGES, currentLanguage, setLanguage, t } from "./words.js";

/** `links`: [href, label]. Calls `onLanguage` after the words were changed. */
export function topBar(host, { title, han, links, status, extra = [], onLanguage }) {
  const change = async (language) => {
    await setLanguage(language);
    onLanguage();
  };
  fill(host,
    h("h1", {}, h("span", { class: "han", lang: "zh-Hant" }, han), title),
    status, h("span", { class: "spring" }), extra,
    links.map(([href, label]) => h("a", { class: "button", href }, label)),
    choice(LANGUAGES, currentLanguage(), change, { "aria-label": t("language") }));
}

export function lineState(connected, board) {
  const [kind, key] = !connected ? ["away", "connection.lost"]
    : board?.state === "ready" ? ["", "connection.ready"]
      : board?.state === "connecting" ? ["busy", "connection.connecting"] : ["away", "connection.board"];
  return h("span", { class: `state ${kind}`, role: "status" }, h("i"), t(key));
}
